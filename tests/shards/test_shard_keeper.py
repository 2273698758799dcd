"""Shards change hands by PostgreSQL's locks. Every process here is a keeper with a connection of its own; none waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import select, text

from bot.common.clock import GAP
from bot.shards.keeper import SETTLED, ShardKeeper
from bot.shards.logins import Logins
from bot.storage.engine import shard_locks
from bot.storage.engine.database import Database, parse
from bot.storage.engine.postgresql import make_engine
from bot.storage.engine.shard_locks import LocksLost, ShardLocks
from bot.storage.schema import bot_values
from tests.crash.matches import looking
from tests.waiting import until, until_found


class Process:
    """A process without Discord: what it is told to connect and disconnect."""

    def __init__(self, url: str, wanted: int | None, **limits: object) -> None:
        self.connected: set[int] = set()
        self.cuts: list[Sequence[int]] = []
        self.keeper = ShardKeeper(ShardLocks(parse(url)), self, **limits)  # type: ignore[arg-type]
        self.keeper.set_wanted(wanted, suggested=1)

    @property
    def shards(self) -> set[int]:
        return set(self.keeper.assignment.shards or ())

    async def take_up(self, shard: int) -> None:
        assert self.keeper.holds(shard)
        self.connected.add(shard)

    async def let_go(self, shard: int) -> None:
        assert not self.keeper.holds(shard)
        self.connected.discard(shard)

    async def cut(self, shards: Sequence[int]) -> None:
        self.cuts.append(shards)
        self.connected -= set(shards)

    async def connection(self) -> Any:
        """PostgreSQL's own connection, on which its locks are."""
        connection = self.keeper.locks._connection
        assert connection is not None
        return (await connection.get_raw_connection()).driver_connection

    async def die(self) -> None:
        """Its connection ends, as it does when the process is killed."""
        (await self.connection()).terminate()


