"""The shared state of requests to public pages: briefly cached pages, and the limits on pending requests."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import get_args

from aiohttp import web

from bot.presentation.press_limit import Buckets
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.usecases.context import Context
from bot.usecases.pages.cache import Cache
from bot.usecases.public import sites
from bot.usecases.server.guild_settings import ThemeName
from bot.web.site import TooFull, count_pending

logger = logging.getLogger(__name__)

THEMES: tuple[str, ...] = get_args(ThemeName)

PAGES = 256
"""Maximum number of cached pages."""
PAGES_KEPT = 5_000
"""Milliseconds for which a page is cached, and so may still show a withdrawn name."""
SITES_KEPT = 1_000
"""Milliseconds for which the row and the settings of a site are cached."""
DRAWN_PER_SECOND, DRAWN_AT_ONCE = 1.0, 60
"""Rate limit of one address for pictures that are not cached."""
UNDER_WAY, OF_ADDRESS = 96, 24
"""Maximum numbers of requests that wait for the worker or are being answered, in total and from one address. The worker takes 5
to 50 ms for each."""
TOO_BUSY = "Many people are looking at pages at the moment. Please try again in half a minute."


@dataclass(slots=True)
class Public:
    """The public pages of one process."""

    url: str
    """The public address, without a slash at its end."""
    database_url: str = field(repr=False)
    pages: Cache = field(default_factory=lambda: Cache(PAGES))
    sites: Cache = field(default_factory=lambda: Cache(PAGES))
    """The rows and settings of sites."""
    drawings: Buckets = field(default_factory=lambda: Buckets(DRAWN_PER_SECOND, DRAWN_AT_ONCE))
    under_way: Counter[int] = field(default_factory=Counter)
    """Pending requests by the number of the client's address."""

    @contextmanager
    def take_place(self, address: int) -> Iterator[None]:
        """Count a request as pending within the block. Raise TooFull above the limit, before any data is read."""
        if self.under_way.total() >= UNDER_WAY or self.under_way[address] >= OF_ADDRESS:
            raise TooFull(TOO_BUSY)
        with count_pending(self.under_way, address):
            yield


PUBLIC = web.AppKey("public", Public)


@in_background
async def keep_sites(context: Context) -> None:
    """Save the publicly visible channels of servers every few seconds, for the other processes. Run until cancelled."""
    while True:
        try:
            await sites.keep(context)
        except DatabaseBusy:
            logger.warning("what everybody sees could not be saved: the database is busy")
        except Exception:
            logger.exception("what everybody sees could not be saved and will be tried again")
        await asyncio.sleep(sites.INTERVAL)
