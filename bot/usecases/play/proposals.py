"""Proposals, the common part of undo, draw and pause. A player proposes, the others agree or refuse.

The last agreement carries it out, a refusal ends it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.games.log import GameLog, actions_that_count
from bot.storage.queries.play import proposals as store
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.time.due import DueRow
from bot.usecases import access
from bot.usecases.announcements import Appended, GameStopped
from bot.usecases.context import Context, User, read_transaction, write_transaction
from bot.usecases.notifications import notify
from bot.usecases.play.change import Change, Press, change_by_press, load
from bot.usecases.refusal import Refusal
from rules import State

ASKED = {
    "undo": "you are asked whether a move may be taken back",
    "draw": "you are offered a draw",
    "pause": "a pause is proposed",
}
"""Kinds of scheduled tasks that notify players who were asked during quiet hours."""

UNHURRIED = 7 * DAY
"""Time for an answer in a game without a pace (ms)."""

CarryOut = Callable[[Context, AsyncConnection, GameLog, Proposal], Awaitable[None]]
"""Carries out an agreed proposal, inside the transaction of the last answer."""

CARRY_OUT: dict[str, CarryOut] = {}
"""By kind of proposal; ``bot.usecases.followers`` fills it."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The result: done at once (``proposal`` is ``None``), or the proposal that the others now see."""

    row: GameRow
    proposal: Proposal | None


async def report_done(change: Change) -> Proposed:
    """Return the result for a request that needs no agreement, or a press that Discord delivered twice."""
    return Proposed(change.log.row, None)


def list_seats_to_ask(state: State, proposer: int) -> tuple[int, ...]:
    """Return the seats that have to agree: all remaining ones except the proposer's."""
    return tuple(seat for seat in state.left if seat != proposer)


async def propose(
    context: Context, conn: AsyncConnection, log: GameLog, kind: str, seat: int, keep: int | None = None
) -> Proposed:
    """Open a proposal and put its message into the outbox. ``keep``: how many actions an undo keeps.

    Raise Refusal if the proposal is open already, or was refused and nobody has moved since. If its message was never posted,
    it is posted again.
    """
    known = await _find_open(conn, log, kind)
    if known is not None and known.seat != seat:
        raise Refusal("Another player has just asked the same: answer that first.")
    if known is not None and known.message_id is not None:
        raise Refusal("The others have been asked already, and have not all answered.")
    if known is None:
        await _check_refused(conn, log, kind, seat)
        pace, now = log.row.pace, context.clock()
        by = log.row.terms.hours_off.after(now, UNHURRIED if pace is None else pace.added)
        proposal_id = await store.insert_proposal(
            conn, game_id=log.row.id, kind=kind, seat=seat, version=log.version, keep=keep, now=now, answer_by=by
        )
        await _schedule(context, conn, log.row)
    else:
        proposal_id = known.id
    asked = list_seats_to_ask(log.state(), seat)
    silent = await notify.notify_asked(context, conn, log.row, asked, ASKED[kind], proposal=proposal_id)
    await queue_message(context, conn, log.row, proposal_id, "proposal", silent=silent)
    return Proposed(log.row, await store.get_proposal(conn, proposal_id))


async def _find_open(conn: AsyncConnection, log: GameLog, kind: str) -> Proposal | None:
    """Return the open proposal of the given kind at the present version of the game; ``None`` if there is none."""
    found = await store.list_open(conn, log.row.id)
    return next((proposal for proposal in found if (proposal.kind, proposal.version) == (kind, log.version)), None)


async def _check_refused(conn: AsyncConnection, log: GameLog, kind: str, seat: int) -> None:
    """Raise Refusal if the same proposal was refused, or not answered in time, and the game has not moved on since."""
    refused_at = await store.find_refused_version(conn, log.row.id, kind, seat)
    if refused_at is not None and len(log.actions()) <= len(actions_that_count(log.rows[:refused_at])):
        raise Refusal("The others did not agree to that. You can ask again after the next move.")


async def propose_or_agree(context: Context, conn: AsyncConnection, log: GameLog, kind: str, user: User) -> Proposed:
    """Open a proposal. If another player has made the same proposal, agree to it.

    Return the result. Raise Refusal if the user cannot propose it.
    """
    seat = access.player_left(log.row, log.state(), user.id)
    known = await _find_open(conn, log, kind)
    if known is None or known.seat == seat:
        return await propose(context, conn, log, kind, seat)
    known = await _agree(context, conn, log, known, user)
    await queue_message(context, conn, log.row, known.id, "proposal_edit")
    return Proposed(log.row, known)


