"""Queries about ``results``, ``shares`` and ``feats``: the statistics of each finished game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import COUNTS, LISTED, GameRow, get_game
from bot.storage.queries.seats.holders import who_of
from bot.storage.queries.time.clocks import list_clocks
from bot.storage.rows import upsert
from bot.storage.schema import game_log, games, players
from bot.storage.schema_statistics import counted, feats, meetings, ratings, results, shares

OVERLAP = HOUR
"""Milliseconds by which searches for uncounted games look back, because a game can be committed after one that ended later."""


class Thought(NamedTuple):
    """A turn by its clock."""

    first: int
    """The number of rows in the log when the turn began."""
    last: int
    """The number of rows in the log when the next turn began."""
    spent: int
    """Milliseconds during which the clock ran."""
    seat: int | None = None
    """The seat whose time ran."""
    at: int = 0
    """Time of its beginning, in milliseconds since 1970."""
    bank: int = 0
    """Milliseconds that its player had at the beginning."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game with its whole log; times are in milliseconds since 1970."""

    row: GameRow
    ended_at: int
    log: tuple[LogRow, ...]
    times: tuple[int, ...]
    """Time of each row of the log."""
    turns: tuple[Thought, ...] = ()
    """The turns that have ended, including undone ones; empty for a game without time control."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a game counts in the statistics, and its number of turns."""

    game_id: int
    guild_id: int
    kind: str
    ended_at: int
    counting: str
    turns: int
    gave_up: str | None = None
    """The seats that gave up before everybody's second turn, separated by commas."""
    counted_by: int = 0
    """The version of the counting rules."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """The share of a player who decided for a seat of a finished game, and their result."""

    game_id: int
    seat: int
    who: int
    name: str
    guild_id: int
    kind: str
    ended_at: int
    counting: str
    place: int
    won: int
    score: int
    decisions: int
    decided: int
    thought: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class FeatRow:
    """A finished game's value for one feat."""

    game_id: int
    feat: str
    seat: int | None
    value: int
    guild_id: int
    kind: str
    ended_at: int


async def list_uncounted(conn: AsyncConnection, guild_id: int, limit: int) -> list[int]:
    """Return the finished games of a server without a result, in the order in which they ended."""
    since = await conn.scalar(select(counted.c.ended_at).where(counted.c.guild_id == guild_id))
    query = select(games.c.id).outerjoin(results, results.c.game_id == games.c.id)
    query = query.where(games.c.guild_id == guild_id, games.c.status == "over", COUNTS, results.c.game_id.is_(None))
    query = query.where(games.c.ended_at.is_not(None))
    if since is not None:
        query = query.where(games.c.ended_at >= since - OVERLAP)
    return list((await conn.scalars(query.order_by(games.c.ended_at, games.c.id).limit(limit))).all())


async def list_finished(conn: AsyncConnection, guild_id: int) -> list[int]:
    """Return all finished games of a server, in the order in which they ended."""
    query = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == "over", COUNTS)
    query = query.where(games.c.ended_at.is_not(None))
    return list((await conn.scalars(query.order_by(games.c.ended_at, games.c.id))).all())


async def list_guilds_to_count(conn: AsyncConnection) -> list[int]:
    """Return the ids of the servers that have finished games or results, sorted."""
    query = select(games.c.guild_id).where(games.c.status == "over", COUNTS).distinct()
    return sorted(set((await conn.scalars(query)).all()) | set((await conn.scalars(select(counted.c.guild_id))).all()))


async def load_finished(conn: AsyncConnection, game_ids: Sequence[int]) -> list[Finished]:
    """Return finished games with their logs, in the order of ``game_ids``. Leave out demos and those that are gone."""
    found = []
    for game_id in game_ids:
        row = await get_game(conn, game_id, None)
        if row is None or row.is_demo:
            continue
        ended_at = (await conn.execute(select(games.c.ended_at).where(games.c.id == game_id))).scalar_one()
        query = select(*(game_log.c[name] for name in ("seq", "kind", "text", "seat", "level", "at")))
        log = (await conn.execute(query.where(game_log.c.game_id == game_id).order_by(game_log.c.seq))).all()
        rows = tuple(LogRow(entry.seq, entry.kind, entry.text, entry.seat, entry.level) for entry in log)
        turns = tuple(
            Thought(turn.version, after.version, after.spent, turn.seat, turn.at, turn.allowed)
            for turn, after in pairwise(await list_clocks(conn, row))
        )
        found.append(Finished(row, ended_at, rows, tuple(entry.at for entry in log), turns))
    return found


