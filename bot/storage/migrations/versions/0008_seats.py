"""Who held a seat when; seats that are offered; what a player will play if."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "seat_changes",
        sa.Column("id", BIG, nullable=False),
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("user_id", BIG),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("holder_number", BIG),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seat_changes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_changes")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_seat_changes_game_id"), "seat_changes", ["game_id"])
    op.create_index(op.f("ix_seat_changes_user_id"), "seat_changes", ["user_id"])
    op.create_table(
        "seat_offers",
        sa.Column("id", BIG, nullable=False),
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("member_id", BIG),
        sa.Column("by_seat", sa.Integer()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seat_offers_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_offers")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_seat_offers_game_id_status"), "seat_offers", ["game_id", "status"])
    op.create_table(
        "premoves",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_premoves_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_premoves")),
        sqlite_strict=True,
    )
