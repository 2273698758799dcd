"""Hours off: nights and weekends during which no clock runs, for all players of a game alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from bot.common.clock import SECOND, find_zone, name_zone

OffName = Literal["none", "nights", "weekends", "nights and weekends"]

WAKE, SLEEP = 8, 22
"""The hours of the day between which clocks run if nights are off."""
SATURDAY = 5
FURTHEST = 800
"""Maximum number of days to look ahead or back."""


@dataclass(frozen=True, slots=True)
class HoursOff:
    """The times at which clocks run. Times are in milliseconds since 1970, durations in milliseconds."""

    nights: bool = False
    weekends: bool = False
    zone: str = "UTC"
    """The IANA name of the time zone."""

    @property
    def never(self) -> bool:
        """Return whether no hours are off."""
        return not (self.nights or self.weekends)

    def running(self, start: int, end: int) -> int:
        """Return how long clocks run between two times; 0 if ``end`` is not after ``start``."""
        if self.never:
            return max(0, end - start)
        total = 0
        for begin, until in self._open_hours(start, 1):
            if begin >= end:
                break
            total += max(0, min(until, end) - max(begin, start))
        return total

    def after(self, start: int, length: int) -> int:
        """Return the earliest time at which clocks have run for ``length`` since ``start``."""
        if self.never or length <= 0:
            return start + length if self.never else self.before(start, -length)
        for begin, until in self._open_hours(start, 1):
            opens = max(begin, start)
            if until - opens >= length:
                return opens + length
            length -= max(0, until - opens)
        return start + length  # later than any deadline of a game

    def before(self, end: int, length: int) -> int:
        """Return the latest time from which clocks run for ``length`` until ``end``."""
        if self.never:
            return end - length
        if length <= 0:
            return end
        for begin, until in self._open_hours(end, -1):
            closes = min(until, end)
            if closes - begin >= length:
                return closes - length
            length -= max(0, closes - begin)
        return end - length

    def _open_hours(self, at: int, step: int) -> Iterator[tuple[int, int]]:
        """Yield the spans in which clocks run, day by day, forwards or backwards from the day of ``at``."""
        zone = find_zone(self.zone)
        today = datetime.fromtimestamp(at / SECOND, zone).date()
        for number in range(FURTHEST):
            day = today + timedelta(days=step * number)
            if self.weekends and day.weekday() >= SATURDAY:
                continue
            if self.nights:
                yield _moment(day, WAKE, zone), _moment(day, SLEEP, zone)
            else:
                yield _moment(day, 0, zone), _moment(day + timedelta(days=1), 0, zone)


ALWAYS = HoursOff()
"""Clocks run day and night."""


@lru_cache(256)
def hours_off(name: str, zone: str) -> HoursOff:
    """Return the hours off that a value in the terms of a game stands for, in a time zone."""
    if name == "none" or name not in get_args(OffName):
        return ALWAYS
    return HoursOff("nights" in name, "weekends" in name, zone)


def describe(name: str, zone: str) -> str:
    """Return a sentence about the hours off; empty if there are none."""
    words = {"nights": f"at night ({SLEEP}:00–{WAKE}:00)", "weekends": "on Saturdays and Sundays"}
    parts = [said for key, said in words.items() if key in name]
    return f"No clock runs {' and '.join(parts)}, {name_zone(zone)} time." if parts else ""


@lru_cache(4096)
def _moment(day: date, hour: int, zone: ZoneInfo) -> int:
    return int(datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp()) * SECOND
