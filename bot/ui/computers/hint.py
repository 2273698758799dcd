"""``/hint``: what a computer would play, for nobody but the asker."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import bold_names
from bot.common.press_limit import TOO_MANY_PICTURES
from bot.presentation.hints import tell_hint, tell_used
from bot.presentation.texts import MESSAGE, colour_of, cut, renderer_of
from bot.ui.framework.app import App, guild_of, here
from bot.ui.framework.game_picker import carries_on
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.usecases import access, queries
from bot.usecases.computers import hints
from bot.usecases.refusal import Refusal
from bot.workers.jobs import HintJob
from rules import GAMES

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
    compared = [MARKED] if marks.compared or marks.compared_sides else []
    head = f"**{GAMES[row.kind].title}** · game #{row.id}"
    told = "\n".join([head, *tell_hint(row, position.state, seat, found), *compared, tell_used(used)])
    return Reply(cut(told, MESSAGE), files=(file,), colour=colour_of(row, position.state))
