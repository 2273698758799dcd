"""``/hint``: shows the user alone the move that a computer would play."""

from __future__ import annotations

from bot.common.markdown import to_markdown
from bot.presentation.hints import give_hint
from bot.presentation.texts import MESSAGE, colour_of, cut, renderer_of
from bot.ui.framework.app import App, Interaction, guild_of, here
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.usecases import queries
from rules import GAMES


async def show_hint(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return the hint, with a picture in which the move is marked."""
    chosen = await queries.choose_game(app.context, *here(interaction), game, to_move=True)
    where = (guild_of(interaction), chosen.id, interaction.user.id)
    found, hint, lines, used = await give_hint(app.context, app.workers, app.pacing.pictures, *where)
    row, state, renderer = found.row, found.state, renderer_of(chosen.kind, chosen.rules)
    marks = renderer.mark_moves(hint.moves)
    file = await picture.draw_board(row, state, found.theme or app.theme, f"{row.kind}-{row.id}-hint.png", marks=marks)
    told = "\n".join([f"**{GAMES[row.kind].title}** · game #{row.id}", *map(to_markdown, lines), f"-# {to_markdown(used)}"])
    return Reply(cut(told, MESSAGE), files=(file,), colour=colour_of(row, state))
