"""Open pages of puzzles and lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
additive = True
"""Whether processes of the version before can go on beside this schema. They serve no such pages."""


def upgrade() -> None:
    """Add the table."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "learning_pages",
        sa.Column("token_hash", sa.Text(), nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("guild_id", "channel_id", "user_id")),
        sa.Column("purpose", sa.Text(), nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("expires_at", "seen_at")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_learning_pages")),
        sqlite_strict=True,
    )
    for name in ("guild_id", "user_id", "expires_at"):
        op.create_index(op.f(f"ix_learning_pages_{name}"), "learning_pages", [name])
