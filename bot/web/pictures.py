"""The pictures of the page: the very boards that the bot posts, drawn beside the event loop and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from bot.games.log import GameLog
from render import picture
from render.view import Picture, View

KEPT = 64
"""Pictures that are kept; each has some 50 to 150 kB."""

Key = tuple[int, int, str]
"""Game, version, theme."""


class PictureCache:
    """The pictures that were drawn last. Whoever asks for one that is being drawn waits for that."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Key, asyncio.Task[Picture]] = OrderedDict()

    async def get(self, key: Key, draw: Callable[[], Awaitable[Picture]]) -> Picture:
        """Return a picture; ``draw`` draws it where it is not here."""
        task = self._drawn.get(key)
        if task is None:
            task = self._drawn[key] = asyncio.ensure_future(draw())
            while len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._drawn.pop(key, None)
            raise


def view_of(log: GameLog, theme: str) -> View:
    """Return how the newest board of a game is shown."""
    return View(log.row.names, theme, log.steps(log.last_turn(), log.version))


async def draw_newest(log: GameLog, theme: str) -> Picture:
    """Draw the newest board of a game."""
    return await asyncio.to_thread(picture, log.state(), view_of(log, theme))
