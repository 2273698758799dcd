"""Puzzles: what members have tried, how well they solve them, how hard the puzzles are for them, and those of the days."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
additive = True
"""Whether processes of the version before can go on beside this schema. They set no puzzles."""


def upgrade() -> None:
    """Add the four tables."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    real: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
    op.create_table(
        "puzzle_tries",
        *(sa.Column(name, big, autoincrement=False, nullable=False) for name in ("guild_id", "user_id")),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("played", sa.Text(), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "puzzle", name=op.f("pk_puzzle_tries")),
        sqlite_strict=True,
    )
    op.create_table(
        "puzzle_solvers",
        *(sa.Column(name, big, autoincrement=False, nullable=False) for name in ("guild_id", "user_id")),
        sa.Column("mu", real, nullable=False),
        sa.Column("sigma", real, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_puzzle_solvers")),
        sqlite_strict=True,
    )
    op.create_table(
        "puzzle_strengths",
        sa.Column("guild_id", big, autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("mu", real, nullable=False),
        sa.Column("sigma", real, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "puzzle", name=op.f("pk_puzzle_strengths")),
        sqlite_strict=True,
    )
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", big, autoincrement=False, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("channel_id", big, nullable=False),
        sa.Column("message_id", big, nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "day", name=op.f("pk_daily_puzzles")),
        sqlite_strict=True,
    )
