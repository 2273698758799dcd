"""What shows the strength of members itself: who met whom, who gave up early, and by which rules a game was counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
additive = True
"""Whether processes of the version before can go on beside this schema. What they count meanwhile is counted again."""


def upgrade() -> None:
    """Add the meetings, and what results say besides. The figures themselves are counted anew when the bot starts."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    double: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
    key = ("guild_id", "pool", "kind", "period", "who", "opponent")
    op.create_table(
        "meetings",
        *(sa.Column(name, sa.Text() if name in ("pool", "kind", "period") else big, nullable=False) for name in key),
        sa.Column("games", double, nullable=False),
        sa.Column("won", double, nullable=False),
        sa.Column("at", big, nullable=False),
        sa.PrimaryKeyConstraint(*key, name=op.f("pk_meetings")),
        sqlite_strict=True,
    )
    op.add_column("results", sa.Column("gave_up", sa.Text(), nullable=True))
    op.add_column("results", sa.Column("counted_by", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_results_guild_id_counted_by"), "results", ["guild_id", "counted_by"])