async def lock_head(conn: AsyncConnection, guild_id: int) -> tuple[int, int]:
    """Lock the counting for a server. Return when its last counted game ended (ms since 1970), and the game's id."""
    query = select(counted.c.ended_at, counted.c.game_id).where(counted.c.guild_id == guild_id).with_for_update()
    found = (await conn.execute(query)).first()
    if found is None:
        await upsert(conn, counted, ("guild_id",), guild_id=guild_id, ended_at=0, game_id=0)
        found = (await conn.execute(query)).one()
    return found.ended_at, found.game_id


async def set_head(conn: AsyncConnection, guild_id: int, ended_at: int, game_id: int) -> None:
    """Save the last counted game of a server."""
    await upsert(conn, counted, ("guild_id",), guild_id=guild_id, ended_at=ended_at, game_id=game_id)


async def is_counted_otherwise(conn: AsyncConnection, guild_id: int, counted_by: int) -> bool:
    """Return whether a server has results that were computed by earlier counting rules."""
    query = select(results.c.game_id).where(results.c.guild_id == guild_id, results.c.counted_by < counted_by)
    return (await conn.scalar(query.limit(1))) is not None


async def list_guilds_counted_otherwise(conn: AsyncConnection, counted_by: int) -> list[int]:
    """Return the servers with results that were computed by earlier counting rules."""
    query = select(results.c.guild_id).where(results.c.counted_by < counted_by).distinct()
    return list((await conn.scalars(query.order_by(results.c.guild_id))).all())


async def list_early_quitters(conn: AsyncConnection, guild_id: int, since: int, until: int) -> list[tuple[int, int]]:
    """Return the players who gave up a game early, and when that game ended, from ``since`` to ``until``."""
    query = select(results.c.ended_at, results.c.gave_up, players.c.seat, players.c.user_id)
    query = query.add_columns(players.c.holder, players.c.holder_number)
    query = query.join(players, players.c.game_id == results.c.game_id).where(results.c.guild_id == guild_id)
    query = query.where(results.c.gave_up.is_not(None), results.c.ended_at >= since, results.c.ended_at <= until)
    return [
        (who_of(row.holder, row.user_id, row.holder_number), row.ended_at)
        for row in await conn.execute(query.order_by(results.c.ended_at, results.c.game_id, players.c.seat))
        if str(row.seat) in row.gave_up.split(",")
    ]


async def has_result(conn: AsyncConnection, game_id: int) -> bool:
    """Return whether a game has a result."""
    return (await conn.scalar(select(results.c.game_id).where(results.c.game_id == game_id))) is not None


async def add_results(
    conn: AsyncConnection, made: Iterable[ResultRow], shared: Iterable[ShareRow], done: Iterable[FeatRow]
) -> None:
    """Add the results of games."""
    for table, rows in ((results, made), (shares, shared), (feats, done)):
        values = [asdict(row) for row in rows]
        if values:
            await conn.execute(insert(table), values)


async def list_shares(conn: AsyncConnection, guild_id: int) -> list[ShareRow]:
    """Return the shares of all games of a server, in the order in which the games ended."""
    query = select(shares).where(shares.c.guild_id == guild_id)
    query = query.order_by(shares.c.ended_at, shares.c.game_id, shares.c.seat, shares.c.who)
    return [ShareRow(**row) for row in (await conn.execute(query)).mappings()]


async def forget_results(conn: AsyncConnection, guild_id: int) -> None:
    """Delete all results and ratings of a server, with the rows from which ratings are computed."""
    for table in (feats, shares, results, ratings, meetings):
        await conn.execute(delete(table).where(table.c.guild_id == guild_id))
    await set_head(conn, guild_id, 0, 0)


async def list_next_finished(conn: AsyncConnection, guild_id: int, user_id: int | None, after: int, limit: int) -> list[int]:
    """Return the next finished games of a server after ``after``, by id; with ``user_id`` the member's."""
    query = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == "over", LISTED, games.c.id > after)
    if user_id is not None:
        query = query.join(players, players.c.game_id == games.c.id).where(players.c.user_id == user_id)
    query = query.where(games.c.ended_at.is_not(None)).order_by(games.c.id).limit(limit)
    return list((await conn.scalars(query)).all())
