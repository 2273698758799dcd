"""One word for each concept: tables and columns get the names that the rest of the code uses.

A table that changes its name is made anew and filled from the old one, so that its constraints, indexes and sequences
have the new name too, on either engine. Ids go on where they were: none is given out twice.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

KINDS = {"lobby": "table", "lobby_edit": "table_edit"}
"""Kinds of posts, old and new."""


def upgrade() -> None:
    """Rename; every row is kept."""
    op.execute("ALTER TABLE games RENAME COLUMN game TO kind")
    _game_tables()
    _game_table_members()
    _posts()
    op.drop_table("lobbies")
    _game_log()
    _interactions()
    _proposal_answers()
    _votes()
    _bot_values()


def _on_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def _copy(old: str, new: str, columns: str, **renamed: str) -> None:
    """Copies every row; ``renamed``: old name of a column by its new one."""
    names = columns.split()
    there = ", ".join(renamed.get(name, name) for name in names)
    op.execute(f"INSERT INTO {new} ({', '.join(names)}) SELECT {there} FROM {old}")  # noqa: S608 - names from above


def _go_on_counting(old: str, new: str) -> None:
    """Has the ids of ``new`` go on after the last one that ``old`` ever gave out."""
    bind = op.get_bind()
    if _on_postgresql():
        sequence = "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))"
        last = bind.execute(sa.text(sequence), {"name": old}).scalar()
        if last is not None:
            set_last = "SELECT setval(CAST(pg_get_serial_sequence(:name, 'id') AS regclass), :last)"
            bind.execute(sa.text(set_last), {"name": new, "last": last})
        return
    bind.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :new"), {"new": new})
    taken_over = "INSERT INTO sqlite_sequence (name, seq) SELECT :new, seq FROM sqlite_sequence WHERE name = :old"
    bind.execute(sa.text(taken_over), {"new": new, "old": old})


def _game_tables() -> None:
    op.create_table(
        "game_tables",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG),
        sa.Column("host_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), server_default="{}", nullable=False),
        sa.Column("seats", sa.Integer()),
        sa.Column("opponent_id", BIG),
        sa.Column("rematch_of", BIG),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("game_id", BIG),
        sa.Column("created_at", BIG, nullable=False),
        sa.Column("expires_at", BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_tables")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_game_tables_guild_id"), "game_tables", ["guild_id"])
    op.create_index(op.f("ix_game_tables_status_expires_at"), "game_tables", ["status", "expires_at"])
    columns = (
        "id guild_id channel_id message_id host_id kind options setup seats opponent_id rematch_of status game_id "
        "created_at expires_at"
    )
    _copy("lobbies", "game_tables", columns, kind="game")
    _go_on_counting("lobbies", "game_tables")


def _game_table_members() -> None:
    op.create_table(
        "game_table_members",
        sa.Column("table_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_tables.id"], name=op.f("fk_game_table_members_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_game_table_members")),
        sa.UniqueConstraint("table_id", "position", name=op.f("uq_game_table_members_table_id_position")),
        sqlite_strict=True,
    )
    _copy("lobby_members", "game_table_members", "table_id user_id name position", table_id="lobby_id")
    op.drop_table("lobby_members")  # each at once, so that the next one takes its room on the disk


def _game_log() -> None:
    op.create_table(
        "game_log",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", BIG),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_game_log_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_game_log")),
        sqlite_strict=True,
    )
    _copy("log", "game_log", "game_id seq kind text user_id at")
    op.drop_table("log")


def _interactions() -> None:
    op.create_table(
        "interactions",
        sa.Column("interaction_id", BIG, autoincrement=False, nullable=False),
        sa.Column("game_id", BIG, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_interactions_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_interactions")),
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_interactions_at"), "interactions", ["at"])
    op.create_index(op.f("ix_interactions_game_id"), "interactions", ["game_id"])
    _copy("requests", "interactions", "interaction_id game_id what version at")
    op.drop_table("requests")


def _proposal_answers() -> None:
    op.create_table(
        "proposal_answers",
        sa.Column("proposal_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["proposal_id"], ["proposals.id"], name=op.f("fk_proposal_answers_proposal_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("proposal_id", "seat", name=op.f("pk_proposal_answers")),
        sqlite_strict=True,
    )
    _copy("consents", "proposal_answers", "proposal_id seat")
    op.drop_table("consents")


def _votes() -> None:
    op.create_table(
        "votes",
        sa.Column("game_id", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", BIG, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_votes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_votes")),
        sqlite_strict=True,
    )
    _copy("rule_votes", "votes", "game_id user_id data at")
    op.drop_table("rule_votes")


def _posts() -> None:
    op.create_table(
        "posts",
        sa.Column("id", BIG, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", BIG),
        sa.Column("table_id", BIG),
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
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_posts_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name=op.f("fk_posts_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(op.f("ix_posts_channel_id_status"), "posts", ["channel_id", "status"])
    op.create_index(op.f("ix_posts_game_id"), "posts", ["game_id"])
    op.create_index(op.f("ix_posts_status_due_at"), "posts", ["status", "due_at"])
    op.create_index(op.f("ix_posts_table_id"), "posts", ["table_id"])
    columns = (
        "id guild_id channel_id kind game_id table_id payload status attempts first_try_at due_at claimed_by claimed_until "
        "message_id error created_at"
    )
    _copy("outbox", "posts", columns, table_id="lobby_id")
    posts = sa.table("posts", sa.column("kind", sa.Text()))
    for old, new in KINDS.items():
        op.execute(posts.update().where(posts.c.kind == old).values(kind=new))
    _go_on_counting("outbox", "posts")
    op.drop_table("outbox")


def _bot_values() -> None:
    op.create_table(
        "bot_values",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_bot_values")),
        sqlite_strict=True,
    )
    _copy("meta", "bot_values", "key value")
    op.drop_table("meta")
