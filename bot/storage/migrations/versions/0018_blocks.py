"""Whom members have blocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
additive = True
"""Whether processes of the version before can go on beside this schema. They do not ask who has blocked whom."""


def upgrade() -> None:
    """Add the table."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "blocks",
        sa.Column("id", big, autoincrement=True, nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("guild_id", "user_id")),
        sa.Column("blocked_id", big, nullable=True),
        *(sa.Column(name, sa.Text(), nullable=True) for name in ("salt", "digest")),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
        sa.UniqueConstraint("user_id", "blocked_id", name=op.f("uq_blocks_user_id_blocked_id")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    for name in ("guild_id", "blocked_id"):
        op.create_index(op.f(f"ix_blocks_{name}"), "blocks", [name])
