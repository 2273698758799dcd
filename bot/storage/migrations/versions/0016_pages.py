"""The keys to the pages of games: links that are not used yet, and open pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
additive = True
"""Whether processes of the version before can go on beside this schema. They serve no pages."""


def upgrade() -> None:
    """Add the two tables."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "page_tickets",
        sa.Column("ticket", sa.Text(), nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("guild_id", "user_id", "expires_at")),
        sa.PrimaryKeyConstraint("ticket", name=op.f("pk_page_tickets")),
        sqlite_strict=True,
    )
    op.create_table(
        "page_tokens",
        sa.Column("token_hash", sa.Text(), nullable=False),
        *(sa.Column(name, big, nullable=False) for name in ("guild_id", "game_id", "user_id", "expires_at", "seen_at")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_page_tokens_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_page_tokens")),
        sqlite_strict=True,
    )
    for name in ("guild_id", "user_id", "expires_at"):
        op.create_index(op.f(f"ix_page_tickets_{name}"), "page_tickets", [name])
    for name in ("guild_id", "game_id", "user_id", "expires_at"):
        op.create_index(op.f(f"ix_page_tokens_{name}"), "page_tokens", [name])
