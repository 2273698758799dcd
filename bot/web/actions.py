"""Requests of players on the page, handled by the same use cases as presses in Discord."""

from __future__ import annotations

from typing import Any

from aiohttp import web
from pydantic import Field, create_model

from bot.common.crash_points import crash_point
from bot.common.words import Text, join
from bot.presentation.actions import ACTIONS, Action, Version
from bot.presentation.hints import give_hint
from bot.storage.queries.pages.keys import PageKey
from bot.usecases.context import User
from bot.usecases.pages import keys
from bot.usecases.pages.keys import Closed
from bot.usecases.play import moves, writing
from bot.usecases.play.change import Asker
from bot.usecases.play.writing import MOST_NOTED
from bot.web.guard import B, Body, PressBody, read_press
from bot.web.position import find_places
from bot.web.site import Handler, Site
from bot.web.spans import to_spans

NOT_PLAYING = "You do not play in this game, so nothing was changed."
REPEATED = "That was already played; nothing was changed."


class Play(PressBody):
    """A move, or all moves of a turn."""

    text: str = Field(min_length=1, max_length=4000)
    version: Version


class AskHint(PressBody):
    """A hint at a version of the game."""

    version: Version


class Note(Body):
    """A private note."""

    text: str = Field(max_length=4 * MOST_NOTED, pattern=r"^[^\x00]*$")


routes = web.RouteTableDef()


@routes.post("/api/play")
async def play_move(request: web.Request) -> web.Response:
    """Play the chosen move in the version of the game in which it was chosen."""
    site, key, user, body = await find_player(request, Play)
    played = await moves.play(
        site.context, key.guild_id, key.game_id, user, body.text, interaction_id=body.once, seen=body.version
    )
    return _send(site, Text(REPEATED if played.repeated else ""))


def _make_handler(action: Action) -> Handler:
    """Return the handler that carries out an action and answers with its result. The page has asked for confirmation."""
    fields: dict[str, Any] = {name: (kind, ...) for name, kind in action.takes.items()}
    body_of = create_model(action.key, __base__=PressBody, **fields)

    async def handle(request: web.Request) -> web.Response:
        site, key, user, body = await find_player(request, body_of)
        asker = Asker(site.context, key.guild_id, key.game_id, user, body.once)
        done = await action.run(asker, **{name: getattr(body, name) for name in action.takes})
        if done.next_game is None:
            return _send(site, done.text)
        site.changed()
        link = await keys.make_link(site.context, key.guild_id, done.next_game, user.id)
        return web.json_response({"told": "", "opens": link})

    return handle


for _action in ACTIONS.values():
    routes.post(f"/api/{_action.key}")(_make_handler(_action))


@routes.post("/api/hint")
async def show_hint(request: web.Request) -> web.Response:
    """Return a computer's move as a hint, with the squares to mark on the board."""
    site, key, user, body = await find_player(request, AskHint)
    where = (key.guild_id, key.game_id, user.id)
    given = await give_hint(site.context, site.workers, site.pacing.pictures, *where, seen=body.version)
    told, marked = join([*given.lines, given.used], "\n"), find_places(given.found.row, given.found.state, given.hint.moves)
    seen = {"marked": marked, "moves": list(map(str, given.hint.moves)), "version": given.found.version}
    return web.json_response({"told": "", "hint": to_spans(told), **seen})


@routes.post("/api/note")
async def save_note(request: web.Request) -> web.Response:
    """Save a member's private note, replacing the old one."""
    site, key, body = await read_press(request, Note)
    return web.json_response({"note": await writing.note(site.context, key.game_id, key.user_id, body.text)})


async def find_player(request: web.Request, kind: type[B]) -> tuple[Site, PageKey, User, B]:
    """Return the site, the key, the acting player (with the name in the game), and the body of a press.

    Raise Closed for members who do not play in it, or no longer do.
    """
    site, key, body = await read_press(request, kind)
    if key.name is None:
        raise Closed(NOT_PLAYING)
    crash_point("press.taken")
    return site, key, User(key.user_id, key.name), body


def _send(site: Site, told: Text) -> web.Response:
    site.changed()
    crash_point("answer.before")
    return web.json_response({"told": to_spans(told)})
