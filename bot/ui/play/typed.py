"""``/move``: plays the typed move, or opens the panel with the typed part of a move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.markdown import escape
from bot.presentation.panel_press import find_draft
from bot.presentation.texts import write_title
from bot.storage.queries.play.games import GameRow
from bot.ui.framework import game_picker
from bot.ui.framework.app import App, Interaction, guild_of, here, user_of
from bot.ui.framework.reply import Reply
from bot.ui.play.move_reply import reply_to_move
from bot.ui.play.panel_message import describe_dropped, render_panel
from bot.usecases import queries
from bot.usecases.play import drafts, moves
from bot.usecases.refusal import Refusal

COMMANDS = frozenset({"board", "draw", "help", "hint", "history", "premove", "resign", "rules", "substitute", "undo"})
"""Commands that members may type as if they were a move."""
TYPED = "You have typed your move, so there is nothing left to choose here."


async def play_typed(app: App, interaction: Interaction, game: int | None, *, text: str) -> Reply:
    """Return the answer of ``/move``: the move, the panel with a partial move, or a refusal with buttons for other games.

    A move may be copied from a hint or a button with its description, such as ``second · take 13 points``. Raise Refusal if the
    move is refused and no other game waits for the user.
    """
    text = text.partition(" · ")[0]
    if game is not None:
        return await _play_in(app, interaction, text, game)
    row, *others = await queries.list_waiting_games(app.context, *here(interaction))
    try:
        return await _play_in(app, interaction, text, row.id, others)
    except Refusal as refusal:
        if not others:
            raise
        return Reply(f"{refusal}\n-# This was for {escape(write_title(row))}.", view=game_picker.make_buttons(others, "move"))


async def _play_in(app: App, interaction: Interaction, text: str, game: int, others: Sequence[GameRow] = ()) -> Reply:
    """Return the answer for one game.

    ``others``: the other games that could be meant. Raise Refusal if nothing was recognised.
    """
    guild, user = guild_of(interaction), user_of(interaction)
    try:
        done = await moves.play(app.context, guild, game, user, text, interaction_id=interaction.id)
    except Refusal:
        if (half := await _show_partial_move(app, interaction, game, text)) is not None:
            return half
        if (command := text.strip().lower().removeprefix("/")) in COMMANDS:
            raise Refusal(f"That is a command, not a move: use `/{command}`.") from None
        raise
    if not done.repeated:
        await app.open_panels.close(game, user.id, TYPED)
    return await reply_to_move(app, done, interaction, edit=False, others=others)


async def _show_partial_move(app: App, interaction: Interaction, game: int, text: str) -> Reply | None:
    """Return the panel with the choices in the text; ``None`` if it contains none. Raise Refusal if they are illegal."""
    position = await queries.view_game(app.context, guild_of(interaction), game, interaction.user.id)
    row = position.row
    seat = row.seat_of(interaction.user.id)
    if seat is None or position.state.seat != seat or row.status != "running":
        return None
    draft = find_draft(position.state, text)
    if draft is None:
        return None
    await drafts.keep(app.context, row.id, interaction.user.id, position.version, draft)
    return await render_panel(app, position, seat, draft, interaction, above=describe_dropped(position))
