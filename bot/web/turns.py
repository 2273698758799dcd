"""The turns of a game: the picture that was posted in the channel, and the events."""

from __future__ import annotations

import asyncio
from functools import partial

from aiohttp import web

from bot.common.words import Text, with_names
from bot.presentation.replay import Replay
from bot.storage.queries.pages.keys import PageKey
from bot.usecases.refusal import Refusal
from bot.web.games import NO_TURN, find_replay, find_shares, find_theme
from bot.web.guard import pressing, read_key
from bot.web.pictures import DrawnPosition, send_picture
from bot.web.position import describe_targets
from bot.web.site import SITE, Site, draw_within, send_json
from bot.web.spans import to_spans
from bot.workers.jobs import ReplayGif
from render import Animation, picture, renderer_of
from render.view import View

NOTHING_YET = "Nobody has moved in this game yet."

routes = web.RouteTableDef()


@routes.get("/api/turn")
async def show_turn(request: web.Request) -> web.Response:
    """Return the events of a turn, with the shares of the win after it if the game was analysed."""
    site = request.app[SITE]
    key = await read_key(request)
    replay, number = await _find_turn(site, key, request)
    seen = await _look_at(site, key, replay, number)
    return send_json({**seen.data, "shares": await find_shares(site, replay, number)})


@routes.get("/api/turn/picture")
async def show_turn_picture(request: web.Request) -> web.Response:
    """Return the picture of a turn. ``X-Version`` is the version of the game up to which the turns are counted."""
    site = request.app[SITE]
    key = await read_key(request)
    replay, number = await _find_turn(site, key, request)
    return send_picture((await _look_at(site, key, replay, number)).picture, replay.version)


@routes.get("/api/film")
async def describe_film(request: web.Request) -> web.Response:
    """Make the animation of the game, and return its description."""
    site = request.app[SITE]
    return web.json_response({"alt": (await _make_film(site, await pressing(request))).alt})


@routes.get("/api/film/picture")
async def show_film(request: web.Request) -> web.Response:
    """Return the animation of the game."""
    site = request.app[SITE]
    made = await _make_film(site, await read_key(request))
    return web.Response(body=made.gif, content_type="image/gif")


async def _find_turn(site: Site, key: PageKey, request: web.Request) -> tuple[Replay, int]:
    """Return the replay of the game up to the version in the request, and the number of the requested turn."""
    try:
        version, number = int(request.query["version"]), int(request.query["turn"])
    except (KeyError, ValueError):
        raise web.HTTPBadRequest from None
    replay = await find_replay(site, key, version)
    if not 0 <= number <= replay.last:
        raise Refusal(NO_TURN)
    return replay, number


async def _look_at(site: Site, key: PageKey, replay: Replay, number: int) -> DrawnPosition:
    theme = await find_theme(site, key)
    wanted = ("turn", key.game_id, replay.version, number, replay.names_in(number), theme)
    draw = partial(asyncio.to_thread, _see, replay, number, theme)
    return await draw_within(site.pictures, wanted, site.turns, key.user_id, draw)


def _see(replay: Replay, number: int, theme: str) -> DrawnPosition:
    """Return the picture of a turn, and a description of its events."""
    renderer, state = renderer_of(replay.kind, replay.rules), replay.state(number)
    names, steps = replay.names_in(number), replay.steps(number)
    view = View(names, theme, steps)
    words = with_names(lambda known: renderer.news(steps, known), names) if number else Text("The start.")
    made = picture(state, view)
    targets = describe_targets(renderer.targets(state, view))
    return DrawnPosition({"turn": number, "words": to_spans(words), "alt": made.alt, "targets": targets}, made)


async def _make_film(site: Site, key: PageKey) -> Animation:
    replay = await find_replay(site, key)
    if not replay.scenes:
        raise Refusal(NOTHING_YET)
    theme = await find_theme(site, key)
    wanted = ("film", key.game_id, replay.version, replay.names, theme)
    draw = partial(site.workers.run, ReplayGif(replay.record_json, replay.names, theme), key.user_id)
    return await draw_within(site.recordings, wanted, site.pacing.replays, key.user_id, draw)
