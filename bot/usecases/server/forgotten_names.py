"""The names of forgotten people in games from files: files have no ids, so only names identify the players.

Each name that a forgotten person had in a server is in the list of forgotten data, as a salted digest. So it is removed from
games that others have imported or import later, and from a restored backup. Games that ended after the forgetting keep the
name, because people who come back start afresh.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.storage.engine import forgotten
from bot.storage.engine.forgotten import Entry
from bot.storage.queries.server.persons import FORMER
from bot.storage.queries.statistics import imported_games


async def forget_names(conn: AsyncConnection, names: Iterable[str], guild_id: int | None, at: int) -> None:
    """Add names to the list, and remove them from the imported games of a server; ``None``: of all servers."""
    entries = [forgotten.make_name_entry(name, guild_id, at) for name in sorted(names) if name != FORMER]
    for entry in entries:
        await forgotten.add_entry(conn, entry)
    if entries:
        await remove_names(conn, entries)


async def remove_names(conn: AsyncConnection, entries: Sequence[Entry]) -> None:
    """Remove the names of entries of the list from imported games."""
    guilds = {entry.server for entry in entries}
    for found in await imported_games.list_imported_games(conn, None if None in guilds else guilds):
        data = remove_listed_names(found.data, [entry for entry in entries if entry.server in (None, found.guild_id)])
        if data != found.data:
            await imported_games.set_data(conn, found.id, data)


async def entries_of(conn: AsyncConnection, guild_id: int) -> list[Entry]:
    """Return the entries of the list about people in a server."""
    return [entry for entry in await forgotten.read_entries(conn) if entry.digest and entry.server in (None, guild_id)]


def remove_listed_names(data: str, entries: Sequence[Entry]) -> str:
    """Return a game from a file, as JSON, without the names of the entries."""
    game = json.loads(data)
    ended = _milliseconds(game["ended"]) if game.get("ended") else 0
    about = [entry for entry in entries if ended <= entry.at]
    changed = False
    named: list[dict[str, Any]] = [*game.get("players", ()), *game.get("changes", ())]
    for one in named:
        if one["name"] != FORMER and any(entry.is_name(one["name"]) for entry in about):
            one["name"], changed = FORMER, True
    return json.dumps(game, ensure_ascii=False) if changed else data


def _milliseconds(moment: str) -> float:
    """Return a time in a file as milliseconds since 1970; without a time zone it is UTC."""
    at = datetime.fromisoformat(moment)
    return (at - datetime(1970, 1, 1, tzinfo=UTC if at.tzinfo else None)).total_seconds() * SECOND
