"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table of the first version."""
    op.create_table(
        "games",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("board_message_id", BIG),
        sa.Column("board_version", sa.Integer()),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("updated_at", BIG, nullable=False),
        sa.Column("ended_at", BIG),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_games_channel_id_status"), "games", ["channel_id", "status"])
    op.create_index(op.f("ix_games_guild_id_status"), "games", ["guild_id", "status"])
    op.create_table(
        "lobbies",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("host_id", BIG, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), server_default="{}", nullable=False),
        sa.Column("seats", sa.Integer()),
        sa.Column("opponent_id", BIG),
        sa.Column("rematch_of", BIG),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("game_id", BIG),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lobbies")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_lobbies_guild_id"), "lobbies", ["guild_id"])
    op.create_index(op.f("ix_lobbies_status_expires_at"), "lobbies", ["status", "expires_at"])
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
        sqlite_strict=True,
    )
    op.create_table(
        "drafts",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_drafts_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_drafts")),
        sqlite_strict=True,
    )
    op.create_table(
        "lobby_members",
        sa.Column("lobby_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["lobby_id"], ["lobbies.id"], name=op.f("fk_lobby_members_lobby_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lobby_id", "user_id", name=op.f("pk_lobby_members")),
        sa.UniqueConstraint("lobby_id", "position", name=op.f("uq_lobby_members_lobby_id_position")),
        sqlite_strict=True,
    )
    op.create_table(
        "log",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", BIG),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_log_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_log")),
        sqlite_strict=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", BIG),
        sa.Column("lobby_id", BIG),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("first_try_at", BIG),
        sa.Column("due_at", BIG, nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", BIG),
        sa.Column("message_id", BIG),
        sa.Column("error", sa.Text()),
        sa.Column("created_at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_outbox_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["lobby_id"], ["lobbies.id"], name=op.f("fk_outbox_lobby_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_outbox_channel_id_status"), "outbox", ["channel_id", "status"])
    op.create_index(op.f("ix_outbox_game_id"), "outbox", ["game_id"])
    op.create_index(op.f("ix_outbox_lobby_id"), "outbox", ["lobby_id"])
    op.create_index(op.f("ix_outbox_status_due_at"), "outbox", ["status", "due_at"])
    op.create_table(
        "players",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("won", sa.Integer()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_players_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_players")),
        sa.UniqueConstraint("game_id", "user_id", name=op.f("uq_players_game_id_user_id")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_players_user_id"), "players", ["user_id"])
    op.create_table(
        "proposals",
        sa.Column("id", BIG, nullable=False),
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("keep", sa.Integer()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("created_at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_proposals_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_proposals_game_id_status"), "proposals", ["game_id", "status"])
    op.create_table(
        "requests",
        sa.Column("interaction_id", BIG, autoincrement=False, nullable=False),
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_requests_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_requests")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_requests_at"), "requests", ["at"])
    op.create_index(op.f("ix_requests_game_id"), "requests", ["game_id"])
    op.create_table(
        "rule_votes",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rule_votes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_rule_votes")),
        sqlite_strict=True,
    )
    op.create_table(
        "consents",
        sa.Column("proposal_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["proposal_id"], ["proposals.id"], name=op.f("fk_consents_proposal_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("proposal_id", "seat", name=op.f("pk_consents")),
        sqlite_strict=True,
    )
