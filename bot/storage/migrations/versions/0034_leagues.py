"""Leagues: their seasons, members and games. Standing offers to play, and the games that came of them."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.migrations.parts import big, create_table, identity, integer, parent, text

revision = "0034"
down_revision = "0033"
additive = True


def upgrade() -> None:
    """Create the tables."""
    create_table(
        "leagues",
        *(identity(), big("guild_id"), big("channel_id"), big("host_id"), text("kind"), text("options"), text("data")),
        *(text("status"), big("created_at"), sa.Index(None, "guild_id", "status")),
        numbered=True,
    )
    create_table(
        "seasons",
        *(identity(), parent("league_id", "leagues"), integer("number"), text("status"), big("starts_at"), big("ends_at")),
        *(big("ended_at", null=True), big("message_id", null=True), sa.UniqueConstraint("league_id", "number")),
        numbered=True,
    )
    create_table(
        "league_members",
        *(parent("season_id", "seasons", key=True), big("who", key=True), text("name"), big("joined_at")),
        *(integer("carried", null=True), integer("division", null=True), integer("number", null=True)),
        big("left_at", null=True),
    )
    create_table(
        "league_games",
        *(identity(), parent("season_id", "seasons"), integer("division"), integer("round"), integer("number")),
        *(text("seats"), big("game_id", null=True), big("begun_at", null=True), text("data", null=True)),
        *(sa.Index(None, "season_id"), sa.Index(None, "game_id")),
        numbered=True,
    )
    create_table(
        "challenges",
        *(identity(), big("guild_id"), big("user_id"), text("name"), text("kind"), text("pace"), integer("at_once")),
        *(integer("within", null=True), big("at"), sa.UniqueConstraint("guild_id", "user_id", "kind")),
        numbered=True,
    )
    create_table(
        "challenge_games",
        *(parent("game_id", key=True), big("one_id"), big("other_id"), big("at")),
        *(sa.Index(None, "one_id"), sa.Index(None, "other_id")),
    )
