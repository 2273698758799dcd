"""Export or delete all data of one server; servers that have removed the bot, according to Discord (``guild_departures``)."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import clock
from bot.common.assignment import Assignment
from bot.storage.engine import forgotten
from bot.storage.engine.database import Database
from bot.storage.rows import served_conditions, upsert
from bot.storage.schema import guild_departures, metadata
from rules.core import State
from rules.registry import GAMES

UNKNOWN = "?"
"""The text that replaces a hidden outcome of chance in an export."""

_JSON = {"options", "setup", "payload", "data"}


def guild_condition(table: Table, guild_id: int) -> ColumnElement[bool] | None:
    """Return the condition for a server's rows, by their ``guild_id`` or their parent's.

    Return ``None`` for a table whose rows belong to no server.
    """
    if "guild_id" in table.columns:
        return table.c.guild_id == guild_id
    for column in table.columns:
        for key in column.foreign_keys:
            parent = guild_condition(key.column.table, guild_id)
            if parent is not None:
                return column.in_(select(key.column).where(parent))
    return None


async def export_guild(database: Database, guild_id: int) -> dict[str, Any]:
    """Return every row of a server, by table, ready for JSON: ``{"guild_id": …, "tables": {"games": [{…}, …], …}}``.

    For running games with hidden tiles, the outcomes of chance are left out, because the players may not know them.
    """

    async def work(connection: AsyncConnection) -> dict[str, Any]:
        tables: dict[str, list[dict[str, Any]]] = {}
        for table in metadata.sorted_tables:
            mine = guild_condition(table, guild_id)
            if mine is not None:
                found = await connection.execute(select(table).where(mine).order_by(*table.primary_key.columns))
                tables[table.name] = [read_json_columns(dict(row)) for row in found.mappings()]
        _conceal(tables)
        return {"guild_id": guild_id, "tables": tables}

    return await database.read(work)


async def delete_guild(database: Database, guild_id: int) -> dict[str, int]:
    """Delete every row of a server in one transaction. Return the number of rows by table."""

    async def work(connection: AsyncConnection) -> dict[str, int]:
        counts = await delete_guild_rows(connection, guild_id)
        await forgotten.add_entry(connection, forgotten.make_server_entry(guild_id, clock.now()))
        return counts

    return await database.write(work)


async def delete_guild_rows(connection: AsyncConnection, guild_id: int) -> dict[str, int]:
    """Delete every row of a server. Return the number of rows by table. Older backups still contain them."""
    counts = {}
    for table in reversed(metadata.sorted_tables):  # children before parents, so that they are counted
        mine = guild_condition(table, guild_id)
        if mine is not None:
            counts[table.name] = (await connection.execute(delete(table).where(mine))).rowcount
    return counts


def read_json_columns(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row ready for JSON, with its JSON columns parsed."""
    return {name: json.loads(value) if name in _JSON and value is not None else value for name, value in row.items()}


def _conceal(tables: dict[str, list[dict[str, Any]]]) -> None:
    hiding = {game["id"] for game in tables["games"] if game["status"] != "over" and has_hidden_tiles(game["kind"])}
    for row in tables["game_log"]:
        if row["game_id"] in hiding and row["kind"] == "action" and row["seat"] is None:
            row["text"] = UNKNOWN


def has_hidden_tiles(name: str) -> bool:
    """Return whether outcomes of chance are hidden in a game. They count as hidden in an unknown game."""
    game = GAMES.get(name)
    return game is None or type(game.start(game.seats[0])).redealt is not State.redealt


async def add_departure(conn: AsyncConnection, guild_id: int, bot_id: int, now: int) -> None:
    """Record that a server has just removed the bot."""
    await upsert(conn, guild_departures, ("guild_id", "bot_id"), guild_id=guild_id, bot_id=bot_id, at=now)


async def remove_departure(conn: AsyncConnection, guild_id: int) -> None:
    """Record that a server has the bot, possibly again."""
    await conn.execute(delete(guild_departures).where(guild_departures.c.guild_id == guild_id))


async def list_departed(conn: AsyncConnection, bot_id: int, before: int, served: Assignment) -> list[int]:
    """Return the servers of this process that removed the bot before a time."""
    query = select(guild_departures.c.guild_id).where(guild_departures.c.bot_id == bot_id, guild_departures.c.at < before)
    return list(await conn.scalars(query.where(*served_conditions(guild_departures.c.guild_id, served))))


async def list_all_departed(conn: AsyncConnection) -> set[int]:
    """Return every server that removed the bot and has not added it again."""
    return set(await conn.scalars(select(guild_departures.c.guild_id)))
