"""Draw: a player offers that all who are left share the win (G2)."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.proposals import Proposal
from bot.usecases.announcements import DrawOffered, announce
from bot.usecases.context import Context, User
from bot.usecases.play.apply import append, keep_committed, load, log_event
from bot.usecases.play.proposals import Proposed, propose_or_agree, seats_to_ask


async def draw(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Proposed:
    """Offer a draw; where another player has offered one, agree to it. Raise Refusal if the user cannot.

    Computers that are asked answer when a worker has looked at the position.
    """

    async def work(conn: AsyncConnection) -> tuple[GameLog, Proposed]:
        log = await load(context, conn, guild_id, game_id, lock=True)
        proposed = await propose_or_agree(context, conn, log, "draw", user, carry_out)
        offer = proposed.proposal
        if offer is not None and offer.status == "open" and offer.seat == log.row.seat_of(user.id):
            await announce(context, conn, DrawOffered(log.row, seats_to_ask(log.state(), offer.seat), offer.id))
        return log, proposed

    log, proposed = await context.db.write(work)
    keep_committed(context, log)
    log_event("draw offered", log, user.id, interaction_id)
    return proposed


async def carry_out(context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal) -> None:
    """End the game by the draw that all have agreed to."""
    state = log.state()
    row = LogRow(0, "action", "draw", proposal.seat)
    await append(context, conn, log, state.play(state.parse("draw")), [row])
