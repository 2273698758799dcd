"""What people write in a game: a word with a move, a private note. And who has cancelled a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
additive = True
"""Whether processes of the version before can go on beside this schema."""


def upgrade() -> None:
    """Add the two tables and the column, all empty."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "remarks",
        sa.Column("game_id", big, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", big, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_remarks_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "version", "user_id", name=op.f("pk_remarks")),
        sqlite_strict=True,
    )
    op.create_table(
        "notes",
        sa.Column("game_id", big, autoincrement=False, nullable=False),
        sa.Column("user_id", big, autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_notes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_notes")),
        sqlite_strict=True,
    )
    op.add_column("games", sa.Column("cancelled_by", big, nullable=True))
