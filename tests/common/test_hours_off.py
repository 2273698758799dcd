"""Hours off against a slow, obvious oracle that looks at each minute; and in games."""

from __future__ import annotations

import random
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.common.clock import DAY, HOUR, MINUTE, SECOND
from bot.common.hours_off import ALWAYS, HoursOff, hours_off

NAMES = ("nights", "weekends", "nights and weekends")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata")


def is_open(hours: HoursOff, at: int) -> bool:
    """Whether a clock runs at a moment, by the words of the rule."""
    local = datetime.fromtimestamp(at / SECOND, ZoneInfo(hours.zone))
    return not (hours.nights and not 8 <= local.hour < 22) and not (hours.weekends and local.weekday() >= 5)


@pytest.mark.sample(3)
@pytest.mark.slow
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("name", NAMES)
def test_time_runs_as_the_oracle_counts_it(name: str, zone: str) -> None:
    hours, dice = hours_off(name, zone), random.Random(name + zone)
    for _ in range(15):
        # around a change to winter time and back, too
        start = int(datetime(2026, dice.choice([3, 6, 10]), dice.randint(20, 30), tzinfo=ZoneInfo("UTC")).timestamp()) * SECOND
        start += dice.randrange(24 * 60) * MINUTE
        end = start + dice.randrange(5 * 24 * 60) * MINUTE
        counted = sum(is_open(hours, at) for at in range(start, end, MINUTE)) * MINUTE
        assert hours.running(start, end) == counted
        length = dice.randrange(1, 3 * 24 * 60) * MINUTE
        later = hours.after(start, length)
        assert hours.running(start, later) == length
        assert is_open(hours, later - 1), "it is the first such moment"
        earlier = hours.before(end, length)
        assert hours.running(earlier, end) == length
        assert is_open(hours, earlier), "it is the last such moment"


def test_without_hours_off_time_is_time() -> None:
    assert hours_off("none", "Europe/Berlin") is ALWAYS
    assert ALWAYS.running(5 * HOUR, 5 * DAY) == 5 * DAY - 5 * HOUR
    assert ALWAYS.after(7, 3) == 10
    assert ALWAYS.before(7, 3) == 4
    assert ALWAYS.running(9, 5) == 0


def test_an_unknown_zone_counts_as_utc() -> None:
    assert hours_off("nights", "Nowhere/Else").running(0, DAY) == 14 * HOUR
