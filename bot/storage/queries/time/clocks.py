"""Queries about ``clocks``: the time used in a game, one row per turn. The row with the highest version is the current one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Select, and_, bindparam, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.common.home import home_of
from bot.common.hours_off import ALWAYS, HoursOff
from bot.storage.queries.play.games import GameRow
from bot.storage.rows import served_conditions
from bot.storage.schema import clocks, games, vacations

PAUSE, VACATION, COMPUTER, GONE = "pause", "vacation", "computer", "gone"
"""The reasons why a clock can be stopped."""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The time of one turn. Times are in milliseconds since 1970, durations in milliseconds."""

    game_id: int
    version: int
    """The version of the log when the turn began."""
    seat: int | None
    """The seat whose time runs; ``None`` once the game is over."""
    banks: tuple[int, ...]
    """The bank of each seat when the turn began."""
    allowed: int
    spent: int
    """The time spent on the previous turn."""
    at: int
    since: int
    """The start of the counted time. It moves when time is given back."""
    posted_at: int | None = None
    """Time at which the board of the turn was posted; ``None`` if the clock has not started yet."""
    stopped_at: int | None = None
    """Time at which the clock was stopped; ``None`` while it runs."""
    why: str | None = None
    """The reason why the clock is stopped, one of the words above; ``None`` while it runs."""
    stage: int = 0
    """0: begun, 1: the player was reminded, 2: the time has run out, 3: the last call was sent."""
    claim_id: int | None = None
    """The message in which the opponents can claim."""
    hours: HoursOff = ALWAYS

    def used(self, now: int) -> int:
        """Return how long the player has thought until ``now`` (ms)."""
        if self.posted_at is None:
            return max(0, self.at - self.since)
        return self.hours.running(self.since, self.stopped_at or now)

    def start_for(self, used: int, now: int) -> int:
        """Return the value of ``since`` for a clock that continues at ``now``.

        ``used``: the milliseconds for which the player has thought already.
        """
        return self.hours.before(now, used)

    def left(self, now: int) -> int:
        """Return the remaining time of the player (ms); negative if the time has run out."""
        return self.allowed - self.used(now)

    def deadline(self, now: int) -> int | None:
        """Return the time at which the clock runs out or ran out; ``None`` while it is stopped."""
        return None if self.stopped_at is not None else self.reaches(self.allowed, now)

    def reaches(self, used: int, now: int) -> int:
        """Return the time at which the player has thought for ``used`` milliseconds, if the clock runs from now on."""
        runs_from = now if self.posted_at is None else max(now, self.since)  # ``since`` is later if the clock was set back
        return self.hours.after(runs_from, used - self.used(now))


_NAMES = tuple(column.name for column in clocks.c)
LAST = select(clocks).where(clocks.c.game_id == bindparam("game")).order_by(clocks.c.version.desc()).limit(1)
"""The query for the current clock of the game ``game``."""
_VACATION_UNTIL = select(func.max(vacations.c.end_at).label("vacation_until")).where(
    vacations.c.guild_id == bindparam("home"),
    vacations.c.user_id == bindparam("user"),
    vacations.c.start_at <= bindparam("now"),
    vacations.c.end_at > bindparam("now"),
)
_INSERT = insert(clocks)
_OF_TURN = (clocks.c.game_id == bindparam("game"), clocks.c.version == bindparam("turn"))
_UPDATE = update(clocks).where(*_OF_TURN)
_POSTED = (
    update(clocks)
    .where(*_OF_TURN, clocks.c.posted_at.is_(None))
    .values(
        since=case((clocks.c.stopped_at.is_(None), clocks.c.since + bindparam("now") - clocks.c.at), else_=clocks.c.since),
        posted_at=bindparam("now"),
    )
)


def clock_of(row: Any, game: GameRow, prefix: str = "") -> ClockRow:
    """Return a clock of a game from a row whose columns begin with ``prefix``."""
    values = {name: row[f"{prefix}{name}"] for name in _NAMES}
    return ClockRow(**values | {"banks": tuple(map(int, values["banks"].split(","))), "hours": game.terms.hours_off})


async def get_last_clock(conn: AsyncConnection, game: GameRow) -> ClockRow | None:
    """Return the current clock of a game; ``None`` if the game never had one."""
    found = (await conn.execute(LAST, {"game": game.id})).mappings().first()
    return None if found is None else clock_of(found, game)


