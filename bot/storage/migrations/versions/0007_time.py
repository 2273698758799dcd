"""What is due at a time, as rows; how long players have to think."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables of what is due, of clocks and vacations. Add the terms of tables and games, and how a game ended."""
    for table in ("game_tables", "games"):
        op.add_column(table, sa.Column("terms", sa.Text(), nullable=False, server_default="{}"))
    op.create_table(
        "due",
        sa.Column("id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("game_id", BIG),
        sa.Column("table_id", BIG),
        sa.Column("user_id", BIG),
        sa.Column("payload", sa.Text(), nullable=False, server_default="{}"),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_due_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name=op.f("fk_due_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_due")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_due_at"), "due", ["at"])
    op.create_index(op.f("ix_due_game_id"), "due", ["game_id"])
    op.create_index(op.f("ix_due_table_id"), "due", ["table_id"])
    op.execute(
        "INSERT INTO due (kind, at, guild_id, table_id) "
        "SELECT 'table', expires_at, guild_id, id FROM game_tables WHERE status = 'open'"
    )
    op.add_column("games", sa.Column("ending", sa.Text()))
    op.add_column("proposals", sa.Column("answer_by", BIG))
    op.create_table(
        "clocks",
        sa.Column("game_id", BIG, nullable=False, autoincrement=False),
        sa.Column("version", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("banks", sa.Text(), nullable=False),
        *(sa.Column(name, BIG, nullable=False) for name in ("allowed", "spent", "at", "since")),
        sa.Column("posted_at", BIG),
        sa.Column("stopped_at", BIG),
        sa.Column("why", sa.Text()),
        sa.Column("stage", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("claim_id", BIG),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_clocks_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_clocks")),
        sqlite_strict=True,
    )
    op.create_table(
        "vacations",
        sa.Column("id", BIG, nullable=False),
        *(sa.Column(name, BIG, nullable=False) for name in ("guild_id", "user_id", "start_at", "end_at")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_vacations_guild_id_user_id"), "vacations", ["guild_id", "user_id"])
