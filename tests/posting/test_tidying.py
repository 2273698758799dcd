"""Old boards are tidied up in addition to the posts: a few at a time, again after a failure, and never at their cost."""

from __future__ import annotations

import asyncio

import pytest

from bot.posting import tidying
from bot.posting.errors import BlockedError, PermanentError
from bot.posting.tidying import AT_ONCE, ATTEMPTS, Tidying
from bot.storage.queries.channels.posts import Post
from tests.waiting import until


def old_board(number: int) -> Post:
    return Post(0, 1, 2, "retire", number, None, {"message": number}, 1, None, 0)


class Old:
    """Old boards; each waits for ``go_on``."""

    def __init__(self, *failures: Exception) -> None:
        self.begun: list[int] = []
        self.go_on = asyncio.Event()
        self.failures = list(failures)

    async def deliver(self, post: Post) -> None:
        self.begun.append(post.payload["message"])
        await self.go_on.wait()
        if self.failures:
            raise self.failures.pop(0)


async def test_a_few_are_tidied_at_a_time_the_oldest_first() -> None:
    old = Old()
    made = Tidying(old.deliver, (0,))
    for number in range(10):
        made.add(old_board(number))
    await asyncio.sleep(0)
    assert old.begun == list(range(AT_ONCE))
    assert not made.is_idle
    old.go_on.set()
    await made.wait_until_idle()
    assert old.begun == list(range(10))


async def test_where_too_many_wait_the_oldest_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "MOST", 3)
    old = Old()
    made = Tidying(old.deliver, (0,))
    for number in range(10):
        made.add(old_board(number))
    old.go_on.set()
    await made.wait_until_idle()
    assert old.begun == [*range(AT_ONCE), 7, 8, 9]


async def test_a_failure_is_tried_again_where_that_may_help() -> None:
    cases: list[tuple[list[Exception], int]] = [
        ([OSError()], 2),
        ([OSError()] * 20, ATTEMPTS),
        ([BlockedError("too old")], 2),
        ([PermanentError("gone")], 1),
    ]
    for failures, attempts in cases:
        old = Old(*failures)
        old.go_on.set()
        made = Tidying(old.deliver, (0,))
        made.add(old_board(5))
        await made.wait_until_idle()
        assert old.begun == [5] * attempts, failures


async def test_one_that_was_cancelled_is_made_again() -> None:
    old = Old()
    made = Tidying(old.deliver, (0,))
    made.add(old_board(5))
    await asyncio.sleep(0)
    (task,) = (task for task in asyncio.all_tasks() if task.get_name() == "tidying")
    task.cancel()
    await until("the board to be tidied again", lambda: len(old.begun) > 1)
    old.go_on.set()
    await made.wait_until_idle()
    assert old.begun == [5, 5]


async def test_at_the_end_nothing_new_is_begun_and_what_hangs_is_left() -> None:
    old = Old()
    made = Tidying(old.deliver, (0,))
    for number in range(10):
        made.add(old_board(number))
    await asyncio.sleep(0)
    await made.close(0)
    assert made.is_idle
    assert old.begun == list(range(AT_ONCE))


async def test_while_many_posts_are_under_way_none_is_begun() -> None:
    old, room = Old(), [False]
    old.go_on.set()
    made = Tidying(old.deliver, (0,), has_room=lambda: room[0])
    made.add(old_board(5))
    await asyncio.sleep(0)
    assert old.begun == []
    room[0] = True
    made.go_on()
    await made.wait_until_idle()
    assert old.begun == [5]
