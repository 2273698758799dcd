"""The current names of members with finished games, and which of them have left."""

from __future__ import annotations

from bot.storage.migrations.parts import big, create_table, integer, text

revision = "0033"
down_revision = "0032"
additive = True


def upgrade() -> None:
    """Add the table. It fills as members are shown."""
    create_table(
        "member_names",
        *(big("guild_id", key=True), big("user_id", key=True), text("name")),
        *(integer("has_left"), big("asked_at")),
    )
