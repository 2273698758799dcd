"""Leagues in servers of several processes, one of which is killed in each phase of a season: the others take its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.league.test_killed_seasons import PHASES, ROUNDS, Deaths, check, choose, found, live
from tests.crash.processes import Bots
from tests.crash.test_daily_week import Time
from tests.wire.server import Loopback


@pytest.mark.full
@pytest.mark.parametrize("number", range(ROUNDS))
async def test_seasons_in_two_shards_one_of_whose_processes_is_killed_in_each_phase(
    bots: Bots, server: Loopback, tmp_path: Path, number: int
) -> None:
    clock = Time(server, tmp_path)
    clubs = [await found(server, bots.database_url, clock, shard, 2) for shard in range(2)]
    await live(bots, Deaths(bots, clock, 2), clubs, {phase: choose(phase, number) for phase in PHASES})
    for club in clubs:
        await check(bots, club)
