"""A wait of a test that fails says all that is known, and counts only the seconds in which the process ran."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.common import clock
from tests.ui.world import world
from tests.waiting import PATIENCE, add_witness, limited, until, until_found

ROOT = Path(__file__).parents[2]
STARTED = 90.0
"""Seconds in which a small process starts and ends."""


class Mailbox:
    """A witness."""

    def describe_arrivals(self) -> str:
        return "in the mailbox: a postcard"


@pytest.fixture
def have_clock_jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Have the clock of waits go on by some seconds from one look at it to the next. Looks follow one another at once."""

    def jump(seconds: float) -> None:
        now = 0.0

        def monotonic() -> float:
            nonlocal now
            now += seconds
            return now

        monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=monotonic))
        monkeypatch.setattr(clock, "PULSE", 0.001)

    return jump


async def test_a_wait_that_fails_says_what_it_waited_for_and_what_came_instead(
    have_clock_jump: Callable[[float], None],
) -> None:
    have_clock_jump(0.9)
    mailbox = Mailbox()
    add_witness(mailbox)
    logging.getLogger("bot.posting").warning("the letter was %s", "lost")
    with pytest.raises(AssertionError) as failure:
        await until("a letter from Ada", lambda: False)
    lines = str(failure.value).splitlines()
    assert lines[0] == "waited 30 s of running time, 0 s in all, for: a letter from Ada"
    assert "in the mailbox: a postcard" in lines
    assert lines[-1] == "WARNING bot.posting: the letter was lost"


async def test_a_witness_that_is_gone_is_not_asked(have_clock_jump: Callable[[float], None]) -> None:
    have_clock_jump(0.9)
    add_witness(Mailbox())
    with pytest.raises(AssertionError) as failure:
        await until("a letter from Ada", lambda: False)
    assert "mailbox" not in str(failure.value)


async def test_a_test_begins_without_what_others_have_logged(have_clock_jump: Callable[[float], None]) -> None:
    have_clock_jump(0.9)
    with pytest.raises(AssertionError, match=r"logged in this process:\nnothing$"):
        await until("a letter from Ada", lambda: False)


async def test_an_event_that_does_not_come_ends_the_wait_too(have_clock_jump: Callable[[float], None]) -> None:
    have_clock_jump(0.9)
    with pytest.raises(AssertionError, match="for: the postman"):
        async with limited("the postman", seconds=6):
            await asyncio.Event().wait()


async def test_a_machine_that_is_suspended_for_a_minute_ends_no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    times = itertools.chain([0.0, 20.0, 40.0], itertools.repeat(60.0))
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: next(times)))
    monkeypatch.setattr(clock, "PULSE", 0.001)
    looks = iter(range(50))
    await until("the fiftieth look", lambda: next(looks) == 49)


def test_a_process_that_was_really_stopped_waits_on() -> None:
    child = subprocess.Popen([sys.executable, "-m", "tests.programs.stopped_wait"], cwd=ROOT)
    assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
    time.sleep(3)
    child.send_signal(signal.SIGCONT)
    assert child.wait(STARTED) == 0


async def test_what_is_found_is_returned() -> None:
    found = iter([None, None, "a letter"])

    async def look() -> str | None:
        return next(found)

    assert await until_found("a letter", look) == "a letter"


async def test_what_the_block_raises_is_passed_on() -> None:
    with pytest.raises(TimeoutError, match="of its own"):
        async with limited("nothing"):
            raise TimeoutError("of its own")
    with pytest.raises(LookupError):
        async with limited("nothing"):
            raise LookupError


def test_a_wait_is_as_patient_as_promised() -> None:
    assert PATIENCE == 30


async def test_a_press_settles_while_a_timer_moves_the_time(tmp_path: Path) -> None:
    async with world(tmp_path) as w, limited("both to settle"):
        loop = asyncio.get_running_loop()
        moved = w.env._real_advance_task = loop.create_task(w.env._advance_to(w.env._virtual_time + 1, loop.time() + PATIENCE))
        await w.env.settle()
        assert moved.done()
