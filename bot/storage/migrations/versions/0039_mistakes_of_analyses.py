"""The mistakes of a game are a part of its analysis."""

from __future__ import annotations

from alembic import op

revision = "0039"
down_revision = "0038"
additive = False


def upgrade() -> None:
    """Drop the results of the separate search for the mistakes of a seat. An analysis finds them again."""
    op.drop_table("mistakes")
