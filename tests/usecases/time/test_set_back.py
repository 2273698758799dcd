"""A clock that is set back: what was to be done soon is done soon, what was promised for a time stays there."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.common.clock import HOUR, MINUTE, SECOND
from bot.common.hours_off import ALWAYS, HoursOff
from bot.process.clock_watch import LEAST, ClockWatch
from bot.scheduler.kinds import BACKGROUND, TRANSACTION
from bot.storage.engine.database import Database
from bot.storage.queries.channels import posts as post_queries
from bot.storage.queries.time import due as due_queries
from bot.storage.queries.time.clocks import ClockRow
from bot.storage.schema import due, posts
from bot.usecases.context import Context
from bot.usecases.time import downtime
from bot.usecases.time.clock_rollback import SOON
from tests.clock import Clock

BEFORE = 100 * HOUR
"""What the clock showed before it was set back."""
NOW = BEFORE - HOUR
OTHER = 1 << 22
"""A server of the other one of two shards."""


class Steady:
    """A clock that nobody sets, in seconds."""

    now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    made = Clock()
    made.now = BEFORE
    return made


@pytest.fixture
def context(database: Database, clock: Clock) -> Context:
    return Context(database, clock=clock, assignment=Assignment(2, frozenset({0})))


@pytest.fixture
async def full(context: Context) -> Context:
    """With posts that wait and tasks that are due, of two servers."""

    async def work(conn: AsyncConnection) -> None:
        for guild in (1, OTHER):
            for channel, wait in ((1, 0), (2, 40 * SECOND), (3, -2 * HOUR)):
                await post_queries.insert_post(
                    conn, "board", guild_id=guild, channel_id=channel, now=BEFORE, wait=wait, payload={}
                )
            for number, (kind, attempts) in enumerate((("computer", 0), ("clock", 0), ("clock", 1), ("tell", 0))):
                row = {"kind": kind, "at": BEFORE + SECOND, "guild_id": guild, "user_id": number, "attempts": attempts}
                await conn.execute(insert(due).values(row))

    await context.db.write(work)
    return context


async def when(context: Context, guild: int) -> tuple[list[int], list[int]]:
    """When the posts and the tasks of a server are due."""

    async def read(conn: AsyncConnection) -> tuple[list[int], list[int]]:
        sent = await conn.scalars(select(posts.c.due_at).where(posts.c.guild_id == guild).order_by(posts.c.id))
        tasks = await conn.scalars(select(due.c.at).where(due.c.guild_id == guild).order_by(due.c.id))
        return list(sent), list(tasks)

    return await context.db.read(read)


AS_IT_WAS = ([BEFORE, BEFORE + 40 * SECOND, BEFORE - 2 * HOUR], [BEFORE + SECOND] * 4)


async def test_what_waits_for_seconds_is_brought_forward_and_what_was_promised_for_a_time_is_not(
    full: Context, clock: Clock
) -> None:
    steady, woken = Steady(), []
    watch = ClockWatch(full, steady)
    full.outbox.connect(lambda: woken.append("sender"), lambda _: None)
    full.schedule.wakes(lambda _: woken.append("scheduler"))
    clock.now = NOW
    await watch.check()
    assert await when(full, 1) == (
        [NOW, NOW + 40 * SECOND, BEFORE - 2 * HOUR],
        [NOW + SECOND, BEFORE + SECOND, NOW + SECOND, BEFORE + SECOND],
    )
    assert await when(full, OTHER) == AS_IT_WAS, "another process looks after that server"
    assert woken == ["scheduler", "sender"]
    clock.now, steady.now = clock.now + 9 * SECOND, steady.now + 9
    await watch.check()
    assert len(woken) == 2, "once for each change"


async def test_a_clock_that_is_only_kept_right_changes_nothing(full: Context, clock: Clock) -> None:
    watch = ClockWatch(full, Steady())
    for _ in range(5):
        clock.now -= LEAST - 1
        await watch.check()
    assert await when(full, 1) == AS_IT_WAS


async def test_a_clock_that_is_set_ahead_only_has_everything_looked_at_again(full: Context, clock: Clock) -> None:
    watch, woken = ClockWatch(full, Steady()), []
    full.schedule.wakes(lambda _: woken.append(clock.now))
    clock.now += HOUR
    await watch.check()
    assert woken == [BEFORE + HOUR]
    assert await when(full, 1) == AS_IT_WAS


async def test_a_start_notices_that_the_clock_was_set_back_meanwhile(full: Context, clock: Clock) -> None:
    await downtime.connect_shards(full, 2, [0, 1])
    clock.now = NOW
    restarted = Context(full.db, clock=clock, assignment=full.assignment)
    await downtime.connect_shards(restarted, 2, [0])
    assert (await when(full, 1))[0] == [NOW, NOW + 40 * SECOND, BEFORE - 2 * HOUR]
    assert await when(full, OTHER) == AS_IT_WAS


async def test_what_was_brought_forward_is_done(full: Context, clock: Clock) -> None:
    watch = ClockWatch(full, Steady())
    clock.now = NOW
    await watch.check()
    clock.now += SECOND
    served = full.assignment
    rows = await full.db.read(lambda conn: due_queries.list_due(conn, (*TRANSACTION, *BACKGROUND), clock.now, served, 9))
    assert [row.kind for row in rows] == ["computer", "clock"]


def test_every_kind_that_a_worker_does_counts_as_soon() -> None:
    asks_discord = {"leaver"}
    assert set(SOON) | asks_discord == set(BACKGROUND)


@pytest.mark.parametrize("hours", [ALWAYS, HoursOff(nights=True)])
def test_a_deadline_stays_where_it_was_told(hours: HoursOff) -> None:
    turn = ClockRow(1, 1, 0, (9 * HOUR,), 9 * HOUR, 0, BEFORE, BEFORE, posted_at=BEFORE, hours=hours)
    told = turn.deadline(BEFORE)
    assert [turn.deadline(BEFORE - minutes * MINUTE) for minutes in (60, 30, 1)] == [told] * 3
