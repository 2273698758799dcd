"""An index finds the running games, of which each heartbeat counts how many there are."""

from __future__ import annotations

from alembic import op

revision = "0035"
down_revision = "0034"
additive = True


def upgrade() -> None:
    """Add the index."""
    op.create_index(None, "games", ["status", "started_by", "guild_id"])
