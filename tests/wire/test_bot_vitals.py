"""Health and metrics tell the truth while the database is away, and after a shard was handed over."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from pathlib import Path
from typing import Any, Never

import pytest
from sqlalchemy.exc import OperationalError

from bot import Settings, create_bot
from bot.common import metrics
from bot.common.clock import DAY, SECOND
from bot.process import health, run
from bot.process.client import LandGames
from bot.process.host.health import Vitals, judge
from bot.process.vitals import Measurement
from bot.process.watchdog import MOST, PATIENCE, StallWatch
from bot.storage.engine.database import Database, DatabaseBusy
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.conftest import DELAYS, Connect
from tests.wire.matches import Match, started
from tests.wire.server import ApiFailure, Loopback, Person, RateLimited, Status, errors
from tests.wire.server.faults import Fault
from tests.wire.server.people import answered, struck


def value(name: str, **labels: str) -> float | None:
    """A sample of the registry; ``None`` if there is none."""
    return metrics.REGISTRY.get_sample_value(name, labels)


def disk_full() -> DatabaseBusy:
    """What the bot meets when the disk is full."""
    code = sqlite3.OperationalError("database or disk is full")
    code.sqlite_errorcode = sqlite3.SQLITE_FULL
    busy = DatabaseBusy("a sentence for players")
    busy.__cause__ = OperationalError("UPDATE", {}, code)
    return busy


async def test_games_and_shards_are_told_of_but_nothing_from_before_the_database_was_away_or_a_shard_handed_over(
    match: Match, land_games: LandGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    measurement = Measurement(land_games)
    vitals = await measurement.measure()
    assert (vitals.running_games, vitals.posts_waiting, vitals.discord_away) == (1, 0, 0.0)
    assert vitals.find_illness() is None
    assert value("land_games_shard_connected", shard="0") == 1
    assert value("land_games_database_up") == 1

    async def fail(*_: object) -> Never:
        raise disk_full()

    with monkeypatch.context() as patch:
        patch.setattr(land_games.app.context.db, "read", fail)
        patch.setattr(land_games, "connected_shards", dict)  # as on PostgreSQL, where it loses its shards
        vitals = await measurement.measure()
    assert vitals.find_illness() == f"The disk of the database {land_games.app.context.db.url.database} is full: make room."
    assert value("land_games_shard_connected", shard="0") == 0
    assert value("land_games_database_up") == 0
    for name in ("land_games_posts_waiting", "land_games_oldest_post_seconds", "land_games_running_games"):
        assert math.isnan(value(name) or 0)
    assert (await measurement.measure()).find_illness() is None
    assert value("land_games_shard_connected", shard="0") == 1
    assert value("land_games_running_games") == 1
    monkeypatch.setattr(land_games, "connected_shards", dict)
    await measurement.measure()
    assert value("land_games_shard_connected", shard="0") is None


async def test_a_full_disk_is_told_at_once_where_a_move_is_refused(
    match: Match, land_games: LandGames, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measurement, file, attempt = Measurement(land_games), tmp_path / "heartbeat", Database._attempt
    monkeypatch.setattr(health, "INTERVAL", 3600.0)
    monkeypatch.setattr(land_games, "settings", land_games.settings.model_copy(update={"heartbeat_file": str(file)}))
    beating = asyncio.create_task(run.beat(land_games))
    await until("the first heartbeat", lambda: judge(file)[0])

    async def fill_disk(made: Database, work: Any, writes: bool, progress: Any) -> Any:
        if writes:
            raise disk_full().__cause__ or AssertionError
        return await attempt(made, work, writes, progress)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "_attempt", fill_disk)
        for _ in range(2):
            assert "is full" in (await answered(await match.type_move())).text
        await until("a heartbeat before its time", lambda: "is full: make room." in judge(file)[1])
    beating.cancel()
    assert "is full: make room." in str((await measurement.measure()).find_illness())
    await answered(await match.type_move())
    assert (await measurement.measure()).find_illness() is None


REFUSALS: list[Fault] = [ApiFailure(errors.missing_permissions()), ApiFailure(errors.unknown_channel()), RateLimited(20.0)]


async def test_a_post_is_stuck_if_its_own_shard_is_there_though_another_one_is_away(
    sqlite_url: str, connect: Connect, alice: Person, bob: Person, discord_server: Loopback, logins_follow_at_once: None
) -> None:
    bot = create_bot(Settings(_env_file=None, database_url=sqlite_url, shard_count=2, icons=False), retry_delays=DELAYS)
    await connect(bot)
    match, gateway = await started(bot, alice, bob), discord_server.gateway
    context, own, measurement = bot.app.context, (match.channel.guild_id >> 22) % 2, Measurement(bot)
    with discord_server.faults.outage(Status(503), path="/channels/*"):
        await answered(await match.type_move())
        await match.logged(1)
        clock = context.clock
        for away, is_stuck in ((1 - own, True), (own, False)):
            gateway.hold()
            gateway.cut({away})
            await until("a lost shard", lambda: not all(bot.connected_shards().values()))
            context.clock = lambda: clock() + int(PATIENCE * SECOND)
            vitals = await measurement.measure()
            context.clock = clock
            assert vitals.oldest_post >= PATIENCE
            assert vitals.stuck_post == (vitals.oldest_post if is_stuck else 0)
            gateway.release()
            await until("the shard to be back", lambda: all(bot.connected_shards().values()))
    await match.settled(1)


async def test_each_process_may_end_as_often_a_day(land_games: LandGames, caplog: pytest.LogCaptureFixture) -> None:
    watch, context = StallWatch(), land_games.app.context

    async def end(number: int) -> None:
        watch._is_stalled.set()
        await watch.wait(context, lambda: number)

    for number in (0, 1):
        for _ in range(MOST):
            await end(number)
    goes_on = asyncio.create_task(end(1))
    await until("a record that it goes on", lambda: f"this process has ended for that {MOST} times" in caplog.text)
    assert not goes_on.done()
    clock = context.clock
    context.clock = lambda: clock() + DAY
    watch._is_stalled.set()
    await goes_on


async def test_a_process_that_gets_no_answer_though_posts_are_due_has_to_end_and_one_that_is_refused_goes_on(
    match: Match, land_games: LandGames, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    watch, now, due = land_games.stall_watch, [0.0], Vitals(oldest_post=800.0, stuck_post=700.0, discord_away=700.0)
    monkeypatch.setattr(watch, "_clock", lambda: now[0])
    for fault in (*sample(REFUSALS, 1), None):
        for well in (Vitals(), Vitals(oldest_post=700.0, discord_away=1.0), Vitals(stuck_post=700.0, trouble="It is full.")):
            now[0] += PATIENCE
            watch.note(well)
        now[0] += PATIENCE - 1
        watch.note(due)
        if fault is not None:
            rule = match.server.faults.add("POST", "/channels/*/messages", fault, times=None)
            await match.type_move()
            await struck(rule)
            await until("the answer", lambda: watch._well_at == now[0])
        now[0] += 1
        watch.note(due)
        assert watch._is_stalled.is_set() is (fault is None)
        match.server.faults.clear()
        if isinstance(fault, ApiFailure):
            await match.settled()
