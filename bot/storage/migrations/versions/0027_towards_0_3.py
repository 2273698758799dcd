"""From version 0.2 on the way to version 0.3: pages, puzzles, lessons, remarks, blocks; settings of a person in all servers.

What people set for themselves holds in all servers, with exceptions for one; a vacation is one for all servers. A person's
own rows have the negative id of the person as ``guild_id``. Of each setting, the value that most of the person's
servers have becomes their own, on a tie the quieter one. What differs stays with its server: so nobody is notified of a game
more, or less, than before. A server where the person plays and has set nothing has the usual values. A time zone and a theme
make nothing louder: where none was set, the person's own holds.

Messages are made of components from now on. Those from before keep their form: the id of the newest of them is saved.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import big, create_table, identity, integer, parent, real, text

revision = "0027"
down_revision = "0013"

Fields = dict[str, Any]

_USUAL: Fields = {"mention": True, "direct": False, "quiet": None, "remind_hours": None, "time_reminders": None}
"""The values of settings that were not set, of those that make the bot louder or quieter."""
_UNITS = (("mention", "direct"), ("quiet",), ("remind_hours",), ("time_reminders",))
"""Settings that are one choice."""
_REMINDERS = ("none", "last", "half", "both")

_settings = sa.table("member_settings", sa.column("guild_id"), sa.column("user_id"), sa.column("data"))
_vacations = sa.table("vacations", *map(sa.column, ("id", "guild_id", "user_id", "start_at", "end_at")))
_due = sa.table("due", *map(sa.column, ("id", "kind", "at", "guild_id", "user_id")))
_PLAYED = """
    SELECT games.guild_id, players.user_id FROM players JOIN games ON games.id = players.game_id
    WHERE players.user_id IS NOT NULL
    UNION SELECT game_tables.guild_id, game_table_members.user_id FROM game_table_members
    JOIN game_tables ON game_tables.id = game_table_members.table_id
"""
_MESSAGES = {
    "game_tables": ("message_id",),
    "games": ("board_message_id", "status_message_id", "ping_message_id"),
    "proposals": ("message_id",),
    "seat_offers": ("message_id",),
    "ballots": ("message_id",),
    "posts": ("message_id",),
    "demos": ("message_id",),
    "clocks": ("claim_id",),
    "latest_messages": ("message_id",),
}
"""The columns with the ids of messages that the bot has posted. Discord's ids grow with time."""


def upgrade() -> None:
    """Add tables and columns. Move the settings and the vacations. Save the id of the newest message of the older form."""
    _add_columns()
    _create_tables_of_games()
    _create_tables_of_pages()
    _create_tables_of_learning()
    conn = op.get_bind()
    _move_settings(conn)
    _move_vacations(conn)
    _save_newest_message(conn)


def _add_columns() -> None:
    op.add_column("results", text("gave_up", null=True))
    op.add_column("results", integer("counted_by", default="0"))
    op.create_index(None, "results", ["guild_id", "counted_by"])
    op.add_column("games", big("cancelled_by", null=True))
    op.add_column("games", integer("public", null=True))
    op.add_column("game_tables", integer("changes", default="0"))


def _create_tables_of_games() -> None:
    create_table(
        "meetings",
        *(big("guild_id", key=True), text("pool", key=True), text("kind", key=True), text("period", key=True)),
        *(big("who", key=True), big("opponent", key=True), real("games"), real("won"), big("at")),
    )
    create_table(
        "remarks",
        *(parent("game_id", key=True), integer("version", key=True), big("user_id", key=True)),
        *(text("name"), text("text"), big("at")),
    )
    create_table("notes", parent("game_id", key=True), big("user_id", key=True), text("text"), big("at"))
    create_table(
        "tried_lines",
        *(identity(), parent("game_id"), big("user_id"), integer("version"), text("line"), big("at")),
        *(sa.Index(None, "game_id", "user_id"), sa.Index(None, "user_id")),
        numbered=True,
    )
    create_table(
        "blocks",
        *(identity(), big("guild_id"), big("user_id"), big("blocked_id", null=True), text("salt", null=True)),
        *(text("digest", null=True), text("name"), big("at")),
        sa.UniqueConstraint("user_id", "blocked_id"),
        *(sa.Index(None, "guild_id"), sa.Index(None, "blocked_id")),
        numbered=True,
    )


