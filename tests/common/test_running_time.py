"""Limits in time that a process ran: a machine that is suspended for a minute ends none of them."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest

from bot.common import clock
from bot.common.clock import GAP, RunningTime, running_timeout


def test_a_gap_counts_as_one_second_so_that_slow_looks_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 100.5, 100.5 + GAP, 130.0, 130.25])
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: next(times)))
    ran = RunningTime()
    assert [ran.read() for _ in range(4)] == [0.5, 0.5 + GAP, 0.5 + 2 * GAP, 0.75 + 2 * GAP]


async def test_a_block_that_takes_too_long_is_ended() -> None:
    with pytest.raises(TimeoutError):
        async with running_timeout(0.01) as limit:
            await asyncio.Event().wait()
    assert limit.expired()


async def test_time_in_which_the_process_stood_still_ends_no_block() -> None:
    answer = asyncio.get_running_loop().create_future()
    async with running_timeout(GAP + 0.5):
        asyncio.get_running_loop().call_later(0.1, answer.set_result, "late")
        await asyncio.sleep(0)
        time.sleep(GAP + 1)  # noqa: ASYNC251 - that is what standing still is
        assert await answer == "late"