class Bot:
    """All processes of a bot on one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.processes: list[Process] = []

    def start(self, wanted: int | None = None, **limits: object) -> Process:
        self.processes.append(Process(self.url, wanted, **limits))
        return self.processes[-1]

    async def kill(self, process: Process) -> None:
        self.processes.remove(process)
        pid = (await process.connection()).get_server_pid()
        await process.die()
        await process.keeper.locks.close()
        await self._gone(pid)

    async def stop(self, process: Process) -> None:
        self.processes.remove(process)
        pid = (await process.connection()).get_server_pid()
        await process.keeper.close()
        await self._gone(pid)

    async def _gone(self, pid: int) -> None:
        """Wait until PostgreSQL has noticed that a connection has ended."""
        query = text("SELECT EXISTS (SELECT FROM pg_locks WHERE pid = :pid AND locktype = 'advisory')")

        async def is_gone() -> bool:
            async with looking(self.url) as connection:
                return not await connection.scalar(query, {"pid": pid})

        await until_found(f"PostgreSQL to notice the end of connection {pid}", is_gone)

    async def go_on(self, looks: int = 1) -> None:
        """Every process looks at the locks some times, one after the other; no shard ever has two holders."""
        for _ in range(looks):
            for process in self.processes:
                await process.keeper.step()
                await asyncio.sleep(0)
                held = [shard for each in self.processes for shard in each.shards]
                assert len(held) == len(set(held))

    async def settle(self) -> None:
        await self.go_on(4 * SETTLED)
        for process in self.processes:
            assert process.connected == process.shards


@pytest.fixture
async def bot(postgresql_url: str) -> AsyncIterator[Bot]:
    made = Bot(postgresql_url)
    yield made
    for process in made.processes:
        await process.keeper.close()


async def test_one_process_with_one_shard_takes_it_at_the_first_look(bot: Bot) -> None:
    process = bot.start(1)
    await bot.go_on()
    assert process.shards == {0}


async def test_a_second_process_with_one_shard_waits_and_does_nothing(bot: Bot) -> None:
    first = bot.start(1)
    await bot.settle()
    second = bot.start(1)
    await bot.settle()
    assert (first.shards, second.shards) == ({0}, set())


async def test_processes_that_start_together_share_the_shards(bot: Bot) -> None:
    processes = [bot.start(4) for _ in range(4)]
    await bot.settle()
    assert sorted(len(process.shards) for process in processes) == [1, 1, 1, 1]


async def test_processes_that_start_together_connect_no_shard_twice(bot: Bot) -> None:
    """Discord allows 1000 logins a day: nobody takes what it would hand over a moment later."""
    processes = [bot.start(4) for _ in range(2)]
    seen: set[int] = set()
    for _ in range(4 * SETTLED):
        await bot.go_on()
        seen |= {len(process.shards) for process in processes}
    assert seen == {0, 2}


async def test_the_number_of_shards_is_agreed_once(bot: Bot) -> None:
    first = bot.start(3)
    await bot.settle()
    late = bot.start(None)
    late.keeper.set_wanted(None, suggested=7)
    await bot.settle()
    assert late.keeper.count == first.keeper.count == 3


async def test_a_killed_process_is_replaced_by_those_that_are_left(bot: Bot) -> None:
    one, other = bot.start(4), bot.start(4)
    await bot.settle()
    await bot.kill(one)
    await bot.go_on(3)
    assert other.shards == other.connected == {0, 1, 2, 3}


async def test_a_process_that_is_started_again_has_its_number_again(bot: Bot) -> None:
    first, second = bot.start(2), bot.start()
    await bot.settle()
    await bot.kill(first)
    again = bot.start()
    await bot.settle()
    assert [process.keeper.locks.process for process in (again, second)] == [0, 1]


async def test_a_waiting_process_takes_over_at_its_next_look(bot: Bot) -> None:
    first = bot.start(1)
    await bot.settle()
    second = bot.start(1)
    await bot.settle()
    await bot.kill(first)
    await bot.go_on(2)
    assert second.shards == {0}


async def test_a_process_that_waits_takes_what_is_left_at_its_next_look(bot: Bot) -> None:
    first, second = bot.start(2), bot.start(2)
    await bot.settle()
    third = bot.start(2)
    await bot.settle()
    assert not third.shards
    left = first.shards
    await bot.stop(first)
    await bot.go_on()
    assert (third.shards, len(second.shards)) == (left, 1)


async def test_who_has_more_than_its_share_hands_over_to_newcomers(bot: Bot) -> None:
    old = bot.start(4)
    await bot.settle()
    assert len(old.shards) == 4
    new = bot.start(4)
    await bot.settle()
    assert (len(old.shards), len(new.shards)) == (2, 2)
    assert old.cuts == []


async def test_a_stopped_process_leaves_its_shards_to_the_others(bot: Bot) -> None:
    one, other = bot.start(2), bot.start(2)
    await bot.settle()
    await bot.stop(one)
    await bot.go_on(2)
    assert other.shards == {0, 1}


async def test_shards_per_process_is_the_most_a_process_takes(bot: Bot) -> None:
    process = bot.start(4, per_process=3)
    await bot.settle()
    assert len(process.shards) == 3
    rest = bot.start(4, per_process=3)
    await bot.settle()
    assert (len(process.shards), len(rest.shards)) == (3, 1)


async def test_named_shards_go_to_the_process_that_names_them(bot: Bot) -> None:
    one, other = bot.start(4, only=[0, 1]), bot.start(4, only=[2, 3])
    await bot.go_on(2)
    assert (one.shards, other.shards) == ({0, 1}, {2, 3})
    again = bot.start(4, only=[2, 3])
    await bot.settle()
    assert again.shards == set()
    await bot.kill(other)
    await bot.go_on(2)
    assert again.shards == {2, 3}


async def test_a_process_that_loses_its_connection_stops_at_once_and_comes_back(bot: Bot) -> None:
    process = bot.start(2)
    await bot.settle()
    await process.die()
    await process.keeper.step()
    assert (process.shards, process.connected, process.cuts) == (set(), set(), [[0, 1]])
    await bot.settle()
    assert process.shards == {0, 1}


async def test_a_server_that_ends_the_connection_is_noticed_at_the_next_look(bot: Bot, postgresql_url: str) -> None:
    process = bot.start(1)
    await bot.settle()
    database = await Database.open(postgresql_url)
    end = text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()")
    await database.read(lambda connection: connection.execute(end))
    await process.keeper.step()
    assert process.shards == set()
    await database.close()


async def test_resharding_waits_until_nobody_serves_the_old_number(bot: Bot) -> None:
    old = [bot.start(2), bot.start(2)]
    await bot.settle()
    new = [bot.start(4), bot.start(4)]
    await bot.settle()
    assert [len(process.shards) for process in (*old, *new)] == [1, 1, 0, 0]
    await bot.stop(old[0])
    await bot.settle()
    assert [len(process.shards) for process in new] == [0, 0]
    await bot.stop(old[1])
    await bot.settle()
    assert sorted(len(process.shards) for process in new) == [2, 2]
    assert {process.keeper.count for process in new} == {4}


async def test_a_frozen_process_loses_its_shards_and_notices_once_it_goes_on(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as impatient:
        impatient.setitem(shard_locks.SESSION, "idle_session_timeout", "500")
        frozen = bot.start(1)
        await bot.settle()
    assert frozen.shards == {0}
    bot.processes.remove(frozen)  # it looks no more
    await bot._gone((await frozen.connection()).get_server_pid())
    other = bot.start(1)
    await bot.settle()
    assert other.shards == {0}
    await frozen.keeper.step()
    assert frozen.shards == set()
    assert frozen.cuts == [[0]]
    await frozen.keeper.close()


async def test_a_process_that_is_suspended_while_an_answer_is_on_its_way_keeps_its_shards(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "ANSWER", GAP + 0.5)
    locks = ShardLocks(parse(postgresql_url))
    await locks.open()
    assert await locks.take(0, 1)
    asked = asyncio.create_task(locks.read_holders(1))
    await asyncio.sleep(0.001)
    time.sleep(GAP + 1)  # noqa: ASYNC251 - that is what being suspended is
    assert (await asked).mine == {0}
    await locks.close()


@asynccontextmanager
async def waiting_request(url: str, locks: ShardLocks) -> AsyncIterator[asyncio.Task[float]]:
    """A request that waits, until the end of the block, for a row that another connection has locked."""
    engine = make_engine(parse(url), patience=4)
    async with engine.begin() as other:
        await other.execute(select(bot_values).with_for_update())
        asked = asyncio.create_task(locks.reserve_slots(1))
        waits = text("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        await until_found("a request that waits for the row", lambda: other.scalar(waits))
        yield asked
    await engine.dispose()


async def test_a_cancelled_request_keeps_the_locks(postgresql_url: str) -> None:
    locks = ShardLocks(parse(postgresql_url))
    await locks.open()
    assert await locks.take(0, 1)
    await locks.reserve_slots(1)
    async with waiting_request(postgresql_url, locks) as asked:
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
    assert (await locks.read_holders(1)).mine == {0}
    await locks.close()


async def test_a_cancelled_login_leaves_the_bucket_to_other_processes(postgresql_url: str) -> None:
    locks, other = ShardLocks(parse(postgresql_url)), ShardLocks(parse(postgresql_url))
    await locks.open()
    await other.open()
    logins = Logins(locks)
    async with locks._one_at_a_time:
        login = asyncio.create_task(logins.wait_for_turn(0))
        await until("a login that waits for its lock", lambda: locks._one_at_a_time._waiters)
        login.cancel()
        await asyncio.gather(login, return_exceptions=True)
    await asyncio.gather(*logins._ending)
    assert await other.take_login(0)
    await logins.close()
    await other.close()
    await locks.close()


async def test_locks_that_are_closed_during_a_request_are_opened_again(
    postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    locks = ShardLocks(parse(postgresql_url))
    await locks.open()
    await locks.reserve_slots(1)
    async with waiting_request(postgresql_url, locks) as asked:
        await locks.close()
        with pytest.raises(LocksLost):
            await asked
        await locks.open()
        assert await locks.take(0, 1)
    await locks.close()
    assert not caplog.records