def _create_tables_of_pages() -> None:
    create_table(
        "page_tickets",
        *(text("ticket", key=True), big("guild_id"), big("user_id"), big("expires_at")),
        *(sa.Index(None, name) for name in ("guild_id", "user_id", "expires_at")),
    )
    create_table(
        "page_tokens",
        *(text("token_hash", key=True), big("guild_id"), parent("game_id"), big("user_id"), big("expires_at"), big("seen_at")),
        *(sa.Index(None, name) for name in ("guild_id", "game_id", "user_id", "expires_at")),
    )
    create_table(
        "learning_pages",
        *(text("token_hash", key=True), big("guild_id"), big("channel_id"), big("user_id"), text("purpose")),
        *(big("expires_at"), big("seen_at")),
        *(sa.Index(None, name) for name in ("guild_id", "user_id", "expires_at")),
    )
    create_table(
        "public_pages",
        *(big("guild_id", key=True), text("slug"), text("title"), text("channels"), big("seen_at")),
        sa.UniqueConstraint("slug"),
    )


def _create_tables_of_learning() -> None:
    create_table(
        "lessons",
        *(big("guild_id", key=True), big("user_id", key=True), text("kind", key=True), text("step"), integer("misses")),
        *(text("played", null=True), text("data"), big("at")),
    )
    create_table(
        "newcomers",
        *(big("user_id", key=True), text("kind", key=True), big("guild_id"), big("at")),
        sa.Index(None, "guild_id"),
    )
    create_table("mistakes", parent("game_id", key=True), integer("seat", key=True), text("data"), big("at"))
    create_table(
        "puzzle_tries",
        *(big("guild_id", key=True), big("user_id", key=True), text("puzzle", key=True), text("kind"), integer("misses")),
        *(text("result", null=True), text("played", null=True), text("data"), big("at")),
    )
    create_table("puzzle_solvers", big("guild_id", key=True), big("user_id", key=True), real("mu"), real("sigma"))
    create_table("puzzle_strengths", big("guild_id", key=True), text("puzzle", key=True), real("mu"), real("sigma"))
    create_table(
        "daily_puzzles",
        *(big("guild_id", key=True), text("day", key=True), text("puzzle"), big("channel_id"), big("message_id", null=True)),
    )
    create_table(
        "server_puzzles",
        *(identity(), big("guild_id"), parent("game_id"), integer("place"), text("kind"), real("hardness"), text("unit")),
        *(text("record"), text("data"), big("at")),
        sa.UniqueConstraint("game_id", "place"),
        sa.Index(None, "guild_id"),
        numbered=True,
    )
    create_table("puzzle_reports", big("guild_id", key=True), text("puzzle", key=True), big("user_id", key=True), big("at"))
    create_table("puzzle_decisions", big("guild_id", key=True), text("puzzle", key=True), text("decision"), big("at"))


def _move_settings(conn: sa.Connection) -> None:
    stored: dict[int, dict[int, Fields]] = defaultdict(dict)
    for guild, user, data in conn.execute(sa.select(_settings.c.guild_id, _settings.c.user_id, _settings.c.data)):
        stored[user][guild] = json.loads(data)
    servers = {user: dict.fromkeys(found) for user, found in stored.items()}
    for guild, user in conn.execute(sa.text(_PLAYED)):
        if user in servers:
            servers[user][guild] = None
    for user, found in stored.items():
        own, differing = _split(found, sorted(servers[user]))
        for guild in servers[user]:
            _save(conn, guild, user, found.get(guild), differing[guild])
        _save(conn, -user, user, None, own)


def _split(found: Mapping[int, Fields], servers: Iterable[int]) -> tuple[Fields, dict[int, Fields]]:
    """Return a person's own settings, and what is kept for each server, from what was set in each."""
    own: Fields = {}
    kept = {guild: _others(found.get(guild, {})) for guild in servers}
    for unit in _UNITS:
        values = {guild: {name: found.get(guild, {}).get(name, _USUAL[name]) for name in unit} for guild in kept}
        _choose(own, kept, values)
    _choose(own, kept, {guild: {"time_zone": set_.get("time_zone", "UTC")} for guild, set_ in found.items() if _has_zone(set_)})
    _choose(own, kept, {guild: {"theme": set_["theme"]} for guild, set_ in found.items() if set_.get("theme")})
    usual = _USUAL | {"time_zone": "UTC"}
    return {name: value for name, value in own.items() if name not in usual or value != usual[name]}, kept


