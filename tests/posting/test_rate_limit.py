"""The rate limit: never more requests than Discord takes, most urgent first. Time is simulated."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from time import monotonic
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.common.request_rate import BURST, RATE
from bot.posting import sender
from bot.posting.rate_limit import Priority, RateLimiter, RouteLimit, Slots, limit_requests
from bot.storage.engine.database import parse
from bot.storage.engine.shard_locks import LocksLost, ShardLocks
from tests.waiting import until

LIMIT = 50
"""Requests that Discord takes in any second."""


class Time:
    """A clock that stands until everybody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._order), woken))
        await woken

    async def run(self, until: float) -> None:
        """Let the time go by."""
        while True:
            await asyncio.sleep(0)
            while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined]  # noqa: ASYNC110 - no event tells it
                await asyncio.sleep(0)
            if not self._sleepers or self._sleepers[0][0] > until:
                self.now = until
                return
            self.now, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)


class Bot:
    """Some processes that share one rate limit, and when their requests went."""

    def __init__(self, processes: int = 1) -> None:
        self.time = Time()
        self.sent: list[tuple[float, str]] = []
        slots = Slots(lambda: self.time.now)
        self.limiters = [RateLimiter(slots.reserve, self.time.sleep, lambda: self.time.now) for _ in range(processes)]
        self._tasks: set[asyncio.Task[None]] = set()

    def request(self, name: str, urgency: Priority = Priority.POST, process: int = 0) -> asyncio.Task[None]:
        async def send() -> None:
            await self.limiters[process].admit(urgency)
            self.sent.append((self.time.now, name))

        task = asyncio.create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def most_in_a_second(self) -> int:
        times = sorted(at for at, _ in self.sent)
        return max(sum(start <= at < start + 1 for at in times) for start in times)


async def test_a_lone_request_goes_at_once() -> None:
    bot = Bot()
    bot.request("a")
    await bot.time.run(0)
    assert bot.sent == [(0.0, "a")]


@pytest.mark.slow
async def test_no_second_has_more_requests_than_discord_takes() -> None:
    bot = Bot()
    for number in range(200):
        bot.request(str(number))
    await bot.time.run(20)
    assert len(bot.sent) == 200
    assert bot.most_in_a_second() <= RATE + BURST < LIMIT


@pytest.mark.slow
async def test_several_processes_share_one_limit_and_use_it_up() -> None:
    bot = Bot(processes=4)
    for number in range(160):
        bot.request(str(number), process=number % 4)
    await bot.time.run(160 / RATE + 0.5)
    assert len(bot.sent) == 160
    assert bot.most_in_a_second() <= RATE + BURST


async def test_one_busy_process_may_use_what_idle_ones_leave() -> None:
    bot = Bot(processes=4)
    for number in range(100):
        bot.request(str(number), process=2)
    await bot.time.run(100 / RATE)
    assert len(bot.sent) == 100


@pytest.mark.slow
async def test_bursts_after_pauses_do_not_add_up() -> None:
    bot = Bot()
    for second in range(40):
        for number in range(10):
            bot.request(f"{second}.{number}")
        await bot.time.run(second * 0.3 + 0.3)
    assert bot.most_in_a_second() <= RATE + BURST


async def test_posts_go_before_tidying() -> None:
    bot = Bot()
    for number in range(30):
        bot.request(f"tidy {number}", Priority.TIDY)
    for number in range(30):
        bot.request(f"post {number}", Priority.POST)
    await bot.time.run(10)
    first = [name for _, name in bot.sent[:30]]
    assert all(name.startswith("post") for name in first)
    assert len(bot.sent) == 60


async def test_a_cancelled_request_takes_nobodys_slot() -> None:
    bot = Bot()
    waiting = [bot.request(str(number)) for number in range(40)]
    await bot.time.run(0)
    for task in waiting[10:30]:
        task.cancel()
    await bot.time.run(5)
    assert [name for _, name in bot.sent] == [*map(str, range(10)), *map(str, range(30, 40))]


