"""Simultaneous events about a clock happen once: a claim and a move, or the same due task in two processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from itertools import count
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR
from bot.presentation.press_limit import Pacing
from bot.process.settings import Settings
from bot.scheduler.scheduler import Scheduler
from bot.storage.engine.database import Database
from bot.storage.queries.time import clocks as store
from bot.storage.schema import posts
from bot.ui.framework.app import App
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.play.change import Asker
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening, tables
from bot.usecases.time import claims, clocks, vacation
from bot.workers import Workers
from tests.clock import Clock
from tests.storage.gate import Gate

GUILD, CHANNEL = 1, 2
ADA, BJÖRN, CHIDI = User(11, "Ada"), User(12, "Björn"), User(13, "Chidi")
ROUNDS = 4
numbers = count(1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def contexts(database: Database, clock: Clock) -> AsyncIterator[tuple[Context, Context]]:
    """Two processes on one database; on SQLite the two are one, since a lock keeps a second process off."""
    one = Context(database, clock=clock, deal=list)
    if database.dialect == "sqlite":
        yield one, one
        return
    other = await Database.open(database.url.render_as_string(hide_password=False))
    yield one, Context(other, clock=clock, deal=list)
    await other.close()


async def begun(context: Context, clock: Clock, *others: User, ago: int = 80 * HOUR) -> int:
    """A game in which Ada is to move, whose turn began so long ago."""
    now = clock.now
    clock.now = now - ago
    kind = "pastures" if len(others) == 1 else "nomads"
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, kind, {}, seats=len(others) + 1 if len(others) > 1 else None)
    for other in others:
        table = await tables.join(context, GUILD, table.id, other)
    game = table.game_id
    assert game is not None
    await context.db.write(lambda conn: clocks.start_time(conn, game, 0, clock()))
    log = await queries.read_log(context, game)
    if log.version:
        await context.db.write(lambda conn: clocks.start_time(conn, game, log.version, clock()))
    clock.now = now
    return game


async def outcome(work: Awaitable[object]) -> str:
    """What came of something: done, or why not."""
    try:
        await work
    except Refusal as refusal:
        return str(refusal)
    return "done"


async def test_of_a_claim_and_a_move_in_the_same_instant_one_counts(contexts: tuple[Context, Context], clock: Clock) -> None:
    here, there = contexts
    winners = set()
    for _ in range(ROUNDS):
        game = await begun(here, clock, BJÖRN)
        move = outcome(moves.play(here, GUILD, game, ADA, "a1 f", interaction_id=next(numbers)))
        claim = outcome(claims.drop_player(Asker(there, GUILD, game, BJÖRN, next(numbers)), 0))
        first, second = (move, claim) if game % 2 else (claim, move)
        said = await asyncio.gather(first, second)
        moved, claimed = said if game % 2 else reversed(said)
        assert [moved, claimed].count("done") == 1
        log = await queries.read_log(here, game)
        if moved == "done":
            assert "the game has gone on" in claimed
            assert [row.text for row in log.rows] == ["A1 F"]
        else:
            assert "time was up" in moved
            assert [row.text for row in log.rows] == ["drop 0"]
            assert (log.row.status, log.row.ending) == ("over", "time")
        winners.add(moved == "done")
    if here.db.dialect == "sqlite":
        assert winners == {True, False}, "transactions come one after the other there, in either order"


async def test_of_two_who_claim_against_a_third_one_counts(contexts: tuple[Context, Context], clock: Clock) -> None:
    here, there = contexts
    for _ in range(ROUNDS // 2):
        game = await begun(here, clock, BJÖRN, CHIDI)
        turn = (await queries.read_log(here, game)).version
        said = await asyncio.gather(
            outcome(claims.drop_player(Asker(here, GUILD, game, BJÖRN, next(numbers)), turn)),
            outcome(claims.drop_player(Asker(there, GUILD, game, CHIDI, next(numbers)), turn)),
        )
        assert said.count("done") == 1
        drops = [row.text for row in (await queries.read_log(here, game)).rows if row.text.startswith("drop")]
        assert drops == ["drop 0"]


async def test_a_claim_that_is_delivered_twice_counts_once(contexts: tuple[Context, Context], clock: Clock) -> None:
    here, there = contexts
    game = await begun(here, clock, BJÖRN, CHIDI)
    turn = (await queries.read_log(here, game)).version
    done = [await claims.drop_player(Asker(each, GUILD, game, BJÖRN, 7), turn) for each in (here, there)]
    assert [played.repeated for played in done] == [False, True]


@pytest.mark.slow
async def test_of_two_who_take_an_adjourned_game_up_one_does(contexts: tuple[Context, Context], clock: Clock) -> None:
    here, there = contexts
    for _ in range(ROUNDS // 2):
        game = await begun(here, clock, BJÖRN)
        await sleep_through(contexts, clock, 73 * HOUR, steps=4 * HOUR)
        assert (await queries.read_row(here, game)).status == "adjourned"
        said = await asyncio.gather(
            outcome(adjourn.resume(Asker(here, GUILD, game, ADA, next(numbers)), CHANNEL)),
            outcome(adjourn.resume(Asker(there, GUILD, game, BJÖRN, next(numbers)), CHANNEL)),
        )
        assert said.count("done") == 1
        await outcome(moves.play(here, GUILD, game, ADA, "a1 f", interaction_id=next(numbers)))
        assert (await queries.read_row(here, game)).version == 1


def app_of(context: Context) -> App:
    settings = Settings(_env_file=None)
    return App(context, settings.theme, Workers(), Pacing(settings))


async def sleep_through(contexts: tuple[Context, Context], clock: Clock, length: int, steps: int = HOUR) -> None:
    """Let time pass, an hour at a time or in larger ``steps``, while the sleepers of both processes do what is due."""
    sleepers = [Scheduler(app_of(context)) for context in set_of(contexts)]
    for one in sleepers:
        one.start()
    end = clock.now + length
    while clock.now <= end:
        for one in sleepers:
            one.wake()
        for one in sleepers:
            while one._task is not None and not one._task.done():
                await asyncio.wait({one._task})
        clock.now += steps
    for one in sleepers:
        await one.close(1)


def set_of(contexts: tuple[Context, Context]) -> list[Context]:
    here, there = contexts
    return [here] if here is there else [here, there]


async def count_posts(context: Context, kind: str) -> int:
    """How many posts of a kind were ever put into the queue."""

    async def look(conn: AsyncConnection) -> int:
        return int(await conn.scalar(select(func.count()).select_from(posts).where(posts.c.kind == kind)) or 0)

    return await context.db.read(look)


async def test_two_sleepers_remind_offer_and_adjourn_each_game_once(contexts: tuple[Context, Context], clock: Clock) -> None:
    games = [await begun(contexts[0], clock, BJÖRN, ago=0) for _ in range(2)]
    await sleep_through(contexts, clock, 40 * HOUR, steps=4 * HOUR)
    assert (await count_posts(contexts[0], "ping"), await count_posts(contexts[0], "claim")) == (len(games), 0)
    await sleep_through(contexts, clock, 40 * HOUR, steps=4 * HOUR)
    reminders = 2 * len(games)  # at half time, and a last call
    assert (await count_posts(contexts[0], "ping"), await count_posts(contexts[0], "claim")) == (reminders, len(games))
    await sleep_through(contexts, clock, 100 * HOUR, steps=4 * HOUR)
    assert {(await queries.read_row(contexts[1], game)).status for game in games} == {"adjourned"}
    assert await count_posts(contexts[0], "claim") == len(games)


async def test_a_vacation_begins_and_ends_once_in_two_processes(contexts: tuple[Context, Context], clock: Clock) -> None:
    here, there = contexts
    game = await begun(here, clock, BJÖRN, ago=0)
    plan = await vacation.get_plan(here, ADA.id)
    assert plan.left == vacation.DAYS
    day = vacation.day_of(plan, 1)
    await vacation.take_vacation(here, ADA.id, day, day)
    await sleep_through(contexts, clock, 3 * DAY)
    turn = await clocks.get_clock(there, await queries.read_row(there, game))
    assert turn is not None
    assert turn.stopped_at is None
    used = turn.used(clock())
    assert 47 * HOUR <= used <= 50 * HOUR, "the day between was given back"


async def test_a_vacation_stops_a_turn_that_begins_at_the_same_time(
    contexts: tuple[Context, Context], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = contexts
    game = await begun(here, clock, BJÖRN, ago=0)
    plan = await vacation.get_plan(here, BJÖRN.id)
    far, soon = vacation.day_of(plan, 200), vacation.day_of(plan, 3)
    await vacation.take_vacation(here, BJÖRN.id, far, far)
    gate, read = Gate(), store.get_vacation_end

    async def read_and_wait(*of: Any) -> int | None:
        found = await read(*of)
        await gate.passed()
        return found

    monkeypatch.setattr(store, "get_vacation_end", read_and_wait)
    move = asyncio.create_task(moves.play(here, GUILD, game, ADA, "a1 f", interaction_id=next(numbers)))
    await gate.reached()
    away = asyncio.create_task(vacation.take_vacation(there, BJÖRN.id, None, soon))
    if here is not there:
        await away
    gate.open()
    await asyncio.gather(move, away)
    await here.db.write(lambda conn: clocks.start_time(conn, game, 1, clock()))
    await sleep_through(contexts, clock, 2 * HOUR)
    turn = await clocks.get_clock(there, await queries.read_row(there, game))
    assert turn is not None
    assert turn.stopped_at is not None
