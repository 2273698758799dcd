"""A revision that SQLite makes by rebuilding a table. A test copies it behind the last revision."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = Path(__file__).name[:4]
down_revision = f"{int(revision) - 1:04}" if revision.isdecimal() else None


def upgrade() -> None:
    """Add a column, and change another one."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("pace", sa.Text(), nullable=False, server_default="calm"))
        games.alter_column("channel_id", nullable=True)
