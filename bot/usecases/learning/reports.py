"""Reports: a reported puzzle is hidden from the reporter.

The managers of the server decide whether it stays for everybody else.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.puzzles import KeptPuzzle
from bot.storage.queries.learning import reports as store
from bot.storage.queries.learning.reports import KEPT, OUT, Reported
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.learning import server_puzzles
from bot.usecases.learning.server_puzzles import CanSee
from bot.usecases.refusal import Refusal

MOST_OPEN = 5
"""Maximum number of a member's open reports, so that nobody can use up the daily puzzles by reporting them."""
GONE = "This puzzle is no longer in use, so there is nothing to decide."


class Listed(NamedTuple):
    """A reported puzzle, as the managers of the server see it."""

    report: Reported
    puzzle: KeptPuzzle


@write_transaction
async def report(context: Context, conn: AsyncConnection, guild_id: int, user_id: int, puzzle_id: str) -> None:
    """Hide a puzzle from a member, and from the daily puzzles until a decision. Raise Refusal for too many reports."""
    if await store.count_open(conn, guild_id, user_id) >= MOST_OPEN:
        raise Refusal(
            f"You have reported {MOST_OPEN} puzzles that are not decided yet. Server managers find them in "
            "`/server settings`, at **Reports**."
        )
    await store.add_report(conn, guild_id, user_id, puzzle_id, context.clock())


@read_transaction
async def list_reported(context: Context, conn: AsyncConnection, guild_id: int, sees: CanSee) -> list[Listed]:
    """Return the puzzles with open reports, then the removed ones, except those that the user may not see."""
    found = list[Listed]()
    for each in await store.list_reported(conn, guild_id):
        puzzle = await server_puzzles.find(conn, guild_id, each.puzzle, sees)
        if puzzle is not None:
            found.append(Listed(each, puzzle))
    return found


@write_transaction
async def decide(context: Context, conn: AsyncConnection, guild_id: int, puzzle_id: str, sees: CanSee, *, out: bool) -> None:
    """Remove a reported puzzle from a server (``out``), or keep it and close its reports. Raise Refusal if it is gone."""
    if await server_puzzles.find(conn, guild_id, puzzle_id, sees) is None:
        raise Refusal(GONE)
    await store.save_decision(conn, guild_id, puzzle_id, OUT if out else KEPT, context.clock())
