"""Tasks are cancelled at every crash point between a press and its finished post; without a restart the bot makes it good."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import discord
import pytest

import bot
from bot.common import crash_points
from bot.process.client import LandGames
from tests.crash.matches import Kept, Match, answer_with, drop_posts, started
from tests.crash.processes import MOVE_POINTS
from tests.crash.test_crash_sweep import MOVES, a_request_failing
from tests.sampling import Sample
from tests.waiting import limited, until
from tests.wire.server import Person

OWN = tuple(str(Path(package.__file__ or "").parent) for package in (bot, discord))
"""Where the code of the bot's own tasks is."""

HANDLING = ("answer", "_safely", "Database._notice_trouble")
"""The coroutines of an interaction's tasks: which answers it, which carries it out, and a transaction of it."""

OF_LOCKS = "request for locks"
"""The name of the tasks that nothing cancels, because the process would lose its shards."""


@contextmanager
def cancelling(whose: Literal["its own", "everybody's"], point: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """At the next pass of a crash point, cancels the task that passes it, or all that the bot has begun since now.

    Gives the points that were passed, as soon as that one is among them.
    """
    loop, main = asyncio.get_running_loop(), threading.current_thread()
    before = asyncio.all_tasks()
    names: list[str] = []
    passed: list[str] = []

    def begun() -> set[asyncio.Task[object]]:
        tasks = asyncio.all_tasks() - before
        return {t for t in tasks if t.get_coro().cr_code.co_filename.startswith(OWN) and t.get_name() != OF_LOCKS}

    def reached(name: str) -> None:
        names.append(name)
        if name != point or passed:
            return
        passed.extend(names)
        if threading.current_thread() is main:
            cancel(asyncio.current_task())
            return
        done = threading.Event()  # the transactions on SQLite have a thread of their own
        loop.call_soon_threadsafe(cancel)
        loop.call_soon_threadsafe(done.set)
        done.wait()

    def cancel(here: asyncio.Task[object] | None = None) -> None:
        for task in {here} if whose == "its own" else {here, *begun()}:
            if task is not None:
                task.cancel()

    with monkeypatch.context() as patch:
        patch.setattr(crash_points, "reached", reached)
        yield passed


async def settled() -> None:
    """Wait for the handlers and transactions that are under way."""
    async with limited("the end of handlers and transactions"):
        while waiting := {task for task in asyncio.all_tasks() if getattr(task.get_coro(), "__qualname__", "") in HANDLING}:
            await asyncio.wait(waiting)


@pytest.mark.parametrize("whose", ["everybody's", "its own"])
async def test_cancelled_at_every_point(
    whose: Literal["its own", "everybody's"],
    land_games: LandGames,
    database_url: str,
    ada: Person,
    björn: Person,
    subtests: pytest.Subtests,
    sample: Sample,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound: Match | None = None
    seen: set[str] = set()
    for point in sample(MOVE_POINTS, 1):
        with subtests.test(point=point), monkeypatch.context() as patch:
            match, sound = sound, None
            if match is None:
                await settled()
                await drop_posts(database_url)
            if match is None or len(match.moves) >= MOVES:
                match = await started(ada, björn)
                await match.check(database_url)
            if point.startswith("answer.deferr"):
                patch.setattr("bot.ui.framework.reply.PROMPT", 0)
            choice = match.choice()
            with a_request_failing(match.server, point), cancelling(whose, point, monkeypatch) as passed:
                choice.press()
                await until(f"the crash point {point}", lambda: passed)
            seen |= set(passed)
            await settled()
            if not (await Kept.of(database_url, match.id)).texts[len(match.moves) :]:
                await answer_with(choice.press(), "Done:")
            match.moves.append(choice.move)
            await match.posted()
            await match.check(database_url)
            sound = match
    assert seen == set(MOVE_POINTS) or not sample.is_full
