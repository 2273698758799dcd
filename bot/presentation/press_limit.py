"""Rate limits for presses and pictures of one member. A member who is too fast gets a refusal; nobody else notices."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from bot.usecases.refusal import TooMany

MOST_MEMBERS = 10_000
"""Maximum number of members in memory: those who pressed most recently."""


class Buckets:
    """A token bucket for each member: at most ``burst`` tokens, refilled by ``rate`` a second.

    ``too_many``: the text of the refusal that :meth:`spend` raises.
    """

    def __init__(self, rate: float, burst: int, too_many: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._too_many = too_many
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """Member -> remaining tokens, and the time at which they were counted."""

    def has_any(self, user_id: int) -> bool:
        """Return whether the member has a token."""
        return self._count(user_id)[0] >= 1

    def spend(self, user_id: int) -> None:
        """Take a token of the member. Raise TooMany if there is none."""
        if not self.take(user_id):
            raise TooMany(self._too_many)

    def take(self, user_id: int) -> bool:
        """Take a token of the member. Return whether there was one."""
        tokens, now = self._count(user_id)
        allowed = tokens >= 1
        self._left.pop(user_id, None)
        self._left[user_id] = (tokens - 1 if allowed else tokens, now)
        if len(self._left) > MOST_MEMBERS:
            self._left.popitem(last=False)
        return allowed

    def _count(self, user_id: int) -> tuple[float, float]:
        """Return the tokens that a member has now, and the current time."""
        now = self._clock()
        tokens, at = self._left.get(user_id, (float(self._burst), now))
        return min(self._burst, tokens + (now - at) * self._rate), now


class PressSettings(Protocol):
    """The settings that limit presses: see ``bot.process.settings``."""

    presses_per_second: float
    presses_at_once: int
    pictures_per_minute: int
    replays_per_minute: int


class Pacing:
    """The rate limits of presses, of suggestions while a member types, and of pictures."""

    def __init__(self, settings: PressSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self.presses = Buckets(settings.presses_per_second, settings.presses_at_once, TOO_FAST, clock)
        self.suggestions = Buckets(settings.presses_per_second * 4, settings.presses_at_once * 4, clock=clock)
        self.pictures = Buckets(settings.pictures_per_minute / 60, settings.pictures_per_minute, TOO_MANY_PICTURES, clock)
        self.replays = Buckets(settings.replays_per_minute / 60, settings.replays_per_minute, TOO_MANY_REPLAYS, clock)


TOO_FAST = "That was very fast. Please wait a second, then press again: nothing was changed."
TOO_MANY_PICTURES = "You have asked for many pictures in a minute. Please wait a little, then ask again."
TOO_MANY_REPLAYS = "You have asked for several replays in a minute. Please wait a little, then ask again."
