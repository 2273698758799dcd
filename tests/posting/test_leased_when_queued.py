"""A post whose content is known is leased by the transaction that queues it, and sent without a look at the outbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncTransaction

from bot.posting.sender import AT_ONCE, MessageSender
from bot.storage import schema
from bot.storage.engine.database import Database
from bot.storage.queries.channels import posts
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games, writing
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from tests.statements import count_statements
from tests.waiting import until

ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")
CHANNEL = 2

pytestmark = pytest.mark.postgresql


class Sending:
    """A sender whose attempts last until they are let go, and a game in which Ada is to move."""

    def __init__(self, database: Database) -> None:
        self.context = Context(database, clock=lambda: 1, deal=list)
        self.begun: list[Post] = []
        self.go_on = asyncio.Event()
        self.sender = MessageSender(self.context, self._deliver, self._record_sent, read=self._read)

    async def _read(self, _conn: AsyncConnection, _post: Post) -> object:
        return "read when leased"

    async def _deliver(self, post: Post) -> int | None:
        self.begun.append(post)
        await self.go_on.wait()
        return post.id

    async def _record_sent(self, _conn: AsyncConnection, _post: Post, _message_id: int | None) -> None:
        """Save nothing more."""

    async def start_game(self, **terms: str) -> int:
        """Start a game and send its first board."""
        self.go_on.set()
        table = await opening.open_table(self.context, 1, CHANNEL, ADA, "pastures", {}, asked=terms, opponent=BJÖRN)
        game = (await tables.accept(self.context, 1, table.id, BJÖRN)).game_id
        assert game is not None
        await self.sender.wait_until_idle()
        await self.context.db.write(posts.drop_waiting)  # about the table, in case its answers do not get through
        self.begun.clear()
        return game

    async def move(self, game: int) -> None:
        await moves.play(self.context, 1, game, ADA, "a1 f", interaction_id=1)


async def add_comment(conn: AsyncConnection, game: int) -> None:
    await writing.save_remark(conn, game, 0, user_id=ADA.id, name=ADA.name, text="Hello.", now=1)


async def drop_premove(conn: AsyncConnection, game: int) -> None:
    dropped = {"game_id": game, "user_id": BJÖRN.id, "version": 0, "line": "[]", "armed": 0, "dropped": 1, "at": 1}
    await conn.execute(insert(schema.lines), dropped)


async def hand_over(conn: AsyncConnection, game: int) -> None:
    former = {"game_id": game, "seat": 1, "version": 0, "user_id": 13, "name": "Chidi", "holder": "member", "at": 1}
    await conn.execute(insert(schema.seat_changes), former)


async def waiting(database: Database) -> list[tuple[Any, ...]]:
    """The kinds of the posts that wait, their attempts, and who holds them."""
    query = select(schema.posts.c.kind, schema.posts.c.attempts, schema.posts.c.claimed_by)
    query = query.where(schema.posts.c.status == "waiting").order_by(schema.posts.c.id)
    return [tuple(row) for row in await database.read(lambda conn: _all(conn, query))]


async def _all(conn: AsyncConnection, query: Any) -> list[Any]:
    return list((await conn.execute(query)).all())


async def close(sent: Sending) -> None:
    sent.go_on.set()
    await sent.sender.wait_until_idle()
    await sent.sender.close(1)


async def test_the_board_of_a_move_is_sent_without_a_look_at_the_outbox(database: Database) -> None:
    sent = Sending(database)
    game = await sent.start_game()
    with count_statements() as asked:
        await sent.move(game)
        await sent.sender.wait_until_idle()
    assert asked.transactions == 2
    (board,) = sent.begun
    assert (board.kind, board.attempts, board.first_try_at) == ("board", 1, 1)
    assert board.material not in (None, "read when leased")
    assert await waiting(database) == []
    await close(sent)


@pytest.mark.parametrize(
    "terms",
    [{"pace": "none"}, {"pace": "relaxed"}, {"pace": "relaxed", "off": "nights"}],
    ids=lambda terms: "-".join(terms.values()),
)
async def test_what_the_move_knows_of_its_board_is_what_is_stored(database: Database, terms: dict[str, str]) -> None:
    sent = Sending(database)
    game = await sent.start_game(**terms)
    sent.go_on.clear()
    await sent.move(game)
    await until("the attempt", lambda: bool(sent.begun))
    known, stored = sent.begun[0].material, await queries.read_board(sent.context, game)
    assert isinstance(known, queries.ForBoard)
    assert (known.log.row, known.log.rows) == (stored.log.row, stored.log.rows)
    assert known._replace(log=stored.log, changes=[]) == stored
    await close(sent)


@pytest.mark.parametrize("annotate", [add_comment, drop_premove, hand_over])
async def test_a_board_that_shows_more_than_the_move_is_read_by_the_sender(
    database: Database, annotate: Callable[[AsyncConnection, int], Awaitable[None]]
) -> None:
    sent = Sending(database)
    game = await sent.start_game()
    await database.write(lambda conn: annotate(conn, game))
    await sent.move(game)
    await close(sent)
    assert [post.material for post in sent.begun] == ["read when leased"]


@pytest.mark.parametrize(("kind", "is_leased"), [("proposal", False), ("direct", True), ("retire", True)])
async def test_a_board_waits_for_an_earlier_message_of_its_channel(database: Database, kind: str, *, is_leased: bool) -> None:
    async def add(conn: AsyncConnection) -> list[Post]:
        where: dict[str, Any] = {"guild_id": 1, "channel_id": CHANNEL, "now": 1, "payload": {}}
        await posts.insert_post(conn, kind, **where)
        return [await posts.insert_post(conn, "board", owner="me", **where | {"channel_id": other}) for other in (CHANNEL, 3)]

    board, elsewhere = await database.write(add)
    assert (board.attempts, board.first_try_at) == ((1, 1) if is_leased else (0, None))
    assert elsewhere.attempts == 1, "the message of another channel is not in its way"
    held = ("board", 1, "me") if is_leased else ("board", 0, None)
    assert await waiting(database) == [(kind, 0, None), held, ("board", 1, "me")]


async def test_a_busy_or_stopped_sender_leases_no_new_post(database: Database) -> None:
    async def add(conn: AsyncConnection) -> None:
        for channel in range(100, 100 + AT_ONCE):
            await posts.insert_post(conn, "board", guild_id=1, channel_id=channel, now=0, payload={})

    sent = Sending(database)
    game = await sent.start_game()
    sent.go_on.clear()
    assert sent.sender.find_owner() == sent.sender.owner
    await database.write(add)
    sent.sender.wake()
    await until("as many attempts as there may be", lambda: len(sent.begun) == AT_ONCE)
    assert sent.sender.find_owner() is None
    await sent.move(game)
    assert (await waiting(database))[-1] == ("board", 0, None)
    await close(sent)
    assert sent.begun[-1].material == "read when leased"
    assert sent.sender.find_owner() is None, "it is stopped"


@pytest.mark.parametrize("is_saved", [True, False])
async def test_a_leased_post_whose_commit_failed_is_sent_only_if_it_was_saved(
    database: Database, monkeypatch: pytest.MonkeyPatch, *, is_saved: bool
) -> None:
    sent = Sending(database)
    game = await sent.start_game()
    commit = AsyncTransaction.commit

    async def fail(transaction: AsyncTransaction) -> None:
        await (commit(transaction) if is_saved else transaction.rollback())
        raise OperationalError("COMMIT", None, Exception("the commit failed"))

    with monkeypatch.context() as patch:
        patch.setattr(AsyncTransaction, "commit", fail)
        with pytest.raises(OperationalError):
            await sent.move(game)
    await close(sent)
    assert [post.attempts for post in sent.begun] == ([2] if is_saved else [])


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_post_that_is_leased_twice_is_attempted_once(database: Database, *, is_sent: bool) -> None:
    """As on PostgreSQL, where the sender may lease it, and even send it, between the commit and the start of its attempt."""
    sent = Sending(database)
    owner = sent.sender.owner

    async def add(conn: AsyncConnection) -> Post:
        return await posts.insert_post(conn, "board", guild_id=1, channel_id=CHANNEL, now=0, payload={}, owner=owner)

    post = await database.write(add)
    sent.sender.wake()
    await until("the attempt", lambda: bool(sent.begun))
    if is_sent:
        sent.go_on.set()
        await sent.sender.wait_until_idle()
    sent.sender.start(post)
    await close(sent)
    assert [each.attempts for each in sent.begun] == [2]
    assert await waiting(database) == []


async def test_the_next_process_sends_what_a_dead_one_had_leased(database: Database) -> None:
    async def add(conn: AsyncConnection) -> Post:
        return await posts.insert_post(conn, "board", guild_id=1, channel_id=CHANNEL, now=0, payload={}, owner="a dead one")

    await database.write(add)
    sent = Sending(database)
    sent.sender.wake()
    await close(sent)
    assert [each.attempts for each in sent.begun] == [2], "so that it searches the channel for the message first"


async def test_messages_that_have_changed_since_the_move_are_read_again(database: Database) -> None:
    sent = Sending(database)
    game = await sent.start_game()

    async def replace_board(conn: AsyncConnection) -> None:
        known = await games.set_board_message(conn, game, 71)
        assert known is not None
        first = known._replace(board=71)
        assert await games.set_board_message(conn, game, 72, first) == first, "it is still the board"
        await games.set_ping(conn, game, 80)
        assert await games.set_board_message(conn, game, 73, first._replace(board=72)) == first._replace(board=72, ping=80)
        assert await games.set_board_message(conn, game, 74, first) == first._replace(board=73)
        assert await games.set_board_message(conn, game + 1, 75, first) is None

    await database.write(replace_board)
    await close(sent)
