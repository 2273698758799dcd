"""Computers at the table, hints, looks back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables of hints, demos and looks back. Say who decided for whom, and which game is the second of a pair."""
    op.add_column("games", sa.Column("second_of", BIG))
    op.add_column("game_log", sa.Column("level", sa.Integer()))
    op.create_table(
        "hints_used",
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hints_used_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", "version", name=op.f("pk_hints_used")),
        sqlite_strict=True,
    )
    op.create_table(
        "demos",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_demos")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_demos_guild_id_channel_id"), "demos", ["guild_id", "channel_id"])
    op.create_table(
        "lookbacks",
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_lookbacks_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_lookbacks")),
        sqlite_strict=True,
    )
