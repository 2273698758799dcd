"""Requests counted as Discord counts them, for a loopback Discord: too many are answered with 429."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tests.wire.server import Loopback, RateLimited
from tests.wire.server.faults import Rule
from tests.wire.server.http import Window
from tests.wire.server.recorder import Recorded

GLOBAL = 50
"""Maximum number of requests of the whole bot in any second."""
IN_CHANNEL, CHANNEL_SECONDS = 5, 5.0
"""Maximum numbers of new messages and of edits in a channel, each with the seconds for which it applies."""
THREADS, THREAD_SECONDS = 50, 300.0
"""Maximum number of new threads in a channel, and the seconds for which it applies. Discord does not document it; developers
of bots report it."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions."""


@dataclass
class _Route:
    """The requests to a route since its limit was last reset."""

    limit: int
    seconds: float
    begun: float
    count: int = 0


class Counted:
    """The received requests, and the maximum number of them in a second."""

    def __init__(self) -> None:
        self.most = 0
        self.total = 0
        self._second: deque[float] = deque()
        self._routes: dict[str, _Route] = {}

    def exceeds(self, request: Recorded) -> bool:
        """Count a request. Return whether it exceeds the limit; if so, it does not count."""
        if request.path.startswith(EXEMPT):
            return False
        route = self._find_route(request)
        while self._second and self._second[0] <= request.at - 1.0:
            self._second.popleft()
        if len(self._second) >= GLOBAL or (route is not None and route.count >= route.limit):
            return True
        self._second.append(request.at)
        if route is not None:
            route.count += 1
        self.total += 1
        self.most = max(self.most, len(self._second))
        return False

    def describe(self, request: Recorded) -> Window | None:
        """Return the state of the limit of a request, for the headers; ``None`` if its route has no limit of its own."""
        route = self._find_route(request)
        if route is None:
            return None
        return Window(route.limit, route.limit - route.count, route.begun + route.seconds - request.at)

    def _find_route(self, request: Recorded) -> _Route | None:
        """Return the route of a request, reset if its time is over; ``None`` if only the limit of the whole bot counts."""
        if request.method not in ("POST", "PATCH") or "channel_id" not in request.ids:
            return None
        is_thread = request.path.endswith("/threads")
        key = f"{'threads' if is_thread else f'{request.method} {request.template}'} {request.ids['channel_id']}"
        route = self._routes.get(key)
        if route is None or request.at - route.begun >= route.seconds:
            limit, seconds = (THREADS, THREAD_SECONDS) if is_thread else (IN_CHANNEL, CHANNEL_SECONDS)
            route = self._routes[key] = _Route(limit, seconds, request.at)
        return route


def count_as_discord(server: Loopback) -> tuple[Counted, Rule]:
    """Make a loopback Discord refuse the requests that Discord would refuse. Return the counts, and the rule that applies."""
    counted = Counted()
    server.api.find_window = counted.describe
    return counted, server.faults.add("*", "*", RateLimited(0.5, everywhere=True), times=None, when=counted.exceeds)
