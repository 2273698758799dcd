"""The keys to pages of games, and those to pages of puzzles and lessons, become one table. Open pages stay open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import big, create_table, text

revision = "0036"
down_revision = "0035"

_MOVE = """
    INSERT INTO page_keys (token_hash, guild_id, place_id, user_id, purpose, expires_at, seen_at)
    SELECT token_hash, guild_id, {place}, user_id, {purpose}, expires_at, seen_at FROM {table}
"""


def upgrade() -> None:
    """Move what the two tables have into a new one."""
    create_table(
        "page_keys",
        *(text("token_hash", key=True), big("guild_id"), big("place_id"), big("user_id"), text("purpose")),
        *(big("expires_at"), big("seen_at")),
        *(sa.Index(None, name) for name in ("guild_id", "user_id", "expires_at")),
    )
    op.execute(_MOVE.format(table="page_tokens", place="game_id", purpose="''"))
    op.execute(_MOVE.format(table="learning_pages", place="channel_id", purpose="purpose"))
    op.drop_table("page_tokens")
    op.drop_table("learning_pages")
