"""Queries about ``interactions``: the presses and commands that changed a game, so that none counts twice."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import interactions

_CARRIED_OUT = select(interactions.c.version).where(
    interactions.c.interaction_id == bindparam("interaction"), interactions.c.what == bindparam("wish")
)


async def was_carried_out(conn: AsyncConnection, interaction_id: int, what: str) -> bool:
    """Return whether the interaction has already changed something, for the same purpose ``what``."""
    return (await conn.scalar(_CARRIED_OUT, {"interaction": interaction_id, "wish": what})) is not None


async def save_interaction(conn: AsyncConnection, interaction_id: int, what: str, game_id: int, version: int, now: int) -> None:
    """Save that the interaction has changed the game."""
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
    """Delete every interaction: Discord numbers them anew."""
    await conn.execute(delete(interactions))
