"""Shards are held by PostgreSQL's locks, so a claim on a post needs no end."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drop the end of a claim."""
    op.drop_column("posts", "claimed_until")
