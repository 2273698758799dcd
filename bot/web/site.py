"""The shared state of all requests to the pages: the use cases' context, the rate limits, caches. Also the forms of answers."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aiohttp import web

from bot.presentation.press_limit import TOO_MANY_PICTURES, Buckets, Pacing
from bot.storage.queries.pages.open_pages import OpenPage, read_open_pages
from bot.usecases.context import Context
from bot.usecases.pages import keys
from bot.usecases.pages.cache import Cache
from bot.usecases.pages.coalesced_reads import CoalescedReads
from bot.usecases.refusal import Refusal
from bot.web.connections import Connections
from bot.workers import Workers

V = TypeVar("V")

REQUESTS_PER_SECOND, REQUESTS_AT_ONCE = 20.0, 300
"""The rate limit of requests of one member, or from one address if the member is unknown."""
TURNS_PER_SECOND, TURNS_AT_ONCE = 5.0, 60
"""The rate limit of uncached pictures of earlier turns for one member. Dragging the slider requests many."""
POLLS_OF_MEMBER = 8
"""Maximum number of requests of one member that wait for news at once. All members together may use half of the connections."""
WATCHERS_AT_ONCE = 16
"""Maximum number of requests for a game's state, or its newest board, that are answered at the same time."""
PICTURES, STATES, RECORDINGS = 320, 192, 12
"""Maximum numbers of cached pictures (50 to 150 kB each), of states of games (at most as large), and of animations (some
megabytes each)."""


class TooFull(Refusal):
    """Too many requests at once."""


@dataclass(slots=True)
class Site:
    """The pages of one process."""

    context: Context
    workers: Workers
    check_member: keys.CheckMember
    theme: str
    pacing: Pacing
    """The rate limits of members, shared with Discord."""
    origins: frozenset[str]
    """The origin of the pages' own scripts."""
    url: str = ""
    """The address that browsers reach, without a slash at its end."""
    changed: Callable[[], None] = lambda: None
    """Called after a page has changed a game."""
    pictures: Cache = field(default_factory=lambda: Cache(PICTURES))
    """Cached pictures; those of earlier turns and tried lines with their events."""
    states: Cache = field(default_factory=lambda: Cache(STATES))
    """Cached current states of games, without data of members: as read, as sent to a page, and compressed for watchers."""
    recordings: Cache = field(default_factory=lambda: Cache(RECORDINGS))
    """Cached replays and animations."""
    connections: Connections = field(default_factory=Connections)
    requests: Buckets = field(default_factory=lambda: Buckets(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE))
    """Rate limit of an address, by its number: requests without a known token."""
    of_member: Buckets = field(default_factory=lambda: Buckets(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE))
    """Rate limit of a member: requests with a token."""
    turns: Buckets = field(default_factory=lambda: Buckets(TURNS_PER_SECOND, TURNS_AT_ONCE, TOO_MANY_PICTURES))
    """Rate limit of a member: uncached pictures of earlier turns and of tried lines."""
    polls: Counter[int] = field(default_factory=Counter)
    under_way: Counter[int] = field(default_factory=Counter)
    """Pending requests, by the number of the client's address."""
    watching: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(WATCHERS_AT_ONCE))
    members: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """The tokens that were valid when they were last read, each with its member."""
    open_pages: CoalescedReads[OpenPage] = field(init=False)

    def __post_init__(self) -> None:
        """Read open pages from the database."""
        self.open_pages = CoalescedReads(lambda hashes: self.context.db.read(lambda conn: read_open_pages(conn, hashes)))


SITE = web.AppKey("site", Site)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextmanager
def count_pending(pending: Counter[int], number: int) -> Iterator[None]:
    """Count a request as pending for a member, or for an address, within the block."""
    pending[number] += 1
    try:
        yield
    finally:
        pending[number] -= 1
        if not pending[number]:
            del pending[number]


def send_json(answer: dict[str, Any]) -> web.Response:
    """Return an answer as compressed JSON."""
    sent = web.json_response(answer)
    sent.enable_compression()
    return sent


def send_tagged(request: web.Request, body: bytes, packed: bytes, kind: str, headers: Mapping[str, str]) -> web.Response:
    """Return an answer with an ETag, or “not modified” if the browser has it.

    ``packed``: the body compressed with gzip, or empty.
    """
    tagged = {**headers, "ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'}
    if request.headers.get("If-None-Match") == tagged["ETag"]:
        return web.Response(status=304, headers=tagged)
    if packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        body, tagged = packed, tagged | {"Content-Encoding": "gzip"}
    charset = None if kind == "image/png" else "utf-8"
    return web.Response(body=body, content_type=kind, charset=charset, headers=tagged)


async def draw_within(cache: Cache, wanted: Hashable, limit: Buckets, user_id: int, draw: Callable[[], Awaitable[V]]) -> V:
    """Return a picture from the cache, or draw it. Raise TooMany if the member has had too many drawn."""
    if wanted not in cache:
        limit.spend(user_id)
    return await cache.get(wanted, draw)
