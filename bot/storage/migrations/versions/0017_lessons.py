"""Where members are in lessons, and who was told that there are some."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
additive = True
"""Whether processes of the version before can go on beside this schema. They give no lessons."""


def upgrade() -> None:
    """Add the two tables."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "lessons",
        *(sa.Column(name, big, autoincrement=False, nullable=False) for name in ("guild_id", "user_id")),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("played", sa.Text(), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "kind", name=op.f("pk_lessons")),
        sqlite_strict=True,
    )
    op.create_table(
        "newcomers",
        sa.Column("user_id", big, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("guild_id", big, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", name=op.f("pk_newcomers")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_newcomers_guild_id"), "newcomers", ["guild_id"])
