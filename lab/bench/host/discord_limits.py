"""Requests counted as Discord counts them, for a loopback Discord: too many are answered with 429."""

from __future__ import annotations

from collections import defaultdict, deque

from tests.wire.server import Loopback, RateLimited
from tests.wire.server.faults import Rule
from tests.wire.server.recorder import Recorded

GLOBAL = 50
"""Requests in any second, of the whole bot."""
IN_CHANNEL, CHANNEL_SECONDS = 5, 5.0
"""New messages in a channel, and edits of messages in a channel, in any so many seconds."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions."""


class Counted:
    """What came, and the most that came in a second."""

    def __init__(self) -> None:
        self.most = 0
        self.total = 0
        self._second: deque[float] = deque()
        self._routes: defaultdict[str, deque[float]] = defaultdict(deque)

    def exceeds(self, request: Recorded) -> bool:
        """Count a request. Return whether it is one too many; then it does not count."""
        if request.path.startswith(EXEMPT):
            return False
        route = self._routes[_route(request)] if request.method in ("POST", "PATCH") else deque[float]()
        _forget(self._second, request.at - 1.0)
        _forget(route, request.at - CHANNEL_SECONDS)
        if len(self._second) >= GLOBAL or len(route) >= IN_CHANNEL:
            return True
        self._second.append(request.at)
        route.append(request.at)
        self.total += 1
        self.most = max(self.most, len(self._second))
        return False


def _route(request: Recorded) -> str:
    return f"{request.method} {request.template} {request.ids.get('channel_id')}"


def _forget(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()


def count_as_discord(server: Loopback) -> tuple[Counted, Rule]:
    """Have a loopback Discord refuse what Discord would refuse. Return what is counted, and the rule that strikes."""
    counted = Counted()
    return counted, server.faults.add("*", "*", RateLimited(0.5, everywhere=True), times=None, when=counted.exceeds)
