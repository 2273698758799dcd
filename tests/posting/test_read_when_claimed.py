"""What a post is made of is read in the transaction that claims it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.queue import PostQueue
from bot.posting.sender import MessageSender
from bot.storage import schema
from bot.storage.database import Database
from bot.storage.posts import Post, insert_post
from tests.ui.world import world


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

    sender = MessageSender(PostQueue(database, lambda: 1), deliver, delivered, read=read)
    await database.write(lambda conn: insert_post(conn, "retire", guild_id=1, channel_id=2, now=0, payload={}))
    sender.wake()
    await sender.idle()
    await sender.close(1)
    assert made == [f"read by {sender.owner}"]


async def test_a_game_that_cannot_be_read_holds_up_no_other(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        broken = await w.start()
        sound = await w.start()

        async def spoil(conn: AsyncConnection) -> None:
            await conn.execute(update(schema.games).where(schema.games.c.id == broken).values(terms="{"))
            payload = {"start": 0, "end": 0}
            where = {"guild_id": w.guild.id, "channel_id": w.guild.create_text_channel("elsewhere").id, "game_id": broken}
            await insert_post(conn, "board", **where, now=0, payload=payload)

        await w.app.context.db.write(spoil)
        mover, _ = await w.turns(sound)
        await mover.slash(w.channel, "move", move="c4 f", game=sound)
        assert f"game #{sound}" in w.boards()[-1].content
        assert len(w.boards()) == 3
