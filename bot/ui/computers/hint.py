"""``/hint``: what a computer would play, for nobody but the asker."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import bold_names
from bot.storage.queries.play.games import GameRow
from bot.ui.computers.standing import change_for_you
from bot.ui.framework.app import App, guild_of, here
from bot.ui.framework.game_picker import carries_on
from bot.ui.framework.press_limit import TOO_MANY_PICTURES
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import MESSAGE, colour_of, cut, renderer_of
from bot.ui.messages import picture
from bot.usecases import access, queries
from bot.usecases.computers import hints
from bot.usecases.refusal import Refusal
from bot.workers.jobs import HintJob
from players.turns import Hint
from rules import GAMES, State
from rules.words import count

MARKED = "-# In the picture, a dash marks what this is compared with."


@carries_on("hint")
async def give_hint(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """Return the hint, with a picture that marks it. It counts as used once it is there."""
    row = await queries.choose_game(app.context, *here(interaction), game, to_move=True)
    position = await queries.view_game(app.context, guild_of(interaction), row.id, interaction.user.id)
    user = interaction.user.id
    seat = access.to_ask_hint(row, position.state, user, version=position.version)
    if not app.pacing.pictures.take(user):
        raise Refusal(TOO_MANY_PICTURES)
    found = await app.workers.run(HintJob(position.log.record_json(), hints.THINKING), user)
    theme = position.theme or app.theme
    renderer = renderer_of(row.kind, row.rules)
    why = renderer.because(position.state, found.moves, names=bold_names(row.names))
    marks = renderer.mark_moves(found.moves, renderer.told_other(position.state, found.moves, why))
    file = await picture.draw_board(row, position.state, theme, f"{row.kind}-{row.id}-hint.png", marks=marks)
    used = await hints.count(app.context, position, seat)
    told = write_text(row, position.state, seat, found, used, compared=bool(marks.compared or marks.compared_sides))
    return Reply(cut(told, MESSAGE), files=(file,), colour=colour_of(row, position.state))


def write_text(row: GameRow, state: State, seat: int, hint: Hint, used: int, *, compared: bool = False) -> str:
    """Return what a hint says: the moves, why, what they come to, and how many hints were used.

    ``compared``: whether the picture marks what they are compared with.
    """
    renderer, moves = renderer_of(row.kind, row.rules), list[str]()
    at = state
    for move in hint.moves:
        moves.append(renderer.say_move(at, move))
        at = at.play(move)
    lines = [f"**{GAMES[row.kind].title}** · game #{row.id}"]
    if len(moves) == 1:
        lines.append(f"A computer would play **{moves[0]}**")
    else:
        lines += ["A computer would play, in this order:", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    lines.append(renderer.because(state, hint.moves, names=bold_names(row.names)))
    lines.append(change_for_you(hint.before, hint.after, seat))
    if compared:
        lines.append(MARKED)
    lines.append(f"-# You have used {count(used, 'hint')} in this game. Everybody sees the count when it is over.")
    return "\n".join(filter(None, lines))
