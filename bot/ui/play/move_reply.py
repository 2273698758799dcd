"""Private answers: to a move (a summary with **Undo**, or the next panel), and to other actions in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.common.home import is_home
from bot.common.markdown import bold_names, escape, to_markdown
from bot.panels.core import Button
from bot.presentation.actions import ACTIONS, ASKED
from bot.presentation.texts import colour_of, cut, renderer_of, write_title
from bot.storage.queries.play.games import GameRow
from bot.ui.channels.post_target import describe_post_target, describe_unasked
from bot.ui.framework import game_picker
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.play.panel_message import PanelPress, close_panel, render_panel
from bot.ui.play.writing import SayPress
from bot.usecases import queries
from bot.usecases.play import undo
from bot.usecases.play.change import Asker
from bot.usecases.play.moves import Played
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal

MOST_SUMMARY = 500
"""Maximum length of the summary of a move, in characters."""
UNDO = "undo"
"""The control of the button that takes back the move just played."""


class NextGamePress(Press, word="next"):
    """The button **Next game** in the answer to a move in a game."""

    game_id: int


async def reply_to_move(
    app: App, played: Played, interaction: Interaction, *, edit: bool, others: Sequence[GameRow] = ()
) -> Reply:
    """Return the private answer to a move: the next panel if the same player moves again, else a summary with **Undo**.

    ``edit``: replace the panel instead of sending a new message. ``others``: the other games that the move could have been
    meant for.
    """
    if played.repeated:
        return Reply("That was already played; nothing was changed.")
    row = played.row
    told = renderer_of(row.kind, row.rules).news(played.log.steps(played.before, played.version), bold_names(row.names))
    told = cut(told, MOST_SUMMARY)
    if played.goes_on and (seat := row.seat_of(interaction.user.id)) is not None:
        position = await queries.view_game(app.context, row.guild_id, row.id, interaction.user.id)
        return await render_panel(app, position, seat, {}, interaction, above=f"Done: {told}", edit=edit)
    app.open_panels.remember(row.id, interaction, played.version, answers_move=True, new=not edit)
    text = f"Done: {told} {await describe_post_target(app, interaction, row)}"
    if others:
        text += f"\n-# This was in {escape(write_title(row))}. {game_picker.LONGEST}"
    rows = list[tuple[Button, ...]]()
    if not played.state.is_over:
        label = "Undo" if _can_undo(played, interaction.user.id) else "Ask for undo"
        rows.append((Button(PanelPress(row.id, played.version, UNDO, f"{interaction.id:x}").id, label, emoji="↩️"),))
    if played.may_say:
        rows.append((Button(SayPress(row.id, played.version, "open").id, "Comment", emoji="💬"),))
    if played.others_wait and not others and (interaction.guild_id is not None or is_home(row.guild_id)):
        rows.append((Button(NextGamePress(row.id).id, "Next game", "primary"),))
    for other in others[: game_picker.MOST_OTHERS]:
        rows.append((Button(game_picker.PickPress(other.id, "move").id, game_picker.write_label(other)),))
    return Reply("", view=lay_out(text, rows), colour=colour_of(row, played.state), edit=edit)


def _can_undo(played: Played, user_id: int) -> bool:
    """Return whether the move can be taken back at once: no dice or tiles followed it, and the game is not over."""
    return not played.row.is_over and not played.state.is_over and played.log.actions()[-1].seat == played.row.seat_of(user_id)


async def take_back(app: App, interaction: Interaction, position: GameView, version: int) -> Reply:
    """Take back the move that led to ``version``, unless the game has moved on since. Return the reply."""
    row, user = position.row, user_of(interaction)
    app.open_panels.forget_panel(row.id, interaction.user.id)
    try:
        asked = await undo.undo(Asker(app.context, row.guild_id, row.id, user, interaction.id), seen=version)
    except Refusal as refusal:
        return close_panel(str(refusal))
    if asked.proposal is not None:
        return close_panel(" ".join(filter(None, [to_markdown(ASKED), await describe_unasked(interaction, row)])))
    position = await queries.view_game(app.context, row.guild_id, row.id, interaction.user.id)
    seat = row.seat_of(interaction.user.id)
    if seat is None or position.state.seat != seat:
        return close_panel("Your last move is taken back.")
    return await render_panel(app, position, seat, {}, interaction, above="Your last move is taken back.", edit=True)


async def run_action(app: App, interaction: Interaction, key: str, game_id: int, *, edit: bool = False, **values: Any) -> Reply:
    """Run an action other than a move.

    Return a reply with the outcome and the place of the new board. ``key``: the key of the action. ``edit``: replace the
    question that was asked. Raise Refusal if the action is not allowed.
    """
    asker = Asker(app.context, guild_of(interaction), game_id, user_of(interaction), interaction.id)
    done = await ACTIONS[key].run(asker, **values)
    more = [] if done.row is None else [await describe_post_target(app, interaction, done.row)]
    if done.asked:
        more.append(f"It is about game #{game_id}.")
        more.append(await describe_unasked(interaction, await queries.read_row(app.context, game_id)))
    return Reply(" ".join(filter(None, [to_markdown(done.text), *more])), edit=edit)
