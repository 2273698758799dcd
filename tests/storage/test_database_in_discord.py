"""Within a simulated Discord, which waits for all that a bot does, transactions come to their end and hold nothing up."""

from __future__ import annotations

import asyncio

import discord
import pytest
import simcord
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database, Work
from bot.storage.schema import bot_values
from tests.storage.gate import Gate
from tests.ui.world import said

pytestmark = pytest.mark.postgresql


async def keys(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(bot_values.c.key).order_by(bot_values.c.key))).scalars())


class Scribe(discord.Client):
    """Notes what is said, five times at once, and answers with how much it has noted."""

    def __init__(self, url: str) -> None:
        super().__init__(intents=discord.Intents.all())
        self.url = url

    async def setup_hook(self) -> None:
        self.database = await Database.open(self.url)

    async def close(self) -> None:
        await super().close()
        await self.database.close()

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return

        def noting(number: int) -> Work[None]:
            async def work(connection: AsyncConnection) -> None:
                await connection.execute(insert(bot_values).values(key=f"{said(message)} {number}", value=""))

            return work

        await asyncio.gather(*(self.database.write(noting(number)) for number in range(5)))
        await message.channel.send(str(len(await self.database.read(keys))))


async def test_what_is_said_is_noted_before_it_is_answered(database_url: str) -> None:
    for round_number in (1, 2):
        bot = Scribe(database_url)
        async with simcord.run(bot) as env:
            guild = env.create_guild()
            channel = guild.create_text_channel("general")
            anna = guild.add_member(env.create_user("anna"))
            await anna.send(channel, f"first {round_number}")
            await anna.send(channel, f"second {round_number}")
            assert said(channel.last_message) == str(round_number * 10)
        await bot.database.close()
    database = await Database.open(database_url)
    assert len(await database.read(keys)) == 20
    await database.close()


async def test_a_bot_torn_down_in_the_middle_leaves_whole_transactions(database_url: str) -> None:
    bot = Scribe(database_url)
    async with simcord.run(bot) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("general")
        anna = guild.add_member(env.create_user("anna"))
        await anna.send(channel, "first")

        gate = Gate()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(bot_values).values(key="half", value=""))
            await gate.passed()
            await connection.execute(insert(bot_values).values(key="whole", value=""))

        begun = asyncio.ensure_future(bot.database.write(work))
        await gate.reached()
        begun.cancel()
        gate.open()
    await bot.database.close()
    database = await Database.open(database_url)
    assert {"half", "whole"} <= set(await database.read(keys))
    await database.close()
