"""What all requests to public pages share: what is kept for a moment, how often an address may ask for pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, get_args

from aiohttp import web

from bot.presentation.press_limit import Buckets
from bot.presentation.replay import Replay
from bot.usecases.pages.kept import Kept
from bot.usecases.public.memory import Memory
from bot.usecases.refusal import Refusal
from bot.usecases.server.guild_settings import ThemeName
from render.view import Picture

THEMES: tuple[str, ...] = get_args(ThemeName)

PAGES, PICTURES, REPLAYS, MEMORIES = 256, 256, 16, 64
"""What is kept: pages, pictures of some 50 to 150 kB each, games that are looked through, what servers remember."""
PAGES_KEPT = 5_000
"""Milliseconds for which a page is kept: a name that somebody takes back is gone after them."""
DRAWN_PER_SECOND, DRAWN_AT_ONCE = 1.0, 60
"""Pictures that one address may have drawn, where they are not kept."""
AT_ONCE, WAITING = 2, 24
"""Pictures that are drawn at the same time, and those that may wait for that."""
TOO_BUSY = "Many pictures are being drawn at the moment. Please try again in a minute."


class Busy(Refusal):
    """Too many pictures are wanted at once."""


@dataclass(slots=True)
class Public:
    """The public pages of one process."""

    url: str
    """Without a slash at its end."""
    pages: Kept[Any] = field(default_factory=lambda: Kept(PAGES))
    pictures: Kept[Picture] = field(default_factory=lambda: Kept(PICTURES))
    replays: Kept[Replay] = field(default_factory=lambda: Kept(REPLAYS))
    memories: Kept[Memory] = field(default_factory=lambda: Kept(MEMORIES))
    drawings: Buckets = field(default_factory=lambda: Buckets(DRAWN_PER_SECOND, DRAWN_AT_ONCE))
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    waiting: int = 0

    async def draw(self, make: Callable[[], Awaitable[Picture]]) -> Picture:
        """Draw a picture once others are done. Raise Busy where too many wait."""
        if self.waiting >= WAITING:
            raise Busy(TOO_BUSY)
        self.waiting += 1
        try:
            async with self.turn:
                return await make()
        finally:
            self.waiting -= 1


PUBLIC = web.AppKey("public", Public)
