"""The pictures of the page: the very boards that the bot posts, drawn beside the event loop."""

from __future__ import annotations

import asyncio

from bot.games.log import GameLog
from render import picture
from render.view import Picture, View


def view_of(log: GameLog, theme: str) -> View:
    """Return how the newest board of a game is shown."""
    return View(log.row.names, theme, log.steps(log.last_turn(), log.version))


async def draw_newest(log: GameLog, theme: str) -> Picture:
    """Draw the newest board of a game."""
    return await asyncio.to_thread(picture, log.state(), view_of(log, theme))
