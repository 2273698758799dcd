"""Tests that hang, each in another way. ``tests/suite/test_time_limit.py`` has pytest run them; nothing else collects them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

LONG = 3600.0


def sleep_on() -> None:
    """Sleep for longer than any limit."""
    time.sleep(LONG)


def test_that_is_fine() -> None:
    """End at once: the run goes on after those that hang."""


def test_in_a_loop() -> None:
    while True:
        pass


async def test_in_an_await() -> None:
    await asyncio.Event().wait()


async def test_in_a_thread_of_the_event_loop() -> None:
    await asyncio.to_thread(sleep_on)


def test_in_a_thread() -> None:
    thread = threading.Thread(target=sleep_on)
    thread.start()
    thread.join()


def test_in_a_subtest_after_a_failed_one(subtests: pytest.Subtests) -> None:
    with subtests.test("fails"):
        raise AssertionError("the limit holds after this")
    with subtests.test("hangs"):
        sleep_on()


async def test_in_an_await_after_a_failed_subtest(subtests: pytest.Subtests) -> None:
    with subtests.test("fails"):
        raise AssertionError("the limit holds after this")
    await asyncio.Event().wait()


@pytest.fixture
def hangs_at_first() -> None:
    sleep_on()


@pytest.fixture
def hangs_at_last() -> Iterator[None]:
    yield
    sleep_on()


@pytest.fixture
def fails() -> None:
    raise LookupError("nothing is set up")


@pytest.mark.usefixtures("hangs_at_first")
def test_in_the_setup() -> None:
    """Never begin."""


@pytest.mark.usefixtures("hangs_at_last")
def test_in_the_teardown() -> None:
    """End at once."""


@pytest.mark.usefixtures("hangs_at_last")
def test_in_the_teardown_after_a_failure() -> None:
    raise AssertionError("the limit holds after this")


@pytest.mark.usefixtures("hangs_at_last", "fails")
def test_in_the_teardown_after_a_failed_setup() -> None:
    """Never begin."""
