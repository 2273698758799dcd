"""Due tasks run once, again after a failure, by one of two processes; background tasks run next to those in transactions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.presentation.press_limit import Pacing
from bot.process.settings import Settings
from bot.scheduler import kinds, scheduler
from bot.scheduler.kinds import BackgroundTask
from bot.scheduler.scheduler import DELAYS, TASKS_AT_ONCE, Scheduler
from bot.storage.engine.database import Database
from bot.storage.queries.server import bot_values
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.context import Context
from bot.workers import Workers
from tests.clock import Clock
from tests.waiting import limited, until

GUILD = 1


class Tasks:
    """Background tasks that wait until they are let go."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.go = asyncio.Event()
        self.fails = False

    async def run(self, app: App, row: DueRow) -> None:
        """One of them."""
        self.begun.append(row.payload["number"])
        await self.go.wait()
        if self.fails:
            raise ValueError("it rains")


async def count(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Count, or fail where the payload says so."""
    done = int(await bot_values.get_value(conn, "done") or 0)
    await bot_values.save_value(conn, "done", str(done + 1))
    if row.payload.get("fails") and row.attempts == 0:
        raise ValueError("it rains")


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> Tasks:
    made = Tasks()
    monkeypatch.setattr(scheduler, "TRANSACTION", {"count": count})
    monkeypatch.setattr(scheduler, "BACKGROUND", {"slow_count": BackgroundTask(made.run)})
    monkeypatch.setattr(scheduler, "QUICK_TASKS", ("slow_count",))
    return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(database: Database, clock: Clock) -> App:
    settings = Settings(_env_file=None)
    return App(Context(database, clock=clock), settings.theme, Workers(), Pacing(settings))


async def schedule(app: App, kind: str, at: int, **payload: Any) -> None:
    """Have something done, as a use case does."""
    user = payload.pop("user_id", None)
    context = app.context
    await context.db.write(lambda conn: context.schedule.schedule(conn, kind, at, guild_id=GUILD, user_id=user, **payload))


async def done(app: App) -> int:
    """How often the task was done."""
    return int(await app.context.db.read(lambda conn: bot_values.get_value(conn, "done")) or 0)


def asleep_now(one: Scheduler) -> bool:
    """Whether the scheduler has nothing to do at once."""
    return one._task is None or one._task.done()


async def asleep(one: Scheduler) -> None:
    """Wait until the scheduler has nothing to do at once."""
    async with limited("the scheduler to have nothing to do at once"):
        while one._task is not None and not one._task.done():
            await asyncio.wait({one._task})


async def test_a_task_is_done_when_its_time_has_come_and_only_once(app: App, clock: Clock, tasks: Tasks) -> None:
    one = Scheduler(app)
    timers: list[float] = []

    def set_timer(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        timers.append(seconds)
        return asyncio.get_running_loop().call_later(3600, call)

    one.set_timer = set_timer
    await schedule(app, "count", clock.now + 5_000)
    one.start()
    await asleep(one)
    assert (await done(app), timers) == (0, [5.0])
    clock.now += 5_000
    one.wake()
    await asleep(one)
    one.wake()
    await asleep(one)
    assert await done(app) == 1
    await one.close(1)


async def test_what_is_due_sooner_wakes_the_scheduler(app: App, clock: Clock, tasks: Tasks) -> None:
    one = Scheduler(app)
    one.start()
    await asleep(one)
    await schedule(app, "count", clock.now)
    await asleep(one)
    assert await done(app) == 1
    await one.close(1)


async def test_what_is_due_after_the_next_look_lets_the_scheduler_sleep_on(app: App, clock: Clock, tasks: Tasks) -> None:
    one = Scheduler(app)
    await schedule(app, "count", clock.now + 5_000)
    one.start()
    await asleep(one)
    await schedule(app, "count", clock.now + 5_000, user_id=5)
    assert asleep_now(one)
    await schedule(app, "count", clock.now + 4_999, user_id=6)
    assert not asleep_now(one)
    await asleep(one)
    clock.now += 5_000
    one.wake()
    await asleep(one)
    assert await done(app) == 3
    await one.close(1)


async def test_the_same_subject_is_due_once_and_at_the_last_time_named(app: App, clock: Clock, tasks: Tasks) -> None:
    await schedule(app, "count", clock.now + 1)
    await schedule(app, "count", clock.now + 2)
    await schedule(app, "count", clock.now + 3, user_id=5)
    rows = await app.context.db.read(lambda conn: due.get_rows(conn, guild_id=GUILD))
    assert [(row.at - clock.now, row.user_id) for row in rows] == [(2, None), (3, 5)]
    await app.context.db.write(lambda conn: due.cancel(conn, "count", guild_id=GUILD, user_id=5))
    assert len(await app.context.db.read(lambda conn: due.get_rows(conn, guild_id=GUILD))) == 1


@pytest.mark.slow
@pytest.mark.postgresql
async def test_a_task_that_fails_changes_nothing_and_is_done_again_later(app: App, clock: Clock, tasks: Tasks) -> None:
    await schedule(app, "count", clock.now, fails=True)
    await schedule(app, "count", clock.now, user_id=5)
    one = Scheduler(app)
    one.start()
    await asleep(one)
    assert await done(app) == 1, "only the other one"
    clock.now += DELAYS[0]
    one.wake()
    await asleep(one)
    assert await done(app) == 2
    await one.close(1)


@pytest.mark.postgresql
async def test_two_processes_do_it_once(app: App, clock: Clock, tasks: Tasks) -> None:
    for user in range(20):
        await schedule(app, "count", clock.now, user_id=user)
    other = await Database.open(str(app.context.db.url.render_as_string(hide_password=False)))
    settings = Settings(_env_file=None)
    both = [Scheduler(app), Scheduler(App(Context(other, clock=clock), settings.theme, Workers(), Pacing(settings)))]
    for one in both:
        one.start()
    for one in both:
        await asleep(one)
    assert await done(app) == 20
    for one in both:
        await one.close(1)
    await other.close()


async def test_background_tasks_hold_up_no_others_and_few_are_under_way_at_once(app: App, clock: Clock, tasks: Tasks) -> None:
    for number in range(TASKS_AT_ONCE + 5):
        await schedule(app, "slow_count", clock.now - 10, user_id=number, number=number)
    await schedule(app, "count", clock.now)
    one = Scheduler(app)
    one.start()
    await asleep(one)
    await until("as many background tasks as run at once", lambda: len(tasks.begun) >= TASKS_AT_ONCE)
    assert (len(tasks.begun), await done(app)) == (TASKS_AT_ONCE, 1)
    tasks.go.set()
    await until("the end of all tasks", lambda: not one._under_way and asleep_now(one))
    assert sorted(tasks.begun) == list(range(TASKS_AT_ONCE + 5))
    await one.close(1)


async def test_a_task_that_is_broken_off_is_begun_again(app: App, clock: Clock, tasks: Tasks) -> None:
    await schedule(app, "slow_count", clock.now, number=1)
    one = Scheduler(app)
    one.start()
    await until("the task to begin", lambda: tasks.begun)
    await one.close(0)
    two = Scheduler(app)
    two.start()
    await until("the task to begin again", lambda: len(tasks.begun) > 1)
    assert tasks.begun == [1, 1]
    tasks.go.set()
    await two.close(5)


async def test_a_task_that_fails_is_begun_again_later(app: App, clock: Clock, tasks: Tasks) -> None:
    await schedule(app, "slow_count", clock.now, number=1)
    tasks.go.set()
    tasks.fails = True
    one = Scheduler(app)
    one.start()
    await until("the failure of the task", lambda: tasks.begun and not one._under_way)
    rows = await app.context.db.read(lambda conn: due.get_rows(conn, guild_id=GUILD))
    assert [(row.at, row.attempts) for row in rows] == [(clock.now + DELAYS[0], 1)]
    await one.close(1)


async def test_a_task_that_is_due_again_before_it_has_ended_is_begun_again(app: App, clock: Clock, tasks: Tasks) -> None:
    """A computer's move has the next computer move, in the transaction that ends it."""
    await schedule(app, "slow_count", clock.now, number=1)
    one = Scheduler(app)
    one.start()
    await until("the task to begin", lambda: tasks.begun == [1])
    await schedule(app, "slow_count", clock.now, number=2)
    tasks.go.set()
    await until("the second task to end", lambda: tasks.begun == [1, 2] and not one._under_way)
    assert not await app.context.db.read(lambda conn: due.get_rows(conn, guild_id=GUILD))
    await one.close(1)


async def test_only_what_is_due_in_the_servers_of_this_process_is_done(app: App, clock: Clock, tasks: Tasks) -> None:
    await schedule(app, "count", clock.now)
    app.context.assignment = Assignment(2, frozenset({1}))
    one = Scheduler(app)
    one.start()
    await asleep(one)
    assert await done(app) == 0
    app.context.assignment = Assignment(2, frozenset({0}))
    one.wake()
    await asleep(one)
    assert await done(app) == 1
    await one.close(1)


def test_every_kind_of_task_is_done_in_one_way() -> None:
    assert not kinds.TRANSACTION.keys() & kinds.BACKGROUND.keys()
    assert sorted([*kinds.QUICK_TASKS, *kinds.SLOW_TASKS, *kinds.SPARE_TASKS]) == sorted(kinds.BACKGROUND)
