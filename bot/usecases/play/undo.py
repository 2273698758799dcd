"""Undo: a player takes a move back, alone if nobody has moved since, else when the others agree."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import interactions
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.proposals import Proposal
from bot.usecases import access
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import append, keep_committed, load, log_event
from bot.usecases.play.proposals import Proposed, agree_for_computers, propose, seats_to_ask
from bot.usecases.refusal import Refusal

MOST_UNDOS = 20
"""Moves that computers let be taken back in one game."""


async def undo(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Proposed:
    """Take the user's last decision back, or propose it. Raise Refusal if there is nothing to take back."""
    interaction = InteractionKey(interaction_id, f"{user.id} undo")

    async def work(conn: AsyncConnection) -> tuple[GameLog, Proposed]:
        log = await load(context, conn, guild_id, game_id, lock=True)
        if await interactions.was_carried_out(conn, *interaction):
            return log, Proposed(log.row, None)
        seat = access.player(log.row, user.id)
        keep, alone = _find_last_decision(log, seat)
        if not alone and not _computers_agree_at_once(log, seats_to_ask(log.state(), seat)):
            proposed = await propose(context, conn, log, "undo", seat, keep)
            return log, await agree_for_computers(context, conn, log, proposed, carry_out)
        await _take_back(context, conn, log, keep, seat, interaction)
        return log, Proposed(log.row, None)

    log, proposed = await context.db.write(work)
    keep_committed(context, log)
    event = "move taken back" if proposed.proposal is None else "undo proposed"
    log_event(event, log, user.id, interaction_id)
    return proposed


async def carry_out(context: Context, conn: AsyncConnection, log: GameLog, proposal: Proposal) -> None:
    """Take back what all have agreed to."""
    await _take_back(context, conn, log, proposal.keep or 0, proposal.seat, None)


async def _take_back(
    context: Context, conn: AsyncConnection, log: GameLog, keep: int, seat: int, interaction: InteractionKey | None
) -> None:
    """Add an undo to the log: only the first ``keep`` actions count. Outcomes of chance among them stay as they were."""
    state = GameLog(log.row, log.actions()[:keep]).state()
    await append(context, conn, log, state, [LogRow(0, "undo", str(keep), seat)], interaction)


def _find_last_decision(log: GameLog, seat: int) -> tuple[int, bool]:
    """Return how many actions come before the seat's last decision, and whether it is the last action of all."""
    actions = log.actions()
    mine = [number for number, row in enumerate(actions) if row.seat == seat]
    if not mine:
        raise Refusal("You have no move to take back.")
    keep = mine[-1]
    if any(row.text.startswith("drop ") for row in actions[keep:]):
        raise Refusal("Somebody has given up since, and that cannot be taken back.")
    return keep, keep == len(actions) - 1


def _computers_agree_at_once(log: GameLog, seats: Sequence[int]) -> bool:
    """Whether all who would have to agree are computers, which do. Raise Refusal if they have done so often enough."""
    if not seats or len(log.row.computers(seats)) < len(seats):
        return False
    if sum(row.kind == "undo" for row in log.rows) >= MOST_UNDOS:
        raise Refusal(f"{MOST_UNDOS} moves have been taken back in this game, and the computers let you take back no more.")
    return True
