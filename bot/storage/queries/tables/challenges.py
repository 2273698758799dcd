"""Queries about ``challenges`` and ``challenge_games``: standing offers to play, and the games that resulted from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import challenge_games, challenges, games


@dataclass(frozen=True, slots=True)
class Challenge:
    """A standing offer of a member."""

    id: int
    guild_id: int
    user_id: int
    name: str
    kind: str
    pace: str
    """``any`` to accept the other member's choice."""
    at_once: int
    within: int | None
    at: int


async def save_challenge(
    conn: AsyncConnection,
    *,
    guild_id: int,
    user: tuple[int, str],
    kind: str,
    pace: str,
    at_once: int,
    within: int | None,
    now: int,
) -> None:
    """Save a member's offer for a kind of game, replacing the previous one."""
    key = {"guild_id": guild_id, "user_id": user[0], "kind": kind}
    values = {"name": user[1], "pace": pace, "at_once": at_once, "within": within, "at": now}
    await upsert(conn, challenges, tuple(key), **key, **values)


async def delete_challenges(conn: AsyncConnection, guild_id: int, user_id: int, kind: str | None = None) -> int:
    """Delete a member's offers for a kind of game (``None``: for all). Return how many there were."""
    mine = [challenges.c.guild_id == guild_id, challenges.c.user_id == user_id]
    if kind is not None:
        mine.append(challenges.c.kind == kind)
    return (await conn.execute(delete(challenges).where(*mine))).rowcount


async def list_challenges(
    conn: AsyncConnection, guild_id: int, user_id: int | None = None, *, lock: bool = False
) -> list[Challenge]:
    """Return the offers of a server, oldest first; with ``user_id`` those of this member. ``lock``: lock their rows."""
    query = select(challenges).where(challenges.c.guild_id == guild_id)
    if user_id is not None:
        query = query.where(challenges.c.user_id == user_id)
    query = query.order_by(challenges.c.at, challenges.c.id)
    return [Challenge(**row) for row in (await conn.execute(query.with_for_update() if lock else query)).mappings()]


async def add_game(conn: AsyncConnection, game_id: int, one_id: int, other_id: int, now: int) -> None:
    """Record that two offers have become a game."""
    await conn.execute(insert(challenge_games).values(game_id=game_id, one_id=one_id, other_id=other_id, at=now))


async def count_running(conn: AsyncConnection, guild_id: int) -> Counter[tuple[int, str]]:
    """Return the number of running games from offers in a server, by member and kind of game."""
    query = select(games.c.kind, challenge_games.c.one_id, challenge_games.c.other_id)
    query = query.join(games, games.c.id == challenge_games.c.game_id)
    found = Counter[tuple[int, str]]()
    for kind, one, other in await conn.execute(query.where(games.c.guild_id == guild_id, games.c.status == "running")):
        found.update([(one, kind), (other, kind)])
    return found


async def list_meetings(conn: AsyncConnection, guild_id: int, since: int) -> dict[frozenset[int], int]:
    """Return when two members of a server were last matched by their offers, after ``since``: pair -> time."""
    query = select(challenge_games.c.one_id, challenge_games.c.other_id, challenge_games.c.at)
    query = query.join(games, games.c.id == challenge_games.c.game_id)
    query = query.where(games.c.guild_id == guild_id, challenge_games.c.at > since).order_by(challenge_games.c.at)
    return {frozenset((one, other)): at for one, other, at in await conn.execute(query)}


async def has_offers(conn: AsyncConnection, guild_id: int) -> bool:
    """Return whether members of a server have offers."""
    return await conn.scalar(select(challenges.c.id).where(challenges.c.guild_id == guild_id).limit(1)) is not None


async def list_servers_of(conn: AsyncConnection, user_id: int) -> list[int]:
    """Return the servers in which a member has offers."""
    query = select(challenges.c.guild_id).where(challenges.c.user_id == user_id).distinct()
    return list((await conn.scalars(query.order_by(challenges.c.guild_id))).all())
