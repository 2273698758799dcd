"""Draw: a player proposes that all remaining players share the win (G2)."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.proposals import Proposal
from bot.usecases.announcements import DrawOffered, announce
from bot.usecases.context import Context, User
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import Change, by_press
from bot.usecases.play.proposals import Proposed, list_seats_to_ask, propose_or_agree, report_done


@by_press("draw", event="draw offered", again=report_done)
async def draw(context: Context, change: Change, user: User) -> Proposed:
    """Offer a draw; if another player has offered one, agree to it. Raise Refusal if the user cannot offer one.

    Computers answer after a worker has evaluated the position.
    """
    conn, log, _ = change
    proposed = await propose_or_agree(context, conn, log, "draw", user)
    offer = proposed.proposal
    if offer is not None and offer.status == "open" and offer.seat == log.row.seat_of(user.id):
        await announce(context, conn, DrawOffered(log.row, list_seats_to_ask(log.state(), offer.seat), offer.id))
    return proposed


async def carry_out_draw(context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal) -> None:
    """End the game by the agreed draw."""
    await append_decisions(context, conn, log, ["draw"], proposal.seat)
