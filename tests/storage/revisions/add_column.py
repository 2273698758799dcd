"""A revision that only adds, and does not say so. A test copies it behind the last revision."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = Path(__file__).name[:4]
down_revision = f"{int(revision) - 1:04}"


def upgrade() -> None:
    """Add a column."""
    op.add_column("games", sa.Column("next", sa.Text()))
