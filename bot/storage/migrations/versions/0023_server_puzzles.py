"""Puzzles from a server's own finished games, and reports of puzzles with what was decided about them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
additive = True
"""Whether processes of the version before can go on beside this schema. They set the shipped puzzles alone."""


def upgrade() -> None:
    """Add the three tables."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    real: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
    op.create_table(
        "server_puzzles",
        sa.Column("id", big, autoincrement=True, nullable=False),
        sa.Column("guild_id", big, nullable=False),
        sa.Column("game_id", big, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hardness", real, nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_server_puzzles_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_server_puzzles")),
        sa.UniqueConstraint("game_id", "place", name=op.f("uq_server_puzzles_game_id_place")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_server_puzzles_guild_id"), "server_puzzles", ["guild_id"])
    op.create_table(
        "puzzle_reports",
        sa.Column("guild_id", big, autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("user_id", big, autoincrement=False, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "puzzle", "user_id", name=op.f("pk_puzzle_reports")),
        sqlite_strict=True,
    )
    op.create_table(
        "puzzle_decisions",
        sa.Column("guild_id", big, autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "puzzle", name=op.f("pk_puzzle_decisions")),
        sqlite_strict=True,
    )
