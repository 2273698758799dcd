"""Queries about ``interactions``: the presses and commands that changed a game, so that none is carried out twice."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import interactions


async def save_interaction(conn: AsyncConnection, interaction_id: int, what: str, game_id: int, version: int, now: int) -> None:
    """Record that an interaction has changed the game."""
    await upsert(
        conn,
        interactions,
        ("interaction_id",),
        interaction_id=interaction_id,
        what=what,
        game_id=game_id,
        version=version,
        at=now,
    )


async def forget_interactions(conn: AsyncConnection, before: int) -> None:
    """Delete the interactions that are too old to be sent again."""
    await conn.execute(delete(interactions).where(interactions.c.at < before))


async def forget_all(conn: AsyncConnection) -> None:
    """Delete all interactions, because Discord's numbering starts again."""
    await conn.execute(delete(interactions))