def _others(fields: Fields) -> Fields:
    """Return what stays with the server in any case: its muted games, and what this version does not know."""
    return {name: value for name, value in fields.items() if name not in (*_USUAL, "time_zone", "theme")}


def _has_zone(fields: Fields) -> bool:
    """Return whether the time zone of a server counts: it was set, or hours are in it."""
    return "time_zone" in fields or fields.get("quiet") is not None


def _choose(own: Fields, kept: Mapping[int, Fields], values: Mapping[int, Fields]) -> None:
    """Take what most servers have as the person's own, and keep what differs with its server."""
    if not values:
        return
    votes = Counter(json.dumps(value) for value in values.values())
    most = max(votes.values())
    tied = [value for _, value in sorted(values.items()) if votes[json.dumps(value)] == most]
    chosen = min(tied, key=_loudness)
    own |= chosen
    for guild, value in values.items():
        if value != chosen:
            kept[guild].update(value)


def _loudness(value: Fields) -> int:
    """Return how much the bot says where some settings hold: the less, the quieter."""
    if "mention" in value:
        return int(value["mention"]) + 2 * int(value["direct"])
    if "quiet" in value:
        quiet = value["quiet"]
        return 24 if quiet is None else 24 - (quiet[1] - quiet[0]) % 24
    if "remind_hours" in value:
        hours = value["remind_hours"]
        return 0 if hours is None else 1000 - int(hours)
    which = value.get("time_reminders", "both")
    return _REMINDERS.index(which) if which in _REMINDERS else len(_REMINDERS)


def _save(conn: sa.Connection, guild: int, user: int, before: Fields | None, after: Fields) -> None:
    row = (_settings.c.guild_id == guild, _settings.c.user_id == user)
    if before is None:
        if after:
            conn.execute(sa.insert(_settings).values(guild_id=guild, user_id=user, data=json.dumps(after)))
    elif not after:
        conn.execute(sa.delete(_settings).where(*row))
    elif after != before:
        conn.execute(sa.update(_settings).where(*row).values(data=json.dumps(after)))


def _move_vacations(conn: sa.Connection) -> None:
    """Make the vacations of each person ones for all servers; those that overlap become one. Have the clocks follow."""
    now = int(time.time() * 1000)
    columns = (_vacations.c.id, _vacations.c.user_id, _vacations.c.start_at, _vacations.c.end_at)
    before: dict[int, list[int]] = {}
    away = set()
    for id_, user, start, end in conn.execute(sa.select(*columns).order_by(_vacations.c.user_id, _vacations.c.start_at)):
        if start <= now < end:
            away.add(user)
        last = before.get(user)
        if last is not None and start < last[1]:
            last[1] = max(last[1], end)
            conn.execute(sa.update(_vacations).where(_vacations.c.id == last[0]).values(end_at=last[1]))
            conn.execute(sa.delete(_vacations).where(_vacations.c.id == id_))
        else:
            before[user] = [id_, end]
    conn.execute(sa.update(_vacations).values(guild_id=-_vacations.c.user_id))
    _move_tasks(conn, away, now)


def _move_tasks(conn: sa.Connection, away: set[int], now: int) -> None:
    """Leave one task for each person: when their next vacation begins or ends, or at once for a person on vacation."""
    query = sa.select(_due.c.id, _due.c.user_id).where(_due.c.kind == "vacation").order_by(_due.c.at, _due.c.id)
    first: dict[int | None, int] = {}
    for id_, user in conn.execute(query).all():
        if user in first:
            conn.execute(sa.delete(_due).where(_due.c.id == id_))
            continue
        first[user] = id_
        values = {"guild_id": -_due.c.user_id} | ({"at": now} if user in away else {})
        conn.execute(sa.update(_due).where(_due.c.id == id_).values(values))


def _save_newest_message(conn: sa.Connection) -> None:
    newest = 0
    for name, columns in _MESSAGES.items():
        table = sa.table(name, *(sa.column(column, sa.BigInteger()) for column in columns))
        for column in columns:
            newest = max(newest, conn.execute(sa.select(sa.func.max(table.c[column]))).scalar() or 0)
    if newest:
        values = sa.table("bot_values", sa.column("key", sa.Text()), sa.column("value", sa.Text()))
        conn.execute(sa.insert(values).values(key="newest_older_message", value=str(newest)))
