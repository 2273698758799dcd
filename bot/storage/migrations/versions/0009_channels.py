"""How a game shows itself in a channel; what a member has set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the settings of members, and the thread, status message and ping of each game."""
    op.create_table(
        "member_settings",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_member_settings")),
        sqlite_strict=True,
    )
    for name in ("thread_id", "status_message_id", "ping_message_id"):
        op.add_column("games", sa.Column(name, BIG))
    op.add_column("games", sa.Column("no_thread", sa.Text()))
    op.create_index(op.f("ix_games_thread_id"), "games", ["thread_id"])
