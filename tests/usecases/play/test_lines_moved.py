"""Version 0030: premoves, which were trees, and tried lines become rows of one table. Nobody's premove is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, insert

from bot.games.armed_lines import Line
from bot.storage.engine import migrate
from bot.storage.engine.database import Database
from bot.storage.queries.play import lines
from tests.storage.samples import BIG, fill_any
from tests.storage.test_migrations import bare_engine, tables_of

pytestmark = [pytest.mark.postgresql, pytest.mark.sample(4, of="rows of older versions")]

ADA, BJÖRN, CHIDI = BIG, BIG + 1, BIG + 7
"""The samples have the first two in the seats 0 and 1 of game 2. Chidi watches."""
GAME, EARLIER = 2, 1


async def moved(url: str, premoves: list[dict[str, Any]], tried: list[dict[str, Any]]) -> Database:
    """A database of version 0027 with some premoves and tried lines, brought to this version."""

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0027")
        fill_any(connection, [table for table in tables_of(connection) if table.name not in ("premoves", "tried_lines")])
        known = MetaData()
        known.reflect(connection)
        seat = {"game_id": EARLIER, "seat": 1, "user_id": BJÖRN, "name": "Björn"}
        connection.execute(insert(known.tables["players"]).values(seat))
        for row in premoves:
            values = {"game_id": GAME, "version": 5, "dropped": 0, **row, "data": json.dumps(row["data"])}
            connection.execute(insert(known.tables["premoves"]).values(values))
        for row in tried:
            connection.execute(insert(known.tables["tried_lines"]).values({**row, "line": json.dumps(row["line"])}))

    engine = bare_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    return await Database.open(url)


async def test_paths_of_a_tree_become_armed_lines_and_tried_lines_stay_with_their_members(empty_database_url: str) -> None:
    tree = {
        "C4 F": {"D4 R": {"A1 P": {"A2 P": {}}, "B1 P": {"B2 P": {"B3 P": {"B4 P": {}}}}}},
        "C3 F": {"D3 R": {}},
        "C2 F": {"one": {"two": {}}},
    }
    premoves = [
        {"seat": 1, "data": tree},
        {"seat": 0, "version": 4, "data": {"X": {"Y": {}}}},
        {"game_id": EARLIER, "seat": 1, "data": {}, "dropped": 1},
    ]
    entries = [[["C4 F"], ["roll 3"], ["one", "two"]], [["D1 F"]]]
    tried = [{"game_id": GAME, "user_id": CHIDI, "version": 3, "line": each, "at": 9} for each in entries]
    database = await moved(empty_database_url, premoves, tried)
    paths: tuple[Line, ...] = (
        ("C4 F", "D4 R", "A1 P", "A2 P"),
        ("C4 F", "D4 R", "B1 P", "B2 P", "B3 P", "B4 P"),
        ("C3 F", "D3 R"),
        ("C2 F", "one", "two"),
    )
    found = await database.read(lambda conn: lines.list_armed(conn, GAME))
    assert found == [lines.Armed(ADA, 4, (("X", "Y"),)), lines.Armed(BJÖRN, 5, paths)]
    (dropped,) = await database.read(lambda conn: lines.list_armed(conn, EARLIER))
    assert (dropped.user_id, dropped.version, dropped.dropped) == (BJÖRN, 5, True), "it is still to be heard of"
    kept = await database.read(lambda conn: lines.list_kept(conn, GAME, CHIDI))
    assert [(each.version, each.entries) for each in kept] == [(3, entries[1]), (3, entries[0])], "in their order"
    assert await database.read(lambda conn: lines.list_kept(conn, GAME, ADA)) == [], "a premove is none of the kept lines"
    assert await database.check() == []
    await database.close()
