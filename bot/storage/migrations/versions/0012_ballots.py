"""Since when a vote on the rules of the next game is open, and where its message is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
additive = True
"""Whether processes of the version before can go on beside this schema."""


def upgrade() -> None:
    """Add the ballots."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ballots",
        sa.Column("game_id", big, autoincrement=False, nullable=False),
        sa.Column("counts_at", big, nullable=False),
        sa.Column("channel_id", big, nullable=True),
        sa.Column("message_id", big, nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_ballots_game_id_games"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_ballots")),
        sqlite_strict=True,
    )
