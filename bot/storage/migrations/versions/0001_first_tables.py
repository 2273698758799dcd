"""The tables of version 0.1."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.migrations.parts import big, create_table, identity, integer, parent, text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table of the first version."""
    create_table("meta", text("key", key=True), text("value"))
    _create_tables_of_games()
    _create_tables_of_lobbies()
    _create_tables_of_votes()


def _create_tables_of_games() -> None:
    create_table(
        "games",
        *(identity(), big("guild_id"), big("channel_id"), text("game"), integer("rules"), integer("seats")),
        *(text("options"), text("setup"), text("status"), integer("version"), integer("seat", null=True)),
        *(big("board_message_id", null=True), integer("board_version", null=True)),
        *(big("created_at"), big("updated_at"), big("ended_at", null=True)),
        *(sa.Index(None, "channel_id", "status"), sa.Index(None, "guild_id", "status")),
        numbered=True,
    )
    create_table(
        "players",
        *(parent("game_id", key=True), integer("seat", key=True), big("user_id"), text("name")),
        *(integer("score", null=True), integer("won", null=True)),
        sa.UniqueConstraint("game_id", "user_id"),
        sa.Index(None, "user_id"),
    )
    create_table("drafts", parent("game_id", key=True), big("user_id", key=True), integer("version"), text("data"))
    create_table(
        "log",
        *(parent("game_id", key=True), integer("seq", key=True), text("kind"), text("text")),
        *(big("user_id", null=True), big("at")),
    )
    create_table(
        "requests",
        *(big("interaction_id", key=True), parent("game_id"), text("what"), integer("version"), big("at")),
        *(sa.Index(None, "at"), sa.Index(None, "game_id")),
    )


def _create_tables_of_lobbies() -> None:
    create_table(
        "lobbies",
        *(identity(), big("guild_id"), big("channel_id"), big("message_id", null=True), big("host_id"), text("game")),
        *(text("options"), text("setup", default="{}"), integer("seats", null=True), big("opponent_id", null=True)),
        *(big("rematch_of", null=True), text("status"), big("game_id", null=True), big("created_at"), big("expires_at")),
        *(sa.Index(None, "guild_id"), sa.Index(None, "status", "expires_at")),
        numbered=True,
    )
    create_table(
        "lobby_members",
        *(parent("lobby_id", "lobbies", key=True), big("user_id", key=True), text("name"), integer("position")),
        sa.UniqueConstraint("lobby_id", "position"),
    )
    create_table(
        "outbox",
        *(identity(), big("guild_id"), big("channel_id"), text("kind"), parent("game_id", null=True)),
        *(parent("lobby_id", "lobbies", null=True), text("payload"), text("status"), integer("attempts", default="0")),
        *(big("first_try_at", null=True), big("due_at"), text("claimed_by", null=True), big("claimed_until", null=True)),
        *(big("message_id", null=True), text("error", null=True), big("created_at")),
        *(sa.Index(None, "channel_id", "status"), sa.Index(None, "status", "due_at")),
        *(sa.Index(None, "game_id"), sa.Index(None, "lobby_id")),
        numbered=True,
    )


def _create_tables_of_votes() -> None:
    create_table(
        "proposals",
        *(identity(), parent("game_id"), text("kind"), integer("seat"), integer("version"), integer("keep", null=True)),
        *(text("status"), big("message_id", null=True), big("created_at")),
        sa.Index(None, "game_id", "status"),
        numbered=True,
    )
    create_table("consents", parent("proposal_id", "proposals", key=True), integer("seat", key=True))
    create_table("rule_votes", parent("game_id", key=True), big("user_id", key=True), text("data"), big("at"))
