"""The HTTP side: reads, records and judges a request, lets the script break it, and hands it to its route."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from aiohttp import web

from tests.wire.server import checks, errors, spec
from tests.wire.server.faults import ApiFailure, Fault, Hang, LostAnswer, RateLimited, Reset, Script, Status
from tests.wire.server.recorder import Recorded, read
from tests.wire.server.routes import OPEN_ROUTES, Routes
from tests.wire.server.world import World

PREFIX = "/api/v10"
GIVEN_UP = 0.05
"""Seconds after which a client gives up a request that is never answered, where a test wants that."""


class Window(NamedTuple):
    """What the headers of an answer say of the limit of its route."""

    limit: int
    left: int
    resets_in: float
    """Seconds."""


WIDE = Window(1000, 999, 1.0)


class Api:
    """Every request goes through :meth:`handle`; ``requests`` keeps them in the order in which they came."""

    def __init__(self, world: World, routes: Routes, faults: Script) -> None:
        self.requests: list[Recorded] = []
        self.violations: list[str] = []
        self.closing = asyncio.Event()
        self.judges = True
        """Whether requests are held against Discord's description; benches do without."""
        self.check_answers = False
        self.find_window: Callable[[Recorded], Window | None] = lambda _: None
        """Returns what the headers say of a route's limit, where it is not ``WIDE``."""
        self._world = world
        self._routes = routes
        self._faults = faults
        self._spec = spec.load()

    def add_to(self, app: web.Application) -> None:
        """Register the API's routes, and a catch-all for those that the loopback does not speak."""
        for method, template in self._routes.table:
            app.router.add_route(method, PREFIX + template, self.handle)
        app.router.add_route("*", PREFIX + "/{anything:.*}", self.handle)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request, from its bytes to its answer or to the end of its connection."""
        recorded = await read(request, PREFIX)
        self.requests.append(recorded)
        known = (recorded.method, recorded.template) in self._routes.table
        if known and self.judges:
            recorded.problems += self._judged(recorded)
        elif not known:
            recorded.problems.append("route: the loopback Discord does not speak it")
        self.violations += [f"{recorded}: {problem}" for problem in recorded.problems]

        fault = recorded.fault = self._faults.strike(recorded)
        broken = await self._before(fault, recorded, request)
        if broken is not None:
            recorded.status = broken.status
            return broken
        status, answer = self._answer(recorded, request, known)
        recorded.status = status
        response = self._response(recorded, status, answer)
        if isinstance(fault, LostAnswer):
            return await self._lose(fault, request, response)
        return response

    def _judged(self, recorded: Recorded) -> list[str]:
        """Everything that speaks against a request."""
        found = [] if self._spec is None else self._spec.problems(recorded)
        try:
            return [*found, *checks.problems(recorded)]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            return [*found, f"body: of another shape than any request: {error!r}"]

    def _answer(self, recorded: Recorded, request: web.Request, known: bool) -> tuple[int, Any]:
        """The route's answer, or Discord's refusal."""
        try:
            if not known:
                raise errors.unknown_route()
            is_open = (recorded.method, recorded.template) in OPEN_ROUTES
            if not is_open and request.headers.get("Authorization") != f"Bot {self._world.token}":
                raise errors.unauthorized()
            if "content: an empty message" in recorded.problems:
                raise errors.empty_message()
            if recorded.problems:
                raise errors.invalid_form(recorded.problems)
            if _icons_of(recorded.payload) - set(self._world.emojis):
                raise errors.invalid_emoji()
            status, answer = self._routes.table[recorded.method, recorded.template](recorded)
        except errors.ApiError as error:
            return error.status, error.body()
        if self.check_answers and self._spec is not None and answer is not None:
            told = self._spec.answer_problems(recorded, status, answer)
            self.violations += [f"{recorded}: answered with {problem}" for problem in told]
        return status, answer

    async def _before(self, fault: Fault | None, recorded: Recorded, request: web.Request) -> web.Response | None:
        """What a fault does instead of the request; ``None``: the request goes on."""
        if isinstance(fault, Hang) and fault.seconds is None and self._faults.on_stall(recorded):
            await self._wait(GIVEN_UP)
            return self._cut(request)
        if isinstance(fault, Hang):
            await self._wait(fault.seconds)
            return self._cut(request) if fault.then == "drop" or self.closing.is_set() else None
        if isinstance(fault, Reset):
            return self._cut(request)
        if isinstance(fault, Status):
            return web.Response(status=fault.status, text=fault.page, content_type="text/html")
        if isinstance(fault, ApiFailure):
            return _json(fault.error.status, fault.error.body())
        if isinstance(fault, RateLimited):
            return _rate_limited(fault, self.find_window(recorded))
        return None

    async def _wait(self, seconds: float | None) -> None:
        """Wait, but not beyond the end of the server."""
        try:
            async with asyncio.timeout(seconds):
                await self.closing.wait()
        except TimeoutError:
            return

    async def _lose(self, fault: LostAnswer, request: web.Request, response: web.Response) -> web.StreamResponse:
        """Breaks the connection although the request was applied."""
        if fault.at == "head":
            return self._cut(request)
        whole = response.body if isinstance(response.body, bytes) else b""
        broken = web.StreamResponse(status=response.status, headers={"Content-Type": "application/json"})
        broken.content_length = len(whole) + 1
        await broken.prepare(request)
        await broken.write(whole[: len(whole) // 2])
        self._cut(request)
        return broken

    def _cut(self, request: web.Request) -> web.Response:
        """Resets the connection: the peer gets ECONNRESET, and of the answer returned here nothing."""
        transport = request.transport
        if transport is not None:
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        return web.Response(status=499)

    def _response(self, recorded: Recorded, status: int, answer: Any) -> web.Response:
        response = web.Response(status=status) if answer is None else _json(status, answer)
        bucket = f"{zlib.crc32(f'{recorded.method} {recorded.template}'.encode()):08x}"
        window = self.find_window(recorded) or WIDE
        response.headers.update(
            {
                "Via": "1.1 loopback",
                "X-RateLimit-Bucket": bucket,
                "X-RateLimit-Limit": str(window.limit),
                "X-RateLimit-Remaining": str(window.left),
                "X-RateLimit-Reset": f"{self._world.clock.now() + window.resets_in:.3f}",
                "X-RateLimit-Reset-After": f"{window.resets_in:.3f}",
            }
        )
        return response


def _json(status: int, answer: Any) -> web.Response:
    """JSON under the exact content type that the client looks for, without a charset."""
    return web.Response(
        status=status, body=json.dumps(answer).encode(), headers={"Content-Type": "application/json", "Via": "1.1 loopback"}
    )


def _rate_limited(fault: RateLimited, window: Window | None) -> web.Response:
    """429. Where the limit of the route itself is used up, it says how long that lasts."""
    if window is not None and window.left <= 0:
        fault = RateLimited(round(window.resets_in, 3))
    headers = {"Via": "1.1 loopback"} if fault.via else {}
    if fault.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(fault.retry_after)))
    if not fault.json:
        return web.Response(status=429, text="error code: 1015", content_type="text/plain", headers=headers)
    body: dict[str, Any] = {"message": "You are being rate limited.", "global": fault.everywhere}
    if fault.retry_after is not None:
        body["retry_after"] = fault.retry_after
    return web.Response(status=429, body=json.dumps(body).encode(), headers=headers | {"Content-Type": "application/json"})


def _icons_of(payload: Any) -> set[int]:
    """The ids of the emoji on the buttons and in the menus of a message."""
    return {int(found) for found in re.findall(r'"emoji": {[^{}]*"id": "?(\d+)', json.dumps(payload))}
