"""What all requests to the pages share: the use cases' context, who may ask how often, what Discord is asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

from aiohttp import web

from bot.presentation.press_limit import Allowance
from bot.presentation.replay import Replay
from bot.storage.queries.pages.keys import LearningPage, TokenRow
from bot.storage.queries.pages.open_pages import OpenPage, read_open_pages
from bot.usecases.context import Context
from bot.usecases.pages import keys
from bot.usecases.pages.coalesced_reads import CoalescedReads
from bot.usecases.pages.kept import Kept
from bot.usecases.queries import GameView
from bot.web.pictures import DrawnPosition
from bot.workers import Workers
from render.view import Animation, Picture

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

POLLS_OF_MEMBER, POLLS = 8, 2000
"""Requests of one member, and of all together, that may wait for news at once."""
LOOKS_AT_ONCE = 16
"""Requests for how a game stands, and for its newest board, that are answered at the same time."""
REPLAYS, TURNS, FILMS = 8, 128, 4
"""Games that are looked through, pictures of their turns, and moving pictures, of some megabytes each, that are kept."""
PICTURES, TOLD, WATCHED = 64, 64, 64
"""Pictures that are kept, each of some 50 to 150 kB; what is told of games, each of at most as much; games that are watched."""


@dataclass(frozen=True, slots=True)
class Allowances:
    """The limits. Those of addresses are by a number of the address, those of members by their id, shared with Discord."""

    requests: Allowance
    """Of one address."""
    exchanges: Allowance
    """Of one address."""
    presses: Allowance
    """Of one member."""
    pictures: Allowance
    """Of one member: pictures that are drawn for them alone, and hints."""
    turns: Allowance
    """Of one member: pictures of earlier turns, and of what is tried out, that are not kept."""
    films: Allowance
    """Of one member: moving pictures."""


@dataclass(slots=True)
class Site:
    """The pages of one process."""

    context: Context
    workers: Workers
    look: keys.Look
    theme: str
    allowances: Allowances
    origins: frozenset[str]
    """Where the pages' own scripts come from."""
    url: str = ""
    """The address that browsers reach, without a slash at its end."""
    proxies: Sequence[Network] = ()
    changed: Callable[[], None] = lambda: None
    """Called after something was changed by a page."""
    pictures: Kept[Picture] = field(default_factory=lambda: Kept(PICTURES))
    told: Kept[dict[str, Any]] = field(default_factory=lambda: Kept(TOLD))
    """What is told of games."""
    packed: Kept[bytes] = field(default_factory=lambda: Kept(TOLD))
    """The same as it is sent, compressed, to those who watch and have nothing of their own beside the game."""
    watched: Kept[GameView] = field(default_factory=lambda: Kept(WATCHED))
    """Games as they stand, without what belongs to a member."""
    replays: Kept[Replay] = field(default_factory=lambda: Kept(REPLAYS))
    turns: Kept[DrawnPosition] = field(default_factory=lambda: Kept(TURNS))
    tries: Kept[DrawnPosition] = field(default_factory=lambda: Kept(TURNS))
    """Positions that somebody has tried out."""
    films: Kept[Animation] = field(default_factory=lambda: Kept(FILMS))
    polls: Counter[int] = field(default_factory=Counter)
    looks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(LOOKS_AT_ONCE))
    open_pages: CoalescedReads[OpenPage] = field(init=False)

    def __post_init__(self) -> None:
        """Read open pages from the database."""
        self.open_pages = CoalescedReads(lambda hashes: self.context.db.read(lambda conn: read_open_pages(conn, hashes)))

    def address_of(self, request: web.Request) -> int:
        """Return a number for the address that asks. An IPv6 network counts as one address."""
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        found = find_address([*forwarded.split(","), request.remote or ""], self.proxies)
        if found is None:
            return 0
        return int(found) if found.version == 4 else int(found) >> 64

    async def read_key(self, request: web.Request) -> TokenRow:
        """Return for whom and for which game a request is. Raise NoKey, Closed or Unsure."""
        return await keys.read_token(self.context, self.look, token_of(request))

    async def read_page(self, request: web.Request) -> OpenPage:
        """Return the page that asks what is new, and what belongs to its member. Raise NoKey, Closed or Unsure."""
        return await keys.read_open_page(self.context, self.look, self.open_pages, token_of(request))

    async def read_learning_key(self, request: web.Request) -> LearningPage:
        """Return for whom and for which puzzle or lesson a request is. Raise NoKey, Closed or Unsure."""
        return await keys.read_learning_token(self.context, self.look, token_of(request))


def find_address(chain: Sequence[str], proxies: Sequence[Network]) -> Address | None:
    """Return the last address of a chain of proxies that is not a trusted proxy, the first one where all are.

    ``chain``: as X-Forwarded-For has it, then who is connected. Return ``None`` where an address cannot be read: what stands
    before it is not trusted either.
    """
    found = None
    for text in reversed([each for each in map(str.strip, chain) if each]):
        found = _read_address(text)
        if found is None or not any(found in proxy for proxy in proxies):
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


def token_of(request: web.Request) -> str:
    """Return the token that a request carries. Raise NoKey for a request without one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bearer" or not token:
        raise keys.NoKey(keys.PAGE_ENDED)
    return token


SITE = web.AppKey("site", Site)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
