"""The daily puzzle of a server: once a day, at the hour that the server has set, whatever is killed or moved.

The day is a row of the database, made in the transaction that puts the post into the outbox. So there is one a day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import find_hour, find_zone
from bot.games.puzzles import KeptPuzzle, games_with_puzzles, puzzles_of
from bot.storage.queries.learning import daily as store
from bot.storage.queries.learning.daily import Tries
from bot.storage.queries.learning.server_puzzles import list_puzzles
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import SettingsChanged
from bot.usecases.context import Context
from bot.usecases.learning import reports, server_puzzles
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

DUE = "daily_puzzle"
"""The kind of what is due at the hour of the puzzle."""
USUAL_HOUR = 18
"""The hour of a server that has set none."""


class Day(NamedTuple):
    """What the message of a day shows."""

    day: str
    puzzle: KeptPuzzle
    before: KeptPuzzle | None
    """The puzzle of the day before, whose answer is told."""
    tries: Tries
    """What was made of that one."""


async def follow_settings(context: Context, conn: AsyncConnection, changed: SettingsChanged) -> None:
    """Schedule the next puzzle of a server that wants one, and cancel that of a server that does not."""
    settings = await guild_settings.read(conn, changed.guild_id)
    if settings.puzzle_channel is None:
        await due.cancel(conn, DUE, guild_id=changed.guild_id)
    else:
        await context.schedule.schedule(conn, DUE, find_next_time(context.clock(), settings), guild_id=changed.guild_id)


def find_next_time(now: int, settings: GuildSettings) -> int:
    """Return the next time after ``now`` (ms since 1970) at which it is the hour of the puzzle in the server's time zone."""
    return find_hour(now, _find_zone(settings), USUAL_HOUR if settings.puzzle_hour is None else settings.puzzle_hour)


async def set_puzzle(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Put the puzzle of today into the outbox, if the server still wants one, and schedule that of tomorrow."""
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
    """Return the id of a puzzle that the server was not set yet; once all were, of any. Every day has another game.

    The shipped ones and those of the server are chosen alike; of the latter those of games that everybody sees.
    """
    games, public = games_with_puzzles(), context.list_public_channels(guild_id)
    number = int.from_bytes(sha256(f"{guild_id} {day}".encode()).digest()[:8], "big")
    game = games[datetime.fromisoformat(day).toordinal() % len(games)]
    own = [each.id for each in await list_puzzles(conn, guild_id, [game]) if each.channel_id in public]
    all_of_game = {*puzzles_of(game), *own}
    hidden = await reports.list_hidden_from_day(conn, guild_id)
    wanted = (all_of_game - hidden) or all_of_game
    fresh = sorted(wanted - await store.list_used(conn, guild_id)) or sorted(wanted)
    return fresh[number % len(fresh)]


async def find_day(context: Context, guild_id: int, day: str) -> Day | None:
    """Return what the message of a day shows; ``None`` where there is no such day.

    Another puzzle takes the place of one that was taken out, or that not everybody sees any more. As long as the client does
    not know the server, it cannot tell who sees a puzzle: then each stays.
    """
    server = context.find_server(guild_id)

    def is_public(channel_id: int) -> bool:
        return server is None or channel_id in server.public_channels

    async def work(conn: AsyncConnection) -> Day | None:
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
        return None if puzzle is None else Day(day, puzzle, before, tries)

    return await context.db.write(work)


def mention_solvers(solvers: Sequence[int], most: int) -> str:
    """Return mentions of those who solved a puzzle, at most so many."""
    told = ", ".join(f"<@{user}>" for user in solvers[:most])
    return f"{told} and {len(solvers) - most} more" if len(solvers) > most else told


def _find_zone(settings: GuildSettings) -> ZoneInfo:
    return find_zone(settings.time_zone or "UTC")
