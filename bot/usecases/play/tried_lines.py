"""Lines of moves that somebody has tried out on the page of a game, and keeps for themselves alone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.games.tries import Tried, try_out
from bot.storage.queries.play import tried_lines as store
from bot.storage.queries.play.tried_lines import KeptLine
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal

MOST_LINES = 12
"""Lines that a member keeps of a game."""
MOST_ENTRIES, MOST_CHARACTERS = 60, 4000
"""Entries of a line, and characters of all of them together."""
TOO_LONG = "That is as far as a line goes. Take something back, or go back to the game."
NO_VERSION = "The game has never come so far."


def find_tried(log: GameLog, version: int, line: Sequence[str]) -> Tried:
    """Return what a line leads to that begins at a version of a game. Raise Refusal where it cannot be tried."""
    if version > log.version:
        raise Refusal(NO_VERSION)
    if len(line) > MOST_ENTRIES or sum(map(len, line)) > MOST_CHARACTERS:
        raise Refusal(TOO_LONG)
    try:
        return try_out(log.state(version), line)
    except ValueError as error:
        raise Refusal(str(error)) from None


async def list_lines(context: Context, game_id: int, user_id: int) -> list[KeptLine]:
    """Return the lines that a member keeps of a game, the newest first."""
    return await context.db.read(lambda conn: store.list_lines(conn, game_id, user_id))


async def keep_line(context: Context, game_id: int, user_id: int, version: int, line: store.Line) -> list[KeptLine]:
    """Keep a line, in the place of those that it goes on from. Return all lines. Raise Refusal where there are too many."""

    async def work(conn: AsyncConnection) -> list[KeptLine]:
        known = await store.list_lines(conn, game_id, user_id)
        wanted = [list(entry) for entry in line]
        begun = [each for each in known if each.version == version and each.line == wanted[: len(each.line)]]
        for each in begun:
            await store.delete_line(conn, game_id, user_id, each.id)
        if len(known) - len(begun) >= MOST_LINES:
            raise Refusal(f"You keep {MOST_LINES} lines of this game already. Delete one first.")
        await store.add_line(conn, game_id, user_id, version, wanted, context.clock())
        return await store.list_lines(conn, game_id, user_id)

    return await context.db.write(work)


async def delete_line(context: Context, game_id: int, user_id: int, line_id: int) -> list[KeptLine]:
    """Delete a line. Return those that are left."""

    async def work(conn: AsyncConnection) -> list[KeptLine]:
        await store.delete_line(conn, game_id, user_id, line_id)
        return await store.list_lines(conn, game_id, user_id)

    return await context.db.write(work)
