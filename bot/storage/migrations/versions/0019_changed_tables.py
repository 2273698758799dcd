"""How often the host has changed a table: whoever sits down has seen what is played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
additive = True
"""Whether processes of the version before can go on beside this schema. They change no tables."""


def upgrade() -> None:
    """Add the column."""
    op.add_column("game_tables", sa.Column("changes", sa.Integer(), nullable=False, server_default="0"))
