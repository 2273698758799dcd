"""Queries about votes on the rules of the next game: ``ballots`` (the opened votes) and ``votes`` (each player's choice)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import ballots, votes


class Ballot(NamedTuple):
    """A vote that was opened."""

    counts_at: int
    """Time at which the vote begins to count, regardless of the number of votes (ms since 1970)."""
    channel_id: int | None
    message_id: int | None
    """The newest message of the vote."""


async def get_ballot(conn: AsyncConnection, game_id: int) -> Ballot | None:
    """Return the vote after a game; ``None`` if nobody has opened it."""
    columns = ballots.c.counts_at, ballots.c.channel_id, ballots.c.message_id
    found = (await conn.execute(select(*columns).where(ballots.c.game_id == game_id))).first()
    return None if found is None else Ballot(*found)


async def insert_ballot(conn: AsyncConnection, game_id: int, counts_at: int) -> None:
    """Open the vote after a game. There must be none."""
    await conn.execute(insert(ballots).values(game_id=game_id, counts_at=counts_at))


async def set_message(conn: AsyncConnection, game_id: int, channel_id: int, message_id: int) -> None:
    """Save the newest message of a vote."""
    where = ballots.c.game_id == game_id
    await conn.execute(update(ballots).where(where).values(channel_id=channel_id, message_id=message_id))


async def save_vote(conn: AsyncConnection, game_id: int, user_id: int, data: Mapping[str, Any], now: int) -> None:
    """Save a player's vote on the rules of the next game."""
    wish = json.dumps(dict(data))
    await upsert(conn, votes, ("game_id", "user_id"), game_id=game_id, user_id=user_id, data=wish, at=now)


async def get_votes(conn: AsyncConnection, game_id: int) -> dict[int, dict[str, Any]]:
    """Return the votes on the rules of the next game by user id, earliest first."""
    query = select(votes.c.user_id, votes.c.data).where(votes.c.game_id == game_id).order_by(votes.c.at)
    return {user: json.loads(data) for user, data in (await conn.execute(query)).all()}
