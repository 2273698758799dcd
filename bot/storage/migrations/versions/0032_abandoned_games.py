"""Adjourned games that nobody takes up end. For those that are adjourned already, the time begins now.

Games keep when the player to move was last nudged.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import BIG, big

revision = "0032"
down_revision = "0031"
additive = True

_ANNOUNCED_AFTER = 23 * 24 * 60 * 60 * 1000
"""Milliseconds until the players are told."""

_games = sa.table("games", sa.column("guild_id", BIG), sa.column("id", BIG), sa.column("status"))
_due = sa.table("due", sa.column("kind"), sa.column("at", BIG), sa.column("guild_id", BIG), sa.column("game_id", BIG))


def upgrade() -> None:
    """Add the column, and schedule the announcement for each adjourned game."""
    op.add_column("games", big("nudged_at", null=True))
    at = sa.literal(int(time.time() * 1000) + _ANNOUNCED_AFTER, BIG)
    adjourned = sa.select(sa.literal("abandoned"), at, _games.c.guild_id, _games.c.id).where(_games.c.status == "adjourned")
    op.execute(sa.insert(_due).from_select(("kind", "at", "guild_id", "game_id"), adjourned.order_by(_games.c.id)))
