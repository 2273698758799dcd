"""Computers' answers: they allow moves to be taken back, and agree to a draw unless their position is better."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import proposals as store
from bot.storage.queries.play.proposals import Proposal
from bot.usecases.context import Context, read_transaction
from bot.usecases.play.change import Change, change_game, load
from bot.usecases.play.proposals import agree_for, list_seats_to_ask, queue_message

PATIENCE = 4
"""Number of decisions that a computer must have made in a game before it agrees to a draw."""


def has_played(log: GameLog, seat: int) -> bool:
    """Return whether the computer of a seat has made enough decisions to agree to a draw."""
    return sum(row.seat == seat for row in log.actions()) >= PATIENCE


@read_transaction
async def to_answer(context: Context, conn: AsyncConnection, proposal_id: int) -> tuple[GameLog, Proposal] | None:
    """Return the offer of a draw that computers have to answer, with its game; ``None`` if it was answered already."""
    proposal = await store.get_proposal(conn, proposal_id)
    if proposal is None:
        return None
    log = await load(context, conn, None, proposal.game_id)
    return (log, proposal) if waits_for(log, proposal) else None


def waits_for(log: GameLog, proposal: Proposal) -> tuple[int, ...]:
    """Return the seats of the computers that a proposal waits for."""
    if proposal.status != "open" or proposal.version != log.version or log.row.status != "running":
        return ()
    seats = log.row.computers(list_seats_to_ask(log.state(), proposal.seat))
    return tuple(seat for seat in seats if seat not in proposal.agreed)


async def answer(context: Context, game_id: int, proposal_id: int, *, agree: bool) -> None:
    """Save the computers' answer to the offer of a draw. Do nothing if it was answered already.

    ``agree``: whether they agree, because none of them stands better than even.
    """

    async def do(change: Change) -> None:
        conn, log, _ = change
        proposal = await store.get_proposal(conn, proposal_id, lock=True)
        seats = () if proposal is None else waits_for(log, proposal)
        if proposal is None or not seats:
            return
        if agree and all(has_played(log, seat) for seat in seats):
            await agree_for(context, conn, log, proposal, seats)
        else:
            await store.set_proposal(conn, proposal.id, status="refused")
        await queue_message(context, conn, log.row, proposal.id, "proposal_edit")

    await change_game(context, None, game_id, do)
