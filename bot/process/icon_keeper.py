"""Keeps the bot's own icons at Discord complete: creates missing ones at the start, and after icons were deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord

from bot.common.icons import save_icons
from render.icons import ART, draw_icon

logger = logging.getLogger(__name__)

PAUSE = 60.0
"""Minimum seconds between checks, however often Discord refuses a message because of an icon."""


class IconKeeper:
    """Maintains the icons of one process's application.

    ``may_make``: whether this process creates icons. Only one of several processes does, so that none is created twice.
    """

    def __init__(self, client: discord.Client, may_make: Callable[[], bool]) -> None:
        self._client = client
        self._may_make = may_make
        self._looking = asyncio.Lock()
        self._looked = float("-inf")
        self._again: asyncio.Task[None] | None = None

    async def keep(self) -> None:
        """Check which icons Discord has, and create missing ones. Never raises."""
        async with self._looking:
            self._looked = asyncio.get_running_loop().time()
            try:
                await self._keep()
            except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
                logger.warning("the icons could not be made; characters replace them: %r", error)

    def refuse(self) -> None:
        """Switch to characters after Discord has refused a message because of an icon, and check the icons again soon."""
        save_icons({})
        self.wake()

    def wake(self) -> None:
        """Check again soon, in the background."""
        if self._again is None or self._again.done():
            self._again = asyncio.create_task(self._keep_again(), name="keep icons")

    def stop(self) -> None:
        """Stop."""
        if self._again is not None:
            self._again.cancel()
        save_icons({})

    async def _keep_again(self) -> None:
        await asyncio.sleep(self._looked + PAUSE - asyncio.get_running_loop().time())
        await self.keep()

    async def _keep(self) -> None:
        wanted = await asyncio.to_thread(lambda: {name: draw_icon(name) for name in ART})
        there = {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
        marks = {name: there[icon.name] for name, icon in wanted.items() if icon.name in there}
        save_icons(marks)
        for name, icon in wanted.items():
            if icon.name not in there and self._may_make():
                made = await self._client.create_application_emoji(name=icon.name, image=icon.png)
                marks[name] = str(made)
                save_icons(marks)
