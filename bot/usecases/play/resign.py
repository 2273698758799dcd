"""Resigning: a player gives up, and the others play on or win (G1)."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import interactions
from bot.storage.queries.play.game_log import LogRow
from bot.usecases import access
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import append, keep_committed, load, log_event
from bot.usecases.play.moves import Played, report_repeat
from bot.usecases.refusal import Refusal
from rules import IllegalMove


async def resign(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Played:
    """Give up as the user. Raise Refusal if they cannot."""
    interaction = InteractionKey(interaction_id, f"{user.id} resign")

    async def work(conn: AsyncConnection) -> Played:
        log = await load(context, conn, guild_id, game_id, lock=True)
        if await interactions.was_carried_out(conn, *interaction):
            return report_repeat(log)
        known = log.version
        text = await give_up(context, conn, log, access.player(log.row, user.id), interaction)
        return Played(log.row, log.state(), log.version, log, known, (text,), goes_on=False)

    played = await context.db.write(work)
    keep_committed(context, played.log)
    if not played.repeated:
        log_event("player gave up", played.log, user.id, interaction_id)
    return played


async def give_up(
    context: Context, conn: AsyncConnection, log: GameLog, seat: int, interaction: InteractionKey | None = None
) -> str:
    """Have a seat give up, inside a transaction. Return the action's text. Raise Refusal if the seat cannot."""
    state, text = log.state(), f"drop {seat}"
    try:
        after = state.play(state.parse(text))
    except IllegalMove as refusal:
        raise Refusal(str(refusal)) from None
    await append(context, conn, log, after, [LogRow(0, "action", text, seat)], interaction)
    return text
