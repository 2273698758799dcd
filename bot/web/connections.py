"""The connections to the pages: limits on their number, in total and by address.

If there is no room, an idle one is closed for a new one. Each connection takes a file descriptor, as do those to Discord and
to the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from random import uniform
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

MOST = 2048
"""Maximum number of connections, if the process may have at least twice as many file descriptors."""
PARTS = 8
"""One address may have 1 / PARTS of the connections, and as many pending requests."""
QUIET = 20.0
"""Maximum seconds after which a connection is closed if it sends no request, or incomplete headers."""
BODY_TAKES = 10.0
"""Maximum seconds within which a body must have arrived."""
LINGERING = 1.0
"""Seconds for the rest of a refused body to arrive."""

logger = logging.getLogger(__name__)


class Connections:
    """The open connections of a page server."""

    def __init__(self, most: int = MOST, proxies: Sequence[Network] = ()) -> None:
        """``proxies``: addresses that connect for others, so that their connections are not limited by address."""
        self.most = most
        self.most_of_address = max(1, most // PARTS)
        self.proxies = proxies
        self._open: dict[web.RequestHandler, int | None] = {}
        """Connection -> number of its address; ``None`` for a proxy."""
        self._waiting: dict[web.RequestHandler, None] = {}
        """The connections whose client has to send a request, or the rest of one; those idle longest come first."""
        self._of_address: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: web.RequestHandler, peer: str) -> bool:
        """Return whether to serve a new connection. If there is no room, close the one that has been idle longest."""
        address = find_address([peer], ())
        number = None if address is None or is_in(address, self.proxies) else number_address(address)
        if number is not None and self._of_address[number] >= self.most_of_address:
            return False
        if len(self._open) >= self.most:
            if not self._waiting:
                return False
            late = next(iter(self._waiting))
            self.forget(late)
            late.force_close()
        self._open[connection] = number
        if number is not None:
            self._of_address[number] += 1
        self.wait_for(connection)
        return True

    def wait_for(self, connection: web.RequestHandler) -> None:
        """Record that the client of a connection has to send something next."""
        if connection in self._open:
            self._waiting[connection] = None

    def serve(self, connection: web.RequestHandler) -> None:
        """Record that a complete request has arrived, so the client need not send anything now."""
        self._waiting.pop(connection, None)

    async def read_body(self, request: web.Request) -> bytes:
        """Return the complete body of a request. Raise TimeoutError if it takes too long."""
        async with asyncio.timeout(scatter(BODY_TAKES)):
            body = await request.read()
        self.serve(request.protocol)
        return body

    def forget(self, connection: web.RequestHandler) -> None:
        """Record that a connection is closed."""
        self._waiting.pop(connection, None)
        number = self._open.pop(connection, None)
        if number is not None:
            self._of_address[number] -= 1
            self._of_address += Counter()  # removes addresses without connections

    def address_of(self, request: web.Request) -> int:
        """Return a number for the client's address; 0 if it is unknown. An IPv6 network counts as one address."""
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        found = find_address([*forwarded.split(","), request.remote or ""], self.proxies)
        return 0 if found is None else number_address(found)


class Connection(web.RequestHandler):
    """One connection, which is closed if it is idle too long or exceeds a limit."""

    __slots__ = ("_all",)

    def __init__(self, among: Connections, server: web.Server) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=scatter(QUIET),
            lingering_time=LINGERING,
            access_log=None,  # type: ignore[arg-type]
        )
        self._all = among

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serve the connection if there is room for it."""
        peer = transport.get_extra_info("peername")
        if self._all.admit(self, peer[0] if peer else ""):
            super().connection_made(transport)
        else:
            transport.close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Make room for another connection."""
        self._all.forget(self)
        super().connection_lost(exc)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log an error, except those that any client can cause: invalid HTTP, or an early end. Never log an address."""
        error = kw.get("exc_info")
        if isinstance(error, HttpProcessingError | ConnectionError):
            logger.debug("a request cannot be read: %s", type(error).__name__)
        else:
            logger.error("a connection to the pages failed", exc_info=error)


def scatter(seconds: float) -> float:
    """Return a random time limit, from three quarters of ``seconds`` to all of them.

    So connections that began at the same time end at different times: closing hundreds of them at once would delay answers in
    Discord.
    """
    return seconds * uniform(0.75, 1)  # noqa: S311 - it hides nothing


def number_address(address: Address) -> int:
    """Return a number for an address. An IPv6 network counts as one address."""
    return int(address) if address.version == 4 else int(address) >> 64


def is_in(address: Address, networks: Sequence[Network]) -> bool:
    """Return whether an address belongs to one of the networks."""
    return any(address in network for network in networks)


def find_address(chain: Sequence[str], proxies: Sequence[Network]) -> Address | None:
    """Return the last address in a chain of proxies that is not a trusted proxy; the first one if all are.

    ``chain``: the addresses of X-Forwarded-For, then the connected one. Return ``None`` if an address cannot be parsed, since
    those before it are not trusted either.
    """
    found = None
    for text in reversed([each for each in map(str.strip, chain) if each]):
        found = _read_address(text)
        if found is None or not is_in(found, proxies):
            break
    return found


def _read_address(text: str) -> Address | None:
    """Return an address without its port. An IPv4 address written as IPv6 is the IPv4 address."""
    bare = text.partition("]")[0].removeprefix("[") if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found
