"""Undo: a player takes a move back, without asking if nobody has moved since, otherwise when the others agree."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.proposals import Proposal
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.apply import append
from bot.usecases.play.change import Change, by_press
from bot.usecases.play.proposals import Proposed, agree_for_computers, list_seats_to_ask, propose, report_done
from bot.usecases.refusal import Refusal

MOST_UNDOS = 20
"""Maximum number of undos that computers allow in a game."""


@by_press("undo", event="undo asked for", again=report_done)
async def undo(context: Context, change: Change, user: User, *, seen: int | None = None) -> Proposed:
    """Take the user's last decision back, or propose it. Return the result. Raise Refusal if there is nothing to take back.

    ``seen``: the version of the game that the user saw; another one is a refusal (``None``: do not check).
    """
    conn, log, _ = change
    if seen is not None:
        access.to_take_back(log.row, version=log.version, seen=seen)
    seat = access.player(log.row, user.id)
    keep, alone = find_last_decision(log, seat)
    if not alone and not _computers_agree_at_once(log, list_seats_to_ask(log.state(), seat)):
        proposed = await propose(context, conn, log, "undo", seat, keep)
        return await agree_for_computers(context, conn, log, proposed)
    await _take_back(context, conn, log, keep, seat)
    return await report_done(change)


async def carry_out_undo(context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal) -> None:
    """Carry out an agreed undo."""
    await _take_back(context, conn, log, proposal.keep or 0, proposal.seat)


async def _take_back(context: Context, conn: AsyncConnection, log: GameLog, keep: int, seat: int) -> None:
    """Add an undo to the log: only the first ``keep`` actions count. Outcomes of chance among them stay as they were."""
    state = GameLog(log.row, log.actions()[:keep]).state()
    await append(context, conn, log, state, [LogRow(0, "undo", str(keep), seat)])


def find_last_decision(log: GameLog, seat: int) -> tuple[int, bool]:
    """Return how many actions come before the seat's last decision, and whether it is the last action of all.

    Raise Refusal if there is nothing to take back.
    """
    actions = log.actions()
    mine = [number for number, row in enumerate(actions) if row.seat == seat]
    if not mine:
        raise Refusal("You have no move to take back.")
    keep = mine[-1]
    if any(row.is_drop for row in actions[keep:]):
        raise Refusal("A player has left the game since then, so your move cannot be taken back.")
    return keep, keep == len(actions) - 1


def _computers_agree_at_once(log: GameLog, seats: Sequence[int]) -> bool:
    """Return whether only computers have to agree; they always do, up to a limit. Raise Refusal if the limit is reached."""
    if not seats or len(log.row.computers(seats)) < len(seats):
        return False
    if sum(row.kind == "undo" for row in log.rows) >= MOST_UNDOS:
        raise Refusal("{most} moves have been taken back in this game, and the computers allow no more.", most=MOST_UNDOS)
    return True
