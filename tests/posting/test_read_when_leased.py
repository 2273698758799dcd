"""The data of a post is read in the transaction that leases it."""

from __future__ import annotations

import discord
import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import Settings
from bot.posting.delivery import Delivery
from bot.posting.sender import MessageSender
from bot.presentation.press_limit import Pacing
from bot.storage import schema
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post, insert_post
from bot.ui.framework.app import App
from bot.usecases.context import Context, User
from bot.usecases.queries import ForBoard
from bot.usecases.tables import opening, tables
from bot.workers import Workers

ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


@pytest.mark.postgresql
async def test_a_post_is_read_in_the_transaction_that_claims_it(database: Database) -> None:
    made: list[object] = []

    async def read(conn: AsyncConnection, post: Post) -> object:
        holder = await conn.scalar(select(schema.posts.c.claimed_by).where(schema.posts.c.id == post.id))
        return f"read by {holder}"

    async def deliver(post: Post) -> int | None:
        made.append(post.material)
        return None

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        assert message_id is None

    sender = MessageSender(Context(database, clock=lambda: 1), deliver, delivered, read=read)
    await database.write(lambda conn: insert_post(conn, "retire", guild_id=1, channel_id=2, now=0, payload={}))
    sender.wake()
    await sender.wait_until_idle()
    await sender.close(1)
    assert made == [f"read by {sender.owner}"]


async def test_a_game_that_cannot_be_read_holds_up_no_other(database: Database) -> None:
    context = Context(database, clock=lambda: 1, deal=list)
    made: dict[int, object] = {}

    async def deliver(post: Post) -> int | None:
        made[post.game_id or 0] = post.material
        return None

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        assert message_id is None

    games = list[int]()
    for channel in (2, 3):
        opened = await opening.open_table(context, 1, channel, ADA, "pastures", {}, opponent=BJÖRN)
        games.append((await tables.accept(context, 1, opened.id, BJÖRN)).game_id or 0)
    broken, sound = games

    async def spoil(conn: AsyncConnection) -> None:
        await conn.execute(update(schema.games).where(schema.games.c.id == broken).values(terms="{"))
        await conn.execute(delete(schema.posts).where(schema.posts.c.kind != "board"))

    await database.write(spoil)
    delivery = Delivery(
        discord.Client(intents=discord.Intents.none()), App(context, "dark", Workers(1), Pacing(Settings(_env_file=None)))
    )
    sender = MessageSender(context, deliver, delivered, read=delivery.read)
    sender.wake()
    await sender.wait_until_idle()
    await sender.close(1)
    assert isinstance(made[sound], ForBoard)
    assert made[broken] is None, "its attempt reads it, and fails alone"
