"""The form of a message is stored with its id.

Until now the id of the newest plain message was stored, and every newer message was made of components. From now on messages
that notify somebody are plain again, so each message made of components that may still be edited is listed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import BIG, big, create_table

revision = "0031"
down_revision = "0030"

_NEWEST_PLAIN = "newest_older_message"
_values = sa.table("bot_values", sa.column("key"), sa.column("value"))
_posts = sa.table("posts", sa.column("guild_id", BIG), sa.column("status"), sa.column("payload"))
_OWN = {
    "game_tables": ("message_id",),
    "games": ("board_message_id", "status_message_id", "ping_message_id"),
    "posts": ("message_id",),
    "latest_messages": ("message_id",),
}
"""The columns with ids of messages, of tables that know their server."""
_OF_GAME = {"proposals": "message_id", "seat_offers": "message_id", "clocks": "claim_id", "ballots": "message_id"}
"""The column of tables that know only their game."""


def upgrade() -> None:
    """List the messages made of components, and delete the id of the newest plain one."""
    made = create_table("component_messages", big("message_id", key=True), big("guild_id"))
    op.create_index(None, "component_messages", ["guild_id"])
    conn = op.get_bind()
    newest_plain = conn.execute(sa.select(_values.c.value).where(_values.c.key == _NEWEST_PLAIN)).scalar()
    found = {message: guild for message, guild in _list_messages(conn) if message > int(newest_plain or 0)}
    if found:
        rows = [{"message_id": message, "guild_id": guild} for message, guild in found.items()]
        conn.execute(sa.insert(made), rows)
    conn.execute(sa.delete(_values).where(_values.c.key == _NEWEST_PLAIN))


def _list_messages(conn: sa.Connection) -> Iterator[tuple[int, int]]:
    """Yield the ids of all known messages, each with its server."""
    for name, columns in _OWN.items():
        table = sa.table(name, sa.column("guild_id", BIG), *(sa.column(column, BIG) for column in columns))
        for column in columns:
            query = sa.select(table.c[column], table.c.guild_id).where(table.c[column].is_not(None))
            yield from ((message, guild) for message, guild in conn.execute(query))
    games = sa.table("games", sa.column("id", BIG), sa.column("guild_id", BIG))
    for name, column in _OF_GAME.items():
        table = sa.table(name, sa.column("game_id", BIG), sa.column(column, BIG))
        query = sa.select(table.c[column], games.c.guild_id).join_from(table, games, games.c.id == table.c.game_id)
        yield from ((message, guild) for message, guild in conn.execute(query.where(table.c[column].is_not(None))))
    for guild, payload in conn.execute(sa.select(_posts.c.guild_id, _posts.c.payload).where(_posts.c.status == "waiting")):
        message = json.loads(payload).get("message")  # of an edit that waits
        if message is not None:
            yield message, guild
