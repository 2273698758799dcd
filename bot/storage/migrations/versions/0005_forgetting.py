"""What is remembered about forgetting: servers that removed the bot, and what a backup must forget again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
additive = True

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "guild_departures",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("bot_id", BIG, autoincrement=False, nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "bot_id", name=op.f("pk_guild_departures")),
        sqlite_strict=True,
    )
    op.create_table(
        "forgotten",
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text()),
        sa.Column("server", BIG),
        sa.Column("at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("salt", name=op.f("pk_forgotten")),
        sqlite_strict=True,
    )
