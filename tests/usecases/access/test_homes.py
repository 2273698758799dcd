"""The data of one person alone is stored at their home, which the first shard serves."""

from __future__ import annotations

import pytest

from bot.common.assignment import Assignment, ConnectedShards
from bot.common.home import home_of, is_home
from bot.common.markdown import jump
from bot.storage.engine.database import Database
from bot.storage.queries.time import due
from bot.storage.rows import served_conditions
from bot.storage.schema import due as table

ADA = 911_111_111_111
SHARDS = 4


def test_a_home_is_no_server_and_is_on_the_first_shard() -> None:
    assert is_home(home_of(ADA))
    assert not is_home(ADA)
    assert {Assignment(SHARDS).shard_of(home_of(user << 22)) for user in range(1, 9)} == {0}
    assert {Assignment(SHARDS).shard_of(server << 22) for server in range(1, 9)} == {0, 1, 2, 3}
    connected = ConnectedShards(watched=True)
    connected.add(SHARDS, [0])
    assert not connected.is_away(home_of(ADA))
    assert jump(home_of(ADA), 5, 6) == "https://discord.com/channels/@me/5/6"


@pytest.mark.parametrize("shard", range(SHARDS))
async def test_the_database_agrees_with_the_process_on_who_serves_what(database: Database, shard: int) -> None:
    guilds = [*(home_of(user << 21) for user in range(1, 9)), *(server << 22 for server in range(1, 9))]
    assignment = Assignment(SHARDS, frozenset({shard}))

    async def put(conn: object) -> None:
        for guild in guilds:
            await due.schedule(conn, "vacation", 1, guild_id=guild, user_id=ADA)  # type: ignore[arg-type]

    await database.write(put)

    async def served(conn: object) -> list[int]:
        query = table.select().where(*served_conditions(table.c.guild_id, assignment))
        return sorted(row.guild_id for row in await conn.execute(query))  # type: ignore[attr-defined]

    assert await database.read(served) == sorted(guild for guild in guilds if assignment.serves(guild))
