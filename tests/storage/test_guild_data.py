"""The data of a server is exported as a whole and deleted as a whole, and no other server's with it."""

from __future__ import annotations

import json
from functools import partial

import pytest
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.queries.server.guilds import delete_guild, export_guild, guild_condition, has_hidden_tiles
from bot.storage.schema import game_log, games, metadata
from rules import GAMES
from tests.inline_sqlite import patch_sqlite
from tests.storage.samples import everything, fill, has_one_row

HERE, ELSEWHERE = 7, 2**62
OF_NO_GUILD = ["bot_values", "forgotten"]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite run its statements in this thread."""
    patch_sqlite(monkeypatch)


def test_every_table_belongs_to_a_guild_but_the_program_s_own() -> None:
    assert [table.name for table in metadata.sorted_tables if guild_condition(table, HERE) is None] == OF_NO_GUILD


@pytest.mark.sample(1)
@pytest.mark.postgresql
async def test_what_is_exported_and_deleted_is_every_row_of_the_guild_and_none_of_another(database: Database) -> None:
    for guild in (HERE, ELSEWHERE):
        await database.write(partial(fill, guild_id=guild))
    counts = {table.name: 1 if has_one_row(table) else 3 for table in metadata.sorted_tables if table.name not in OF_NO_GUILD}
    exported = json.loads(json.dumps(await export_guild(database, HERE)))
    assert exported["guild_id"] == HERE
    assert {name: len(rows) for name, rows in exported["tables"].items()} == counts
    assert {row["guild_id"] for row in exported["tables"]["games"]} == {HERE}
    assert {row["game_id"] for row in exported["tables"]["game_log"]} <= {row["id"] for row in exported["tables"]["games"]}
    assert exported["tables"]["games"][0]["options"] == {"number": 0}
    assert not any((await export_guild(database, 1))["tables"].values()), "a guild that never played has nothing"
    assert not any((await delete_guild(database, 1)).values())
    before = await database.read(everything)
    others = await export_guild(database, ELSEWHERE)
    assert await delete_guild(database, HERE) == counts
    assert await export_guild(database, ELSEWHERE) == others
    assert not any((await export_guild(database, HERE))["tables"].values())
    after = await database.read(everything)
    assert {name: len(rows) for name, rows in before.items() if name not in OF_NO_GUILD} == {
        name: 2 * len(rows) for name, rows in after.items() if name not in OF_NO_GUILD
    }
    assert await database.check() == []


async def add_game(database: Database, name: str, status: str) -> int:
    async def work(connection: AsyncConnection) -> int:
        values = {"guild_id": HERE, "channel_id": 8, "kind": name, "rules": 1, "seats": 2, "options": "{}", "setup": "{}"}
        result = await connection.execute(insert(games).values(**values, status=status, version=3, created_at=0, updated_at=0))
        number: int = result.inserted_primary_key[0]
        rows = [("action", "draw oasis", None), ("action", "activate C4 D4", 1), ("undo", "1", 1)]
        for seq, (kind, said, user) in enumerate(rows, 1):
            await connection.execute(insert(game_log).values(game_id=number, seq=seq, kind=kind, text=said, seat=user, at=0))
        return number

    return await database.write(work)


async def texts(database: Database) -> list[str]:
    return [row["text"] for row in (await export_guild(database, HERE))["tables"]["game_log"]]


async def test_an_export_does_not_tell_hidden_tiles_of_a_running_game(database: Database) -> None:
    number = await add_game(database, "nomads", "running")
    assert await texts(database) == ["?", "activate C4 D4", "1"]

    async def end(connection: AsyncConnection) -> None:
        await connection.execute(update(games).where(games.c.id == number).values(status="over"))

    await database.write(end)
    assert await texts(database) == ["draw oasis", "activate C4 D4", "1"]


async def test_an_export_tells_the_dice_of_a_running_game(database: Database) -> None:
    await add_game(database, "land", "running")
    assert await texts(database) == ["draw oasis", "activate C4 D4", "1"]


def test_only_nomads_has_hidden_tiles() -> None:
    assert [name for name in GAMES if has_hidden_tiles(name)] == ["nomads"]
    assert has_hidden_tiles("a game of tomorrow")