async def answer(
    context: Context,
    guild_id: int,
    proposal_id: int,
    user: User,
    *,
    agrees: bool,
    interaction_id: int,
    elsewhere: bool = False,
) -> tuple[GameLog, Proposal]:
    """Save the answer of a player who was asked. Return the updated game and proposal.

    ``elsewhere``: the answer was not given at the proposal's message, so the message has to be edited.
    """

    async def find(conn: AsyncConnection) -> int:
        return (await _get(conn, proposal_id)).game_id

    async def do(change: Change) -> tuple[GameLog, Proposal]:
        conn, log, _ = change
        proposal = await store.get_proposal(conn, proposal_id, lock=True) or await _get(conn, proposal_id)
        if agrees:
            proposal = await _agree(context, conn, log, proposal, user)
        else:
            access.to_answer(log, proposal, user.id)
            await store.set_proposal(conn, proposal.id, status="refused")
        if elsewhere:
            await queue_message(context, conn, log.row, proposal.id, "proposal_edit")
        return await again(change)

    async def again(change: Change) -> tuple[GameLog, Proposal]:
        return change.log, await _get(change.conn, proposal_id)

    press = Press(user, interaction_id, "agree" if agrees else "refuse")
    event = "proposal agreed to" if agrees else "proposal refused"
    return await change_by_press(context, guild_id, find, press, do, event=event, again=again)


async def _get(conn: AsyncConnection, proposal_id: int) -> Proposal:
    proposal = await store.get_proposal(conn, proposal_id)
    if proposal is None:
        raise Refusal("There is no such proposal.")
    return proposal


async def _agree(context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal, user: User) -> Proposal:
    """Record that the user agrees, and carry the proposal out if that was the last answer. Return the updated proposal."""
    seat = access.to_answer(log, proposal, user.id)
    return await agree_for(context, conn, log, proposal, [seat])


async def agree_for(
    context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal, seats: Iterable[int]
) -> Proposal:
    """Save the agreement of some of the asked seats. Carry the proposal out if those were the last answers."""
    new = set(seats)
    for seat in sorted(new):
        await store.add_agreement(conn, proposal.id, seat)
    if set(list_seats_to_ask(log.state(), proposal.seat)) <= proposal.agreed | new:
        await store.set_proposal(conn, proposal.id, status="agreed")
        await CARRY_OUT[proposal.kind](context, conn, log, proposal)
    return await store.get_proposal(conn, proposal.id) or proposal


async def _schedule(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Schedule the end of the first of a game's open proposals."""
    waiting = [proposal.answer_by for proposal in await store.list_open(conn, row.id) if proposal.answer_by is not None]
    if waiting:
        await context.schedule.schedule(conn, "answer", min(waiting), guild_id=row.guild_id, game_id=row.id)


async def expire(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """End the proposals of a game that were not answered in time."""
    log, now = await load(context, conn, None, row.game_id or 0, lock=True), context.clock()
    if context.connected.is_away(log.row.guild_id):
        await context.schedule.schedule(conn, "answer", now + MINUTE, guild_id=row.guild_id, game_id=row.game_id)
        return
    for proposal in await store.list_open(conn, log.row.id):
        if proposal.answer_by is not None and proposal.answer_by <= now:
            await store.set_proposal(conn, proposal.id, status="expired")
            await queue_message(context, conn, log.row, proposal.id, "proposal_edit")
    await _schedule(context, conn, log.row)


async def follow_change(context: Context, conn: AsyncConnection, change: Appended | GameStopped) -> None:
    """End the open proposals of a game that has moved on or stopped."""
    await void(context, conn, change.row)


async def void(context: Context, conn: AsyncConnection, row: GameRow, seat: int | None = None) -> None:
    """End the open proposals of a game, or of one of its seats, and queue the edits of their messages."""
    for proposal in await store.void_proposals(conn, row.id, seat):
        await context.outbox.put_for_game(conn, "proposal_edit", row, proposal=proposal)


async def agree_for_computers(context: Context, conn: AsyncConnection, log: GameLog, proposed: Proposed) -> Proposed:
    """Let the computers among the asked seats agree. Return the updated result."""
    proposal = proposed.proposal
    if proposal is None or proposal.status != "open":
        return proposed
    asked = [seat for seat in log.row.computers(list_seats_to_ask(log.state(), proposal.seat)) if seat not in proposal.agreed]
    return Proposed(log.row, await agree_for(context, conn, log, proposal, asked)) if asked else proposed


async def queue_message(
    context: Context, conn: AsyncConnection, row: GameRow, proposal_id: int, kind: str, **more: Any
) -> None:
    """Put the message of a proposal (``kind``: proposal), or an edit of it (proposal_edit), into the outbox."""
    await context.outbox.put_for_game(conn, kind, row, look=True, proposal=proposal_id, **more)


@write_transaction
async def update_message(
    context: Context, conn: AsyncConnection, log: GameLog, proposal_id: int, message_id: int | None
) -> None:
    """Update a proposal's message, after an answer that may not have got through."""
    if message_id is not None:
        await store.set_proposal(conn, proposal_id, message_id=message_id)
    await queue_message(context, conn, log.row, proposal_id, "proposal_edit")


async def list_newest(context: Context, log: GameLog) -> list[Proposal]:
    """Return the proposals at the newest position of a game, answered or not, oldest first."""
    return await context.db.read(lambda conn: store.list_proposals_at(conn, log.row.id, log.version))


@read_transaction
async def get_proposal(context: Context, conn: AsyncConnection, proposal_id: int) -> tuple[GameLog, Proposal] | None:
    """Return a proposal with its game's log, for the bot's own posts; ``None`` if there is none."""
    proposal = await store.get_proposal(conn, proposal_id)
    return None if proposal is None else (await load(context, conn, None, proposal.game_id), proposal)
