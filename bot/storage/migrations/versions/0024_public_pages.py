"""Pages of a server for everybody, and of each game whether everybody saw its channel; of those before, it is not known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
additive = True
"""Whether processes of the version before can go on beside this schema. Of the games that they start, it is not known."""


def upgrade() -> None:
    """Add the column and the table."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("games", sa.Column("public", sa.Integer(), nullable=True))
    op.create_table(
        "public_pages",
        sa.Column("guild_id", big, autoincrement=False, nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("seen_at", big, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_public_pages")),
        sa.UniqueConstraint("slug", name=op.f("uq_public_pages_slug")),
        sqlite_strict=True,
    )
