"""Answers to a proposal: the last player who agrees carries it out, one who refuses ends it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import proposals as store
from bot.storage.queries.play.proposals import Proposal
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play import draw, undo
from bot.usecases.play.apply import keep_committed, load, log_event
from bot.usecases.play.proposals import CarryOut, agree
from bot.usecases.refusal import Refusal
from bot.usecases.time import pauses

CARRY_OUT: Mapping[str, CarryOut] = {"undo": undo.carry_out, "draw": draw.carry_out, "pause": pauses.carry_out}
"""What each kind of proposal does once all have agreed."""


async def answer(
    context: Context, guild_id: int, proposal_id: int, user: User, *, agrees: bool, interaction_id: int
) -> tuple[GameLog, Proposal]:
    """Save the answer of a player who was asked. Return the game and the proposal as they are then."""

    async def work(conn: AsyncConnection) -> tuple[GameLog, Proposal]:
        proposal = await store.get_proposal(conn, proposal_id)
        if proposal is None:
            raise Refusal("There is no such proposal.")
        log = await load(context, conn, guild_id, proposal.game_id, lock=True)
        proposal = await store.get_proposal(conn, proposal_id, lock=True) or proposal
        if agrees:
            return log, await agree(context, conn, log, proposal, user, CARRY_OUT[proposal.kind])
        access.to_answer(log, proposal, user.id)
        await store.set_proposal(conn, proposal.id, status="refused")
        return log, await store.get_proposal(conn, proposal.id) or proposal

    log, proposal = await context.db.write(work)
    keep_committed(context, log)
    log_event(f"{proposal.kind} {'agreed to' if agrees else 'refused'}", log, user.id, interaction_id)
    return log, proposal
