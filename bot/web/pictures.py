"""The pictures of the page: the same boards that the bot posts, drawn outside the event loop."""

from __future__ import annotations

from typing import Any, NamedTuple

from aiohttp import web

from bot.games.log import GameLog
from render.view import Picture, View
from rules.steps import Step, group_turns


class DrawnPosition(NamedTuple):
    """A drawn position of an earlier turn or a tried line."""

    data: dict[str, Any]
    picture: Picture


def send_picture(made: Picture, version: int) -> web.Response:
    """Return the answer with a picture of a game at a version."""
    return web.Response(body=made.png, content_type="image/png", headers={"X-Version": str(version)})


def view_of(log: GameLog, theme: str) -> View:
    """Return the view of the newest board of a game, with its last turn."""
    return View(log.row.names, theme, find_last_turn(log))


def find_last_turn(log: GameLog) -> tuple[Step, ...]:
    """Return the steps of the last turn in which somebody decided, and of the chance after it.

    A player whose opponents can no longer move takes several turns in a row.
    """
    turns = group_turns(log.steps(log.last_turn(), log.version))
    while len(turns) > 1 and any(step.before.seat is not None for turn in turns[1:] for step in turn):
        turns.pop(0)
    return tuple(step for turn in turns for step in turn)
