"""New messages go before edits, and edits that say the same are made once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import EVERYTHING, Assignment
from bot.posting import sender as sender_module
from bot.posting.kinds.boards import BoardPost
from bot.posting.sender import AT_ONCE, BUSY, EDITS_AT_ONCE, MessageSender
from bot.storage.engine.database import Database, DatabaseBusy
from bot.storage.queries.channels import posts, sending
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play.games import delete_game, insert_game
from bot.usecases.context import Context
from tests.statements import count_statements
from tests.waiting import limited, until

LONG = 3_600.0
"""Seconds: no test waits that long."""


async def put(
    database: Database, kind: str, number: int, guild_id: int = 1, game: int | None = None, wait: int = 0, **payload: object
) -> int:
    return await database.write(lambda conn: put_within(conn, kind, number, guild_id, game, wait, payload))


async def put_within(
    conn: AsyncConnection,
    kind: str,
    number: int,
    guild_id: int,
    game: int | None = None,
    wait: int = 0,
    payload: Mapping[str, object] = MappingProxyType({}),
) -> int:
    post = await posts.insert_post(
        conn, kind, guild_id=guild_id, channel_id=number, game_id=game, now=0, wait=wait, payload={**payload}
    )
    return post.id


async def lease(database: Database, now: int, served: Assignment = EVERYTHING, most: int = 22, **limits: Any) -> list[Post]:
    limits = {"most_edits": most} | limits
    return await database.write(lambda conn: sending.lease(conn, now, served, "me", most=most, **limits))


async def add_game(database: Database) -> int:
    async def work(conn: AsyncConnection) -> int:
        seated = ((1, "Ada"), (2, "Björn"))
        return await insert_game(
            conn, guild_id=1, channel_id=1, kind="pastures", rules=1, options={}, setup={}, seated=seated, now=0
        )

    return await database.write(work)


async def test_edits_leave_room_for_posts(database: Database) -> None:
    for number in range(AT_ONCE):
        await put(database, "retire", number, message=number)
    begun: asyncio.Queue[str] = asyncio.Queue()
    go_on = asyncio.Event()

    async def deliver(post: Post) -> int | None:
        begun.put_nowait(post.kind)
        await go_on.wait()
        return None

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        assert message_id is None

    sender = MessageSender(Context(database, clock=lambda: 1), deliver, delivered)
    sender.wake()
    async with limited("as many edits as are made at once"):
        assert [await begun.get() for _ in range(EDITS_AT_ONCE)] == ["retire"] * EDITS_AT_ONCE
    for number in range(AT_ONCE):
        await put(database, "board", 100 + number)
    sender.wake()
    boards = AT_ONCE - EDITS_AT_ONCE
    async with limited("boards that begin while the edits hang"):
        assert [await begun.get() for _ in range(boards)] == ["board"] * boards
    assert begun.empty()
    with count_statements() as asked:
        go_on.set()
        await sender.wait_until_idle()
    leases = [statement for statement in asked.statements if statement.startswith("UPDATE posts SET attempts")]
    assert len(leases) <= AT_ONCE + begun.qsize(), "a post that ends asks for the next ones once"
    assert await database.read(posts.count_waiting) == 0
    rest = [begun.get_nowait() for _ in range(begun.qsize())]
    assert (rest.count("board"), rest.count("retire")) == (AT_ONCE - boards, AT_ONCE - EDITS_AT_ONCE)
    await sender.close(1)


@pytest.mark.parametrize(("kind", "most"), [("board", AT_ONCE), ("retire", EDITS_AT_ONCE)])
async def test_posts_that_end_at_the_same_moment_make_room_for_as_many(database: Database, kind: str, most: int) -> None:
    begun: list[int] = []
    quick, slow = asyncio.Event(), asyncio.Event()

    async def deliver(post: Post) -> int | None:
        begun.append(post.channel_id)
        await (quick if post.channel_id < 2 else slow).wait()
        return None

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Nothing follows."""

    sender = MessageSender(Context(database, clock=lambda: 1), deliver, delivered)
    for number in range(most + 5):
        await put(database, kind, number, message=number)
    sender.wake()
    await until("as many posts as there is room for", lambda: len(begun) == most)
    quick.set()
    await until("the next two, while the others hang", lambda: len(begun) == most + 2)
    slow.set()
    await sender.wait_until_idle()
    assert sorted(begun) == list(range(most + 5))
    await sender.close(1)


