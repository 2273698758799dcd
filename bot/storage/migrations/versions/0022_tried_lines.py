"""Lines of moves that members have tried out on the page of a game, and keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
additive = True
"""Whether processes of the version before can go on beside this schema."""


def upgrade() -> None:
    """Add the table."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "tried_lines",
        sa.Column("id", big, autoincrement=True, nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("game_id", "user_id")),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_tried_lines_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tried_lines")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_tried_lines_game_id_user_id"), "tried_lines", ["game_id", "user_id"])
    op.create_index(op.f("ix_tried_lines_user_id"), "tried_lines", ["user_id"])
