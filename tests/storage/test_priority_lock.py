"""The order of access to the one connection of SQLite: answers to players do not queue behind background work."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import priority_lock
from bot.storage.engine.database import Database
from bot.storage.engine.priority_lock import PriorityLock, in_background
from tests.waiting import limited, until


class Queue:
    """Tasks that want the lock while this test holds it; ``done`` has their names in the order in which they had it."""

    def __init__(self) -> None:
        self.lock = PriorityLock()
        self.done: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def wants(self, name: str) -> None:
        async def use() -> None:
            async with self.lock.hold():
                self.done.append(name)
                await asyncio.sleep(0)

        work = in_background(use) if name.startswith("post") else use
        self.tasks[name] = asyncio.create_task(work())
        await asyncio.sleep(0)

    async def end(self) -> list[str]:
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        async with limited("the lock, which nobody has kept"), self.lock.hold():
            return self.done


async def test_answers_go_before_work_in_the_background_and_each_kind_in_order() -> None:
    queue = Queue()
    async with queue.lock.hold():
        for name in ("post 1", "post 2", "answer 1", "answer 2"):
            await queue.wants(name)
    assert await queue.end() == ["answer 1", "answer 2", "post 1", "post 2"]


async def test_work_in_the_background_that_has_waited_long_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    queue = Queue()
    async with queue.lock.hold():
        await queue.wants("post 1")
        now += 2 * priority_lock.PATIENCE
        for name in ("answer 1", "post 2"):
            await queue.wants(name)
    assert await queue.end() == ["post 1", "answer 1", "post 2"]


async def test_who_is_cancelled_while_waiting_is_passed_over() -> None:
    queue = Queue()
    async with queue.lock.hold():
        for name in ("answer 1", "post 1", "answer 2"):
            await queue.wants(name)
        queue.tasks["answer 1"].cancel()
        await asyncio.sleep(0)
    assert await queue.end() == ["answer 2", "post 1"]


async def test_who_is_cancelled_in_the_moment_of_their_turn_passes_it_on() -> None:
    queue = Queue()
    async with queue.lock.hold():
        for name in ("answer 1", "answer 2"):
            await queue.wants(name)
    queue.tasks["answer 1"].cancel()  # it has got its turn and has not woken yet
    assert await queue.end() == ["answer 2"]


async def test_transactions_of_answers_go_first_on_sqlite(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3")
    done: list[str] = []

    async def transaction(name: str) -> None:
        async def work(conn: AsyncConnection) -> None:
            done.append(name)

        await database.write(work)

    async with database._order.hold():
        tasks = [asyncio.create_task(in_background(transaction)("post")), asyncio.create_task(transaction("answer"))]
        order = database._order
        await until("both transactions in the queue", lambda: order._answers and order._background)
    await asyncio.gather(*tasks)
    assert done == ["answer", "post"]
    await database.close()
