"""The daily puzzle of a server: once a day, at the hour set by the server, even after restarts and moved shards.

The day is a row of the database, inserted in the transaction that queues the post, so there is only one a day.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import find_hour, find_zone
from bot.games.puzzles import KeptPuzzle, games_with_puzzles, puzzles_of
from bot.storage.queries.learning import daily as store
from bot.storage.queries.learning import reports
from bot.storage.queries.learning.daily import Tries
from bot.storage.queries.learning.server_puzzles import list_puzzles
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import SettingsChanged
from bot.usecases.context import Context, write_transaction
from bot.usecases.learning import server_puzzles
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

DUE = "daily_puzzle"
"""The kind of the scheduled task at the hour of the puzzle."""
USUAL_HOUR = 18


class Day(NamedTuple):
    """The data of a day's message."""

    day: str
    puzzle: KeptPuzzle
    before: KeptPuzzle | None
    """The puzzle of the day before, whose answer is shown; ``None`` for the first day, or if it is no longer in use."""
    was_withdrawn: bool
    """Whether there was a puzzle the day before that is no longer in use."""
    tries: Tries


async def follow_settings(context: Context, conn: AsyncConnection, changed: SettingsChanged) -> None:
    """Schedule the next puzzle, or cancel it if the server has turned the daily puzzle off."""
    settings = await guild_settings.read(conn, changed.guild_id)
    if settings.puzzle_channel is None:
        await due.cancel(conn, DUE, guild_id=changed.guild_id)
    else:
        await context.schedule.schedule(conn, DUE, find_next_time(context.clock(), settings), guild_id=changed.guild_id)


def find_next_time(now: int, settings: GuildSettings) -> int:
    """Return the next time after ``now`` (ms since 1970) when it is the hour of the puzzle in the server's time zone."""
    return find_hour(now, _find_zone(settings), USUAL_HOUR if settings.puzzle_hour is None else settings.puzzle_hour)


async def set_puzzle(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Queue today's puzzle, if the daily puzzle is still on, and schedule tomorrow's."""
    guild_id, now = row.guild_id, context.clock()
    settings = await guild_settings.read(conn, guild_id)
    if settings.puzzle_channel is None:
        return
    day = f"{datetime.fromtimestamp(now / 1000, _find_zone(settings)):%Y-%m-%d}"
    if await store.get_day(conn, guild_id, day) is None:
        puzzle = await _choose(context, conn, guild_id, day)
        await store.insert_day(conn, guild_id, day, puzzle, settings.puzzle_channel)
        await context.outbox.put(conn, "daily", guild_id, settings.puzzle_channel, day=day)
    await context.schedule.schedule(conn, DUE, find_next_time(now, settings), guild_id=guild_id)


async def _choose(context: Context, conn: AsyncConnection, guild_id: int, day: str) -> str:
    """Return the id of a puzzle that the server has not had yet (any, once all were used). The game changes every day.

    It is a shipped puzzle, or one of the server's own from a game visible to everybody. Puzzles that managers removed, and
    those with open reports, are left out while there are others.
    """
    games, public = games_with_puzzles(), context.list_public_channels(guild_id)
    number = int.from_bytes(sha256(f"{guild_id} {day}".encode()).digest()[:8], "big")
    game = games[datetime.fromisoformat(day).toordinal() % len(games)]
    own = [each.id for each in await list_puzzles(conn, guild_id, [game]) if each.channel_id in public]
    all_of_game = {*puzzles_of(game), *own}
    hidden = {each.puzzle for each in await reports.list_reported(conn, guild_id)}
    wanted = (all_of_game - hidden) or all_of_game
    fresh = sorted(wanted - await store.list_used(conn, guild_id)) or sorted(wanted)
    return fresh[number % len(fresh)]


@write_transaction
async def find_day(context: Context, conn: AsyncConnection, guild_id: int, day: str) -> Day | None:
    """Return the data of a day's message; ``None`` if there is no such day.

    A puzzle that was removed, or is no longer visible to everybody, is replaced by another one. While the client does not know
    the server, visibility cannot be checked and the puzzle stays.
    """
    server = context.find_server(guild_id)

    def is_public(channel_id: int) -> bool:
        return server is None or channel_id in server.public_channels

    row = await store.get_day(conn, guild_id, day)
    if row is None:
        return None
    puzzle = await server_puzzles.find(conn, guild_id, row.puzzle, is_public)
    if puzzle is None:
        chosen = await _choose(context, conn, guild_id, day)
        puzzle = await server_puzzles.find(conn, guild_id, chosen, is_public)
        await store.set_puzzle(conn, guild_id, day, chosen)
    earlier = await store.get_day_before(conn, guild_id, day)
    before = None if earlier is None else await server_puzzles.find(conn, guild_id, earlier.puzzle, is_public)
    tries = Tries((), 0) if before is None else await store.count_tries(conn, guild_id, before.id)
    withdrawn = earlier is not None and before is None
    return None if puzzle is None else Day(day, puzzle, before, withdrawn, tries)


def _find_zone(settings: GuildSettings) -> ZoneInfo:
    return find_zone(settings.time_zone or "UTC")
