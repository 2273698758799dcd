"""Queries about ``votes``: the players' wishes for the rules of the next game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import votes


async def save_vote(conn: AsyncConnection, game_id: int, user_id: int, data: Mapping[str, Any], now: int) -> None:
    """Save a player's vote on the rules of the next game."""
    wish = json.dumps(dict(data))
    await upsert(conn, votes, ("game_id", "user_id"), game_id=game_id, user_id=user_id, data=wish, at=now)


async def get_votes(conn: AsyncConnection, game_id: int) -> dict[int, dict[str, Any]]:
    """Return the votes on the rules of the next game by user id, the earliest first."""
    query = select(votes.c.user_id, votes.c.data).where(votes.c.game_id == game_id).order_by(votes.c.at)
    return {user: json.loads(data) for user, data in (await conn.execute(query)).all()}