async def get_vacation_end(conn: AsyncConnection, user_id: int | None, now: int) -> int | None:
    """Return the end of a member's current vacation; ``None`` if they are not on vacation."""
    if user_id is None:
        return None
    found: int | None = await conn.scalar(_VACATION_UNTIL, {"home": home_of(user_id), "user": user_id, "now": now})
    return found


async def get_last_clocks(conn: AsyncConnection, rows: Sequence[GameRow]) -> dict[int, ClockRow]:
    """Return the current clocks of the given games, by the ids of the games."""
    by_id = {row.id: row for row in rows}
    newest = select(clocks.c.game_id, func.max(clocks.c.version).label("version")).where(clocks.c.game_id.in_(by_id))
    last = newest.group_by(clocks.c.game_id).subquery()
    query = select(clocks).join(last, and_(last.c.game_id == clocks.c.game_id, last.c.version == clocks.c.version))
    return {row["game_id"]: clock_of(row, by_id[row["game_id"]]) for row in (await conn.execute(query)).mappings()}


async def list_clocks(conn: AsyncConnection, game: GameRow) -> list[ClockRow]:
    """Return the clocks of all turns of a game, in order, including turns that were undone."""
    query = select(clocks).where(clocks.c.game_id == game.id).order_by(clocks.c.version)
    return [clock_of(row, game) for row in (await conn.execute(query)).mappings()]


async def insert_clock(conn: AsyncConnection, row: ClockRow) -> None:
    """Add the clock of a turn."""
    values = {name: getattr(row, name) for name in _NAMES}
    await conn.execute(_INSERT, values | {"banks": _write_banks(row.banks)})


def _write_banks(banks: Iterable[int]) -> str:
    return ",".join(map(str, banks))


async def set_clock(conn: AsyncConnection, row: ClockRow, **values: Any) -> ClockRow:
    """Change the clock of a turn. Return the changed clock."""
    stored = values | {"banks": _write_banks(values["banks"])} if "banks" in values else values
    await conn.execute(_UPDATE.values(stored), {"game": row.game_id, "turn": row.version})
    return replace(row, **values)


async def list_ids_with_hours_off(conn: AsyncConnection, served: Assignment) -> list[int]:
    """Return the ids of the running games with hours off in the given servers."""
    return list(await conn.scalars(_running(served).where(games.c.terms.like('%"off":%'))))


async def save_posted(conn: AsyncConnection, game_id: int, version: int, now: int) -> None:
    """Start the time of a turn whose board was posted. Do nothing if it has already started."""
    await conn.execute(_POSTED, {"game": game_id, "turn": version, "now": now})


def _running(served: Assignment) -> Select[Any]:
    return select(games.c.id).where(games.c.status == "running", *served_conditions(games.c.guild_id, served))


async def give_back(conn: AsyncConnection, served: Assignment, start: int, end: int) -> int:
    """Give the time between two moments back to every clock of the given servers that ran then. Return the number of clocks.

    Games with hours off are left out: see :func:`list_ids_with_hours_off`.
    """
    begun = case((clocks.c.posted_at > start, clocks.c.posted_at), else_=start)
    newest = select(func.max(clocks.c.version)).where(clocks.c.game_id == games.c.id).correlate(games).scalar_subquery()
    last = (
        select(clocks.c.game_id, clocks.c.version)
        .join(games, and_(games.c.id == clocks.c.game_id, clocks.c.version == newest))
        .where(clocks.c.game_id.in_(_running(served)))
        .subquery()
    )
    ran = (clocks.c.stopped_at.is_(None), clocks.c.posted_at < end, clocks.c.seat.is_not(None))
    hours_off = clocks.c.game_id.in_(select(games.c.id).where(games.c.terms.like('%"off":%')))
    mine = select(last.c.game_id).where(last.c.game_id == clocks.c.game_id, last.c.version == clocks.c.version).exists()
    moved = clocks.c.since + end - begun
    since = case((moved > end, end), else_=moved)  # a clock may have started meanwhile
    return (await conn.execute(update(clocks).where(mine, *ran, ~hours_off).values(since=since))).rowcount