@pytest.mark.slow
async def test_what_busy_processes_missed_does_not_go_at_once() -> None:
    bot = Bot(processes=4)

    async def stand_still(seconds: float) -> None:
        until = bot.time.now + seconds
        await bot.time.sleep(seconds)
        if until % 2 < 0.5:  # every two seconds all of them stand still for half a second
            await bot.time.sleep(0.5 - until % 2)

    for limiter in bot.limiters:
        limiter._sleep = stand_still
    for number in range(160):
        bot.request(str(number), process=number % 4)
    await bot.time.run(30)
    assert len(bot.sent) == 160
    assert bot.most_in_a_second() < LIMIT


@pytest.mark.slow
async def test_a_slow_database_costs_no_slots_that_others_could_use() -> None:
    bot = Bot(processes=8)
    at_once = bot.limiters[0].reserve

    async def reserve(count: int) -> float:
        await bot.time.sleep(0.1)
        return await at_once(count)

    for limiter in bot.limiters:
        limiter.reserve = reserve
    for number in range(200):
        bot.request(str(number), process=number % 8)
    await bot.time.run(200 / RATE + 2)
    assert len(bot.sent) == 200
    assert bot.most_in_a_second() < LIMIT


async def test_a_database_that_does_not_answer_delays_and_loses_nothing() -> None:
    time, answers = Time(), [LocksLost("away"), LocksLost("away")]

    async def reserve(count: int) -> float:
        if answers:
            raise answers.pop()
        return 0.0

    limiter = RateLimiter(reserve, time.sleep, lambda: time.now)
    task = asyncio.create_task(limiter.admit(Priority.POST))
    await time.run(5)
    assert task.done()


async def test_a_request_whose_caller_gives_up_goes_on_to_its_end_which_comes_in_time_for_the_next_attempt() -> None:
    """Cancelled in flight, it would leave shared state of the library behind: no request would ever be sent again."""
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), list[str]()

    async def send(route: discord.http.Route, **options: Any) -> None:
        limit: aiohttp.ClientTimeout = options["timeout"]
        assert limit.total is not None
        assert limit.total < sender.ATTEMPT
        begun.set()
        await may_end.wait()
        ended.append(route.path)

    http = cast("discord.http.HTTPClient", SimpleNamespace(request=send))
    limit_requests(http, RateLimiter())
    asking = asyncio.create_task(http.request(discord.http.Route("GET", "/channels/1")))
    await begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    may_end.set()
    await until("the end of the request", lambda: ended == ["/channels/1"])


async def test_a_limit_that_is_reset_late_holds_up_only_what_it_has_no_room_for() -> None:
    limit = RouteLimit(30.0)
    for left in (1, 0):
        headers = {"X-Ratelimit-Limit": "50", "X-Ratelimit-Remaining": str(left), "X-Ratelimit-Reset-After": "300"}
        await limit.acquire()
        limit.update(cast("aiohttp.ClientResponse", SimpleNamespace(headers=headers)))
        limit.outgoing -= 1
    with pytest.raises(discord.RateLimited):
        await limit.acquire()


async def test_processes_share_the_limit_by_their_database(postgresql_url: str) -> None:
    processes = [ShardLocks(parse(postgresql_url)) for _ in range(2)]
    for process in processes:
        await process.open()
    some = round(1.6 * RATE)
    firsts, asked_at = list[float](), list[float]()
    for number in range(6):
        asked_at.append(monotonic())
        firsts.append(await processes[number % 2].reserve_slots(some))
    ended_at = [*asked_at[1:], monotonic()]
    for process in processes:
        await process.close()
    # Each reservation begins where the one before ends, 1.6 seconds later, less the time that went by between them.
    assert -BURST / RATE <= firsts[0] <= 0
    for number, (before, after) in enumerate(itertools.pairwise(firsts)):
        assert 1.6 - (ended_at[number + 1] - asked_at[number]) - 0.02 <= after - before <= 1.62


async def test_a_database_server_whose_clock_is_set_back_holds_up_no_request(postgresql_url: str) -> None:
    process = ShardLocks(parse(postgresql_url))
    await process.open()
    hour = round(3600 * RATE)
    await process.reserve_slots(hour)  # so the upcoming slot stands as after a clock that was set back by an hour
    asked_at = monotonic()
    first = await process.reserve_slots(4)
    following = await process.reserve_slots(4)
    passed = monotonic() - asked_at
    await process.close()
    assert first <= 0
    assert 3.9 / RATE - passed <= following - first <= 4.1 / RATE, "the limit holds again at once"