@pytest.mark.postgresql
async def test_a_sent_post_looks_for_others_only_if_one_is_due_and_sets_the_timer_for_one_that_is_due_later(
    database: Database,
) -> None:
    guild = 5 << 22
    await put(database, "board", 1, guild)
    await put(database, "board", 2, guild, wait=5_000)
    await put(database, "board", 3, 6 << 22, wait=2_000)  # of another process
    timers: list[float] = []

    def set_timer(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        timers.append(seconds)
        return asyncio.get_running_loop().call_later(LONG, call)

    async def deliver(post: Post) -> int | None:
        return post.id

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        if post.channel_id == 1:
            await put_within(conn, "board", 4, guild)

    context = Context(database, clock=lambda: 1, assignment=Assignment(8, frozenset({5})))
    sender = MessageSender(context, deliver, delivered)
    sender.set_timer = set_timer
    with count_statements() as asked:
        sender.wake()
        await sender.wait_until_idle()
    assert timers == [4.999]
    assert sum("UNION" in statement for statement in asked.statements) == 2, "the first look, and the one after a new post"
    assert await database.read(posts.count_waiting) == 2
    await sender.close(1)


@pytest.mark.postgresql
async def test_a_post_deleted_with_its_game_while_it_is_sent_changes_nothing_and_does_not_hold_up_the_next_one(
    database: Database,
) -> None:
    games = [await add_game(database), await add_game(database)]
    ids = [await put(database, "board", 1, game=game, direct=1, end=0) for game in games]
    context, boards, sent = Context(database, clock=lambda: 1), BoardPost(), list[int]()

    async def deliver(post: Post) -> int | None:
        sent.append(post.id)
        if post.id == ids[0]:
            await database.write(lambda conn: delete_game(conn, games[0]))
        return post.id

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        if post.id in ids:
            await put_within(conn, "notice", 1, 1)
            await boards.record_sent(context, conn, post, post.id)

    sender = MessageSender(context, deliver, delivered, delays=(LONG,))
    sender.wake()
    async with limited("both boards, and the direct message and the notice after the second"):
        await sender.wait_until_idle()
    assert sent[:2] == ids
    assert len(sent) == 4
    await sender.close(1)


@pytest.mark.postgresql
async def test_a_post_that_waits_for_the_database_goes_on_soon_even_if_nothing_else_happens(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_module, "DATABASE_PAUSE", 0.01)
    calls: list[str] = []

    async def fail_once(what: str) -> None:
        calls.append(what)
        if calls.count(what) == 1:
            raise DatabaseBusy

    async def deliver(post: Post) -> int | None:
        return post.id

    sender = MessageSender(
        Context(database, clock=lambda: 1),
        deliver,
        lambda *_: fail_once("sent"),
        read=lambda *_: fail_once("read"),
        delays=(LONG,),
    )
    await put(database, "board", 1)
    sender.wake()
    await until("the post to be saved as sent", lambda: calls == ["read", "read", "sent", "read", "sent"])
    await sender.wait_until_idle()
    assert await database.read(posts.count_waiting) == 0
    await sender.close(1)


@pytest.mark.postgresql
async def test_an_edit_that_waits_serves_for_everything_until_it_is_made(database: Database) -> None:
    first = await put(database, "proposal_edit", 1, proposal=5)
    assert await put(database, "proposal_edit", 1, proposal=5) == first
    assert await put(database, "proposal_edit", 1, proposal=6) != first
    assert first in [post.id for post in await lease(database, 1)]
    assert await put(database, "proposal_edit", 1, proposal=5) != first


@pytest.mark.postgresql
async def test_a_thread_holds_up_other_threads_and_its_own_game_alone(database: Database) -> None:
    first, second, third = [await add_game(database) for _ in range(3)]
    thread = await put(database, "thread", 1, game=first)
    await put(database, "thread", 1, game=second)
    board = await put(database, "board", 1, game=third)
    await put(database, "board", 1, game=first)

    leased = await lease(database, 1)
    assert [post.id for post in leased] == [thread, board]
    await database.write(lambda conn: sending.postpone(conn, leased[0], "me", 100, "no more threads for some minutes"))
    assert [post.id for post in await lease(database, 50)] == [board]
    assert [post.id for post in await lease(database, 100)] == [thread, board]


@pytest.mark.postgresql
async def test_a_change_while_a_board_is_sent_is_shown_on_it_afterwards(database: Database) -> None:
    """The board may have been composed before the change. Until it is sent, its edit is not overdue, either."""
    game, other = await add_game(database), await add_game(database)
    board = await put(database, "board", 1, game=game)
    assert [post.id for post in await lease(database, 1)] == [board]
    edit = await put(database, "board_edit", 1, game=game)
    elsewhere = await put(database, "board_edit", 1, game=other)
    assert [post.id for post in await lease(database, 1, under_way=[board])] == [elsewhere]
    await database.write(lambda conn: sending.finish(conn, elsewhere, "me"))

    async def find_oldest_due(last_sent: int) -> int | None:
        return await database.read(lambda conn: posts.find_oldest_due(conn, 9, EVERYTHING, last_sent))

    assert await find_oldest_due(5) is None, "another post got through at 5, after the first attempt at the board"
    assert await database.write(lambda conn: sending.finish(conn, board, "me")) == 0, "so the edit is due"
    assert await find_oldest_due(5) == 0
    assert [post.id for post in await lease(database, 1)] == [edit]


@pytest.mark.postgresql
async def test_a_process_finds_the_posts_of_its_own_shards(database: Database) -> None:
    boards = [await put(database, "board", number, number << 22) for number in range(8)]
    edits = [await put(database, "retire", number, number << 22) for number in range(8)]

    async def find_next_due(served: Assignment) -> int | None:
        return await database.read(lambda conn: sending.find_next_due(conn, -1, served))

    for shard in range(4):
        served = Assignment(4, frozenset({shard}))
        mine = [boards[shard], boards[shard + 4], edits[shard], edits[shard + 4]]
        assert [post.id for post in await lease(database, 1, served)] == mine
        assert await lease(database, -1, served) == []
        assert await find_next_due(served) == 0
    assert [post.id for post in await lease(database, 1)] == [*boards, *edits]
    assert await lease(database, 1, Assignment(4, frozenset())) == []
    assert await find_next_due(Assignment(4, frozenset())) is None


@pytest.mark.postgresql
async def test_messages_are_leased_before_edits_and_none_that_is_under_way(database: Database) -> None:
    edits = [await put(database, "retire", number, wait=2 - number) for number in range(3)]
    boards = [await put(database, "board", number) for number in range(3)]
    late = list(reversed(edits))
    assert [post.id for post in await lease(database, 9)] == [*boards, *late]
    assert [post.id for post in await lease(database, 9, most=4)] == [*boards, late[0]]
    assert [post.id for post in await lease(database, 9, most_edits=2)] == [*boards, *late[:2]]
    under_way = [boards[1], late[0]]
    assert [post.id for post in await lease(database, 9, under_way=under_way)] == [boards[0], boards[2], *late[1:]]
    await put(database, "board", 1)
    assert [post.id for post in await lease(database, 9, under_way=boards, most_edits=0)] == [], "the older one is not sent"


async def test_old_boards_are_tidied_once_few_posts_are_under_way(database: Database) -> None:
    for number in range(AT_ONCE):
        await put(database, "board", number)
    begun: list[str] = []
    go_on = asyncio.Semaphore(0)

    async def deliver(post: Post) -> int | None:
        begun.append(post.kind)
        await go_on.acquire()
        return post.id

    async def delivered(conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Nothing follows."""

    sender = MessageSender(Context(database, clock=lambda: 1), deliver, delivered)
    sender.wake()
    await until("as many boards as are posted at once", lambda: len(begun) >= AT_ONCE)
    sender.tidying.add(Post(0, 1, 2, "retire", 5, None, {"message": 9}, 1, None, 0))
    for _ in range(AT_ONCE - BUSY):
        go_on.release()
    await until("the end of all posts but a few", lambda: len(sender._posts) == BUSY)
    assert begun == ["board"] * AT_ONCE
    go_on.release()
    await until("the old board to be tidied", lambda: begun[-1] == "retire")
    for _ in range(BUSY):
        go_on.release()
    await sender.wait_until_idle()
    await sender.close(1)


@pytest.mark.postgresql
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_an_edit_that_is_begun_at_this_moment_does_not_serve_for_what_happens_now(database: Database) -> None:
    """Only PostgreSQL has two writers at once: the edit under way may show the message as it was before."""
    first = await put(database, "status_edit", 5)
    leased, go_on = asyncio.Event(), asyncio.Event()

    async def begin(conn: AsyncConnection) -> None:
        (under_way,) = await sending.lease(conn, 1, Assignment(), "somebody", most=1, most_edits=1)
        assert under_way.id == first
        leased.set()
        await go_on.wait()

    beginning = asyncio.create_task(database.write(begin))
    async with limited("the other sender to lease the edit"):
        await leased.wait()
    assert await put(database, "status_edit", 5) != first, "it is put in once more, and nobody waits"
    go_on.set()
    await beginning
