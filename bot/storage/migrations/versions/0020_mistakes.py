"""Where the players of finished games lost most: what **Try again** asks about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
additive = True
"""Whether processes of the version before can go on beside this schema. They let nobody try again."""


def upgrade() -> None:
    """Add the table."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "mistakes",
        sa.Column("game_id", big, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", big, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_mistakes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_mistakes")),
        sqlite_strict=True,
    )
