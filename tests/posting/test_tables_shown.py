"""The message of a table shows how it stands in the end, also where something happens while it is being posted."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import Settings
from bot.common.assignment import EVERYTHING
from bot.posting.delivery import Delivery
from bot.posting.errors import PermanentError
from bot.posting.kinds.tables import TablePost
from bot.presentation.press_limit import Pacing
from bot.storage.engine.database import Database
from bot.storage.queries.channels import sending
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.tables.game_tables import GameTable
from bot.storage.schema import posts
from bot.ui.framework.app import App
from bot.usecases.context import Context, User
from bot.usecases.tables import opening, seating, tables
from bot.workers import Workers

GUILD, CHANNEL, MESSAGE = 1, 2, 3
ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


async def being_posted(context: Context, game: str = "pastures") -> tuple[GameTable, Post]:
    """A table whose message a sender has begun to post, before anybody has sat down."""
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, game, {}, asked={})
    (post,) = await lease(context)
    assert post.table_id == table.id
    return table, post


async def lease(context: Context) -> list[Post]:
    now = context.clock() + seating.UNANSWERED
    return await context.db.write(lambda conn: sending.lease(conn, now, EVERYTHING, "a sender", most=1, most_edits=0))


async def waiting(context: Context) -> list[str]:
    """The kinds of posts about tables that wait, in order."""
    query = select(posts.c.kind).where(posts.c.status == "waiting", posts.c.table_id.is_not(None)).order_by(posts.c.id)
    return list(await context.db.read(lambda conn: _all(conn, query)))


async def _all(conn: AsyncConnection, query: object) -> list[str]:
    return [row[0] for row in (await conn.execute(query)).all()]  # type: ignore[call-overload]


async def test_what_happens_while_a_table_is_posted_is_shown_after_it(database: Database) -> None:
    context = Context(database, deal=list)
    table, post = await being_posted(context)
    await tables.save_message(context, table, MESSAGE)
    joined = await tables.join(context, GUILD, table.id, BJÖRN)
    await tables.save_message(context, joined, MESSAGE)  # the answer has shown the game; the sender may yet undo that
    assert await waiting(context) == ["table", "table_edit"]
    await context.db.write(lambda conn: sending.finish(conn, post.id, "a sender", message_id=MESSAGE))
    await tables.save_message(context, joined, MESSAGE)
    assert await waiting(context) == []


async def test_an_answer_that_a_late_post_has_undone_is_shown_again(database: Database) -> None:
    """The answer shows that somebody sits down, then the post shows the table without them, then both are saved."""
    context = Context(database, deal=list)
    table, post = await being_posted(context, "land")
    joined = await tables.join(context, GUILD, table.id, BJÖRN)

    async def save(conn: AsyncConnection) -> None:
        await TablePost().record_sent(context, conn, post, MESSAGE)
        await sending.finish(conn, post.id, "a sender", message_id=MESSAGE)

    await context.db.write(save)
    await tables.save_message(context, joined, MESSAGE)
    assert await waiting(context) == ["table_edit"]


async def test_a_table_that_is_closed_while_it_is_posted_is_edited(database: Database) -> None:
    context = Context(database, deal=list)
    table, post = await being_posted(context)
    await context.db.write(lambda conn: TablePost().record_sent(context, conn, post, MESSAGE))
    assert await waiting(context) == ["table"]
    await tables.join(context, GUILD, table.id, BJÖRN)
    await context.db.write(lambda conn: TablePost().record_sent(context, conn, post, MESSAGE))
    assert await waiting(context) == ["table", "table_edit", "table_edit"], "the answer may be lost, or undone by the post"


@pytest.mark.postgresql
async def test_a_failure_that_is_saved_late_does_not_take_the_post_from_the_attempt_after_it(database: Database) -> None:
    context = Context(database, deal=list)
    _, first = await being_posted(context)
    (second,) = await lease(context)
    await context.db.write(lambda conn: sending.postpone(conn, first, "a sender", 9, "cancelled"))
    await context.db.write(lambda conn: sending.finish(conn, second.id, "a sender", message_id=MESSAGE))
    assert await waiting(context) == []


async def test_a_table_that_an_answer_settles_during_the_look_for_its_message_is_not_posted_twice(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer changes the buttons by which the look would know the message."""
    context = Context(database, deal=list)
    table, post = await being_posted(context)

    async def join_and_find_nothing(*_: object) -> None:
        await tables.join(context, GUILD, table.id, BJÖRN)

    monkeypatch.setattr("bot.posting.delivery.find_posted", join_and_find_nothing)
    app = App(context, "dark", Workers(1), Pacing(Settings(_env_file=None)))
    delivery = Delivery(discord.Client(intents=discord.Intents.none()), app)
    with pytest.raises(PermanentError, match="it is settled"):
        await delivery.deliver(replace(post, attempts=2))
