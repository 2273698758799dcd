"""The pictures of the page: the same boards that the bot posts, drawn outside the event loop."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from aiohttp import web

from bot.games.log import GameLog
from render import picture
from render.view import Picture, View


class DrawnPosition(NamedTuple):
    """A drawn position of an earlier turn or a tried line."""

    told: dict[str, Any]
    picture: Picture


def send_picture(made: Picture, version: int) -> web.Response:
    """Return the answer with a picture of a game at a version."""
    return web.Response(body=made.png, content_type="image/png", headers={"X-Version": str(version)})


def view_of(log: GameLog, theme: str) -> View:
    """Return the view of the newest board of a game."""
    return View(log.row.names, theme, log.steps(log.last_turn(), log.version))


async def draw_newest(log: GameLog, theme: str) -> Picture:
    """Draw the newest board of a game."""
    return await asyncio.to_thread(picture, log.state(), view_of(log, theme))
