"""Reports: who reports a puzzle sees it no more; those who manage the server decide about the others."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.puzzles import KeptPuzzle
from bot.storage.queries.learning import reports as store
from bot.storage.queries.learning.reports import KEPT, OUT, Reported
from bot.usecases.context import Context
from bot.usecases.learning import server_puzzles
from bot.usecases.learning.server_puzzles import Sees
from bot.usecases.refusal import Refusal

MOST_OPEN = 5
"""Puzzles that one member may have reported and nobody has decided about: nobody can empty the daily puzzle by reports."""
GONE = "This puzzle is no longer set, so there is nothing to decide."


class Listed(NamedTuple):
    """A reported puzzle for those who manage the server."""

    report: Reported
    puzzle: KeptPuzzle


async def report(context: Context, guild_id: int, user_id: int, puzzle_id: str) -> None:
    """Hide a puzzle from a member, and from the daily puzzle until somebody has decided. Raise Refusal for one too many."""

    async def work(conn: AsyncConnection) -> None:
        if await store.count_open(conn, guild_id, user_id) >= MOST_OPEN:
            raise Refusal(
                f"You have reported {MOST_OPEN} puzzles that nobody has decided about yet. Those who manage this server find "
                "them in `/server settings`, at **Reports**."
            )
        await store.add_report(conn, guild_id, user_id, puzzle_id, context.clock())

    await context.db.write(work)


async def list_reported(context: Context, guild_id: int, sees: Sees) -> list[Listed]:
    """Return the puzzles that wait to be decided about, and behind them those that were taken out, as far as the asker sees."""

    async def look(conn: AsyncConnection) -> list[Listed]:
        found = list[Listed]()
        for each in await store.list_reported(conn, guild_id):
            puzzle = await server_puzzles.find(conn, guild_id, each.puzzle, sees)
            if puzzle is not None:
                found.append(Listed(each, puzzle))
        return found

    return await context.db.read(look)


async def decide(context: Context, guild_id: int, puzzle_id: str, sees: Sees, *, out: bool) -> None:
    """Take a puzzle out of a server, or keep it. Kept, it is in no list of reports any more. Raise Refusal if it is gone."""

    async def work(conn: AsyncConnection) -> None:
        if await server_puzzles.find(conn, guild_id, puzzle_id, sees) is None:
            raise Refusal(GONE)
        await store.save_decision(conn, guild_id, puzzle_id, OUT if out else KEPT, context.clock())

    await context.db.write(work)


async def list_hidden_from_day(conn: AsyncConnection, guild_id: int) -> set[str]:
    """Return the puzzles that are not to be the daily one: those taken out, and those that wait to be decided about."""
    return {each.puzzle for each in await store.list_reported(conn, guild_id)}
