"""Transactions happen as a whole or not at all."""

from __future__ import annotations

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.tables import meta


async def keys(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(meta.c.key).order_by(meta.c.key))).scalars())


async def test_what_a_work_wrote_is_kept_when_it_returns(database: Database) -> None:
    async def work(connection: AsyncConnection) -> int:
        await connection.execute(insert(meta).values(key="a", value="1"))
        return (await connection.execute(select(func.count()).select_from(meta))).scalar_one()

    assert await database.write(work) == 1
    assert await database.read(keys) == ["a"]
