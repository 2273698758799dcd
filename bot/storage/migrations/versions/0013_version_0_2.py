"""From version 0.1 to version 0.2: one word for each concept; time, seats, computers, and what a server remembers.

A table that changes its name is made anew and filled from the old one, so that its constraints, indexes and sequences
have the new name too, on either engine. Ids continue after the last one given out: none is given out twice.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import BIG, big, create_table, identity, integer, parent, real, text

revision = "0013"
down_revision = "0001"


def upgrade() -> None:
    """Rename and add. Every row is kept."""
    _change_games()
    _rename_tables()
    _create_tables_of_time()
    _create_tables_of_seats()
    _create_tables_of_servers()
    _create_tables_of_results()
    op.execute(
        "INSERT INTO due (kind, at, guild_id, table_id) "
        "SELECT 'table', expires_at, guild_id, id FROM game_tables WHERE status = 'open'"
    )
    op.execute("INSERT INTO due (kind, at, guild_id) SELECT DISTINCT 'recount', 0, guild_id FROM games WHERE status = 'over'")


def _change_games() -> None:
    op.execute("ALTER TABLE games RENAME COLUMN game TO kind")
    op.add_column("games", text("terms", default="{}"))
    op.add_column("games", text("ending", null=True))
    for name in ("thread_id", "status_message_id", "ping_message_id"):
        op.add_column("games", big(name, null=True))
    op.add_column("games", text("no_thread", null=True))
    op.add_column("games", big("second_of", null=True))
    for columns in (["thread_id"], ["guild_id", "updated_at"], ["guild_id", "ended_at"]):
        op.create_index(None, "games", columns)
    op.add_column("proposals", big("answer_by", null=True))
    with op.batch_alter_table("players") as players:
        players.alter_column("user_id", existing_type=BIG, nullable=True)
        players.add_column(text("holder", default="member"))
        players.add_column(big("holder_number", null=True))


def _rename_tables() -> None:
    """Rename in this order: a table is dropped after those that refer to it, and soon, so that the next takes its room."""
    game_tables = create_table(
        "game_tables",
        *(identity(), big("guild_id"), big("channel_id"), big("message_id", null=True), big("host_id"), text("kind")),
        *(text("options"), text("setup", default="{}"), integer("seats", null=True), big("opponent_id", null=True)),
        *(big("rematch_of", null=True), text("status"), big("game_id", null=True), big("created_at"), big("expires_at")),
        text("terms", default="{}"),
        *(sa.Index(None, "guild_id"), sa.Index(None, "status", "expires_at")),
        numbered=True,
    )
    _copy("lobbies", game_tables, kind="game", terms="'{}'")
    _continue_numbers("lobbies", "game_tables")
    members = create_table(
        "game_table_members",
        *(parent("table_id", "game_tables", key=True), big("user_id", key=True), text("name"), integer("position")),
        sa.UniqueConstraint("table_id", "position"),
    )
    _copy("lobby_members", members, table_id="lobby_id")
    op.drop_table("lobby_members")
    posts = create_table(
        "posts",
        *(identity(), big("guild_id"), big("channel_id"), text("kind"), parent("game_id", null=True)),
        *(parent("table_id", "game_tables", null=True), text("payload"), text("status"), integer("attempts", default="0")),
        *(big("first_try_at", null=True), big("due_at"), text("claimed_by", null=True), big("message_id", null=True)),
        *(text("error", null=True), big("created_at"), integer("is_edit", default="0")),
        *(sa.Index(None, "status", "is_edit", "due_at"), sa.Index(None, "channel_id", "status")),
        *(sa.Index(None, "game_id"), sa.Index(None, "table_id")),
        numbered=True,
    )
    kind = "CASE kind WHEN 'lobby' THEN 'table' WHEN 'lobby_edit' THEN 'table_edit' ELSE kind END"
    is_edit = "CASE WHEN kind IN ('retire', 'lobby_edit', 'proposal_edit') THEN 1 ELSE 0 END"
    _copy("outbox", posts, table_id="lobby_id", kind=kind, is_edit=is_edit)
    _continue_numbers("outbox", "posts")
    op.drop_table("outbox")
    op.drop_table("lobbies")
    game_log = create_table(
        "game_log",
        *(parent("game_id", key=True), integer("seq", key=True), text("kind"), text("text"), big("at")),
        *(integer("seat", null=True), integer("level", null=True)),
    )
    seat = "(SELECT seat FROM players WHERE players.game_id = log.game_id AND players.user_id = log.user_id)"
    _copy("log", game_log, seat=seat, level="NULL")
    op.drop_table("log")
    interactions = create_table(
        "interactions",
        *(big("interaction_id", key=True), parent("game_id"), text("what"), integer("version"), big("at")),
        *(sa.Index(None, "at"), sa.Index(None, "game_id")),
    )
    _copy("requests", interactions)
    op.drop_table("requests")
    _copy("consents", create_table("proposal_answers", parent("proposal_id", "proposals", key=True), integer("seat", key=True)))
    op.drop_table("consents")
    _copy("rule_votes", create_table("votes", parent("game_id", key=True), big("user_id", key=True), text("data"), big("at")))
    op.drop_table("rule_votes")
    _copy("meta", create_table("bot_values", text("key", key=True), text("value")))
    op.drop_table("meta")


def _copy(old: str, table: sa.Table, **values: str) -> None:
    """Copy every row of ``old``. ``values``: what columns are filled with that have another name there, or none."""
    names = table.columns.keys()
    found = ", ".join(values.get(name, name) for name in names)
    op.execute(f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {found} FROM {old}")  # noqa: S608 - names from above


def _continue_numbers(old: str, new: str) -> None:
    """Number new rows of ``new`` after the last id that ``old`` ever gave out."""
    bind = op.get_bind()
    if bind.dialect.name == "postgresql":
        sequence = "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))"
        last = bind.execute(sa.text(sequence), {"name": old}).scalar()
        if last is not None:
            set_last = "SELECT setval(CAST(pg_get_serial_sequence(:name, 'id') AS regclass), :last)"
            bind.execute(sa.text(set_last), {"name": new, "last": last})
        return
    bind.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :new"), {"new": new})
    taken_over = "INSERT INTO sqlite_sequence (name, seq) SELECT :new, seq FROM sqlite_sequence WHERE name = :old"
    bind.execute(sa.text(taken_over), {"new": new, "old": old})


def _create_tables_of_time() -> None:
    create_table(
        "due",
        *(identity(), text("kind"), big("at"), big("guild_id"), parent("game_id", null=True)),
        *(parent("table_id", "game_tables", null=True), big("user_id", null=True)),
        *(text("payload", default="{}"), integer("attempts", default="0")),
        *(sa.Index(None, "at"), sa.Index(None, "game_id"), sa.Index(None, "table_id")),
        numbered=True,
    )
    create_table(
        "clocks",
        *(parent("game_id", key=True), integer("version", key=True), integer("seat", null=True), text("banks")),
        *(big("allowed"), big("spent"), big("at"), big("since"), big("posted_at", null=True), big("stopped_at", null=True)),
        *(text("why", null=True), integer("stage", default="0"), big("claim_id", null=True)),
    )
    create_table(
        "vacations",
        *(identity(), big("guild_id"), big("user_id"), big("start_at"), big("end_at")),
        sa.Index(None, "guild_id", "user_id"),
        numbered=True,
    )


def _create_tables_of_seats() -> None:
    create_table(
        "seat_changes",
        *(identity(), parent("game_id"), integer("seat"), integer("version"), big("user_id", null=True), text("name")),
        *(text("holder"), big("holder_number", null=True), big("at")),
        *(sa.Index(None, "game_id"), sa.Index(None, "user_id")),
    )
    create_table(
        "seat_offers",
        *(identity(), parent("game_id"), integer("seat"), big("member_id", null=True), integer("by_seat", null=True)),
        *(text("reason"), text("status"), big("message_id", null=True), big("created_at"), big("expires_at")),
        sa.Index(None, "game_id", "status"),
        numbered=True,
    )
    create_table(
        "premoves",
        *(parent("game_id", key=True), integer("seat", key=True), integer("version"), text("data")),
        integer("dropped", default="0"),
    )
    create_table("hints_used", parent("game_id", key=True), integer("seat", key=True), integer("version", key=True))
    create_table("lookbacks", parent("game_id", key=True), text("data"), big("at"))
    create_table(
        "ballots",
        parent("game_id", constraint=op.f("fk_ballots_game_id_games"), key=True),  # as version 0.2 named it
        *(big("counts_at"), big("channel_id", null=True), big("message_id", null=True)),
    )
    create_table(
        "demos",
        *(identity(), big("guild_id"), big("channel_id"), big("message_id", null=True), big("user_id"), text("kind")),
        *(integer("level"), text("record"), integer("shown", default="0")),
        sa.Index(None, "guild_id", "channel_id"),
        numbered=True,
    )


def _create_tables_of_servers() -> None:
    create_table("guild_departures", big("guild_id", key=True), big("bot_id", key=True), big("at"))
    create_table("forgotten", text("salt", key=True), text("digest", null=True), big("server", null=True), big("at"))
    create_table("guild_settings", big("guild_id", key=True), text("data"))
    create_table("member_settings", big("guild_id", key=True), big("user_id", key=True), text("data"))
    create_table("latest_messages", big("guild_id", key=True), big("channel_id"), big("message_id", null=True))
    create_table(
        "imported_games",
        *(identity(), big("guild_id"), big("user_id"), text("data"), big("at")),
        *(sa.Index(None, "guild_id", "user_id"), sa.Index(None, "at")),
        numbered=True,
    )


def _create_tables_of_results() -> None:
    create_table(
        "results",
        *(parent("game_id", key=True), big("guild_id"), text("kind"), big("ended_at"), text("counting"), integer("turns")),
        sa.Index(None, "guild_id", "ended_at", "game_id"),
    )
    create_table(
        "shares",
        *(parent("game_id", key=True), integer("seat", key=True), big("who", key=True), text("name"), big("guild_id")),
        *(text("kind"), big("ended_at"), text("counting"), integer("place"), integer("won"), integer("score")),
        *(integer("decisions"), integer("decided"), big("thought"), integer("points", null=True)),
        sa.Index(None, "guild_id", "who", "ended_at"),
    )
    create_table(
        "feats",
        *(parent("game_id", key=True), text("feat", key=True), integer("seat", null=True), integer("value")),
        *(big("guild_id"), text("kind"), big("ended_at")),
        sa.Index(None, "guild_id", "kind", "feat", "value"),
    )
    create_table(
        "ratings",
        *(big("guild_id", key=True), text("pool", key=True), text("kind", key=True), text("period", key=True)),
        *(big("who", key=True), text("name"), real("mu"), real("sigma"), integer("points"), integer("games")),
        *(integer("wins"), big("last_at"), integer("best_points"), big("best_at"), big("best_game")),
        sa.Index(None, "guild_id", "pool", "kind", "period", "points"),
        sa.Index(None, "guild_id", "pool", "kind", "period", "best_points"),
    )
    create_table("counted", big("guild_id", key=True), big("ended_at"), big("game_id"))
