"""Requests of the page that change no game. Each request is for one member and one game, by its token."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

from aiohttp import web
from pydantic import Field

from bot.presentation.hints import describe_used
from bot.presentation.texts import PREMOVE_DROPPED, explain_too_short
from bot.usecases.computers import hints, lookbacks
from bot.usecases.pages import keys
from bot.usecases.play import proposals
from bot.usecases.refusal import TooMany
from bot.usecases.statistics.rebuild import is_too_short
from bot.web.connections import find_address, is_in
from bot.web.games import find_game, find_replay, find_watched, read_theme
from bot.web.guard import (
    TOO_FAST,
    TOO_FULL,
    Body,
    count_press,
    know,
    pressing,
    read_body,
    read_key,
    read_page,
    read_press,
)
from bot.web.pictures import send_picture, view_of
from bot.web.position import describe
from bot.web.rules import Wanted, draw_example, explain_refused_parts, send_rules
from bot.web.site import POLLS_OF_MEMBER, SITE, TooFull, count_pending, send_json
from bot.web.spans import to_spans
from bot.web.trying import collect_trying
from render import picture
from render.view import Picture

POLL = 25.0
"""Seconds for which a request may wait for news. Proxies end a request after 30 seconds at the earliest."""
LONGEST_VERSION = 200
"""Maximum number of characters of the version that a page shows."""


class Exchange(Body):
    """A ticket to exchange for a token."""

    ticket: str = Field(max_length=512)


routes = web.RouteTableDef()


@routes.post("/api/key")
async def exchange(request: web.Request) -> web.Response:
    """Exchange a ticket for a token."""
    site = request.app[SITE]
    body = await read_body(request, Exchange)
    ticket = await keys.find_ticket(site.context, body.ticket)
    member = ticket.key.user_id
    if not site.of_member.take(member):
        raise TooMany(TOO_FAST)
    key = await keys.exchange(site.context, site.check_member, ticket)
    know(site, key.token, member)
    return web.json_response({"token": key.token, "ends": key.expires_at, "about": "game" if key.is_game else "learning"})


@routes.get("/api/proxy")
async def show_proxy(request: web.Request) -> web.Response:
    """Return whether the proxy passes on the client's address, and whether the bot trusts it, for ``doctor``."""
    peer = find_address([request.remote or ""], ())
    is_trusted = peer is not None and is_in(peer, request.app[SITE].connections.proxies)
    return web.json_response({"passes": "X-Forwarded-For" in request.headers, "trusted": is_trusted})


@routes.get("/api/game")
async def show_game(request: web.Request) -> web.Response:
    """Return the state of the game."""
    site = request.app[SITE]
    page = await read_page(request)  # the version is read first, so that the data is not older
    key, version = page.key, page.page_version
    count_press(site, key.user_id)
    found = await find_watched(site, page) if page.seat is None else await find_game(site, key)
    theme, seat = read_theme(site, page), found.row.seat_of(key.user_id)

    async def describe_position() -> dict[str, Any]:
        asked = await proposals.list_newest(site.context, found.log)
        turns = (await find_replay(site, key, found.version)).last
        told = await asyncio.to_thread(describe, found, seat, asked, theme, site.context.clock())
        if await is_too_short(site.context, found.row):
            told["says"] += f" {explain_too_short(found.row)}"
        if found.row.is_over and found.row.terms.hints:
            used = await hints.count_used(site.context, found.row.id)
            told["news"].append(to_spans(describe_used(found.row, used)))
        return {"turns": turns, **told}

    wanted = (key.game_id, version, found.version, found.row.names, seat, theme)
    told = await site.states.get(("told", *wanted), describe_position)
    has_analysis = found.row.is_over and await lookbacks.find(site.context, key.game_id) is not None
    shares = list[object]() if has_analysis else None  # of the last turn, whose result is shown
    if found.armed is not None and found.armed.dropped:
        told = {**told, "news": [*told["news"], PREMOVE_DROPPED]}
    own = {"note": page.note, **await collect_trying(site, page, found)}
    answer = {**told, "stand": version, "shares": shares, **own}
    has_own = seat is not None or shares is not None or page.note or page.keeps_lines
    if has_own or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return send_json(answer)
    packed = await site.states.get(("packed", *wanted), lambda: asyncio.to_thread(_pack, answer))
    return web.Response(body=packed, content_type="application/json", headers={"Content-Encoding": "gzip"})


def _pack(answer: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(answer).encode(), 6)


@routes.get("/api/picture")
async def show_picture(request: web.Request) -> web.Response:
    """Return the newest board as the bot posts it. ``X-Version`` is the version of the game that it shows.

    It is not limited, since it is drawn once for all pages that show it.
    """
    site = request.app[SITE]
    page = await read_page(request)
    found, theme = await find_watched(site, page), read_theme(site, page)
    wanted = ("newest", page.key.game_id, found.version, theme, found.row.names)

    async def draw() -> Picture:
        return await asyncio.to_thread(picture, found.state, view_of(found.log, theme))

    return send_picture(await site.pictures.get(wanted, draw), found.version)


@routes.get("/api/news")
async def wait_for_news(request: web.Request) -> web.Response:
    """Answer once the game differs from the version on the page. Answer 204 after a while without changes."""
    site = request.app[SITE]
    key = (await read_page(request)).key
    version = request.query.get("stand", "")
    if not 0 < len(version) <= LONGEST_VERSION:
        raise web.HTTPBadRequest
    if site.polls[key.user_id] >= POLLS_OF_MEMBER or site.polls.total() >= site.connections.most // 2:
        raise TooFull(TOO_FULL)
    with count_pending(site.polls, key.user_id):
        changed = await site.context.changes.wait(key.game_id, version, POLL)
    return web.json_response({"changed": True}) if changed else web.Response(status=204)


@routes.post("/api/why")
async def explain_refusal(request: web.Request) -> web.Response:
    """Return the rules' reason why parts cannot be added to the chosen ones; empty if they have none."""
    site, key, body = await read_press(request, Wanted)
    found = await find_game(site, key)
    return web.json_response({"says": explain_refused_parts(found.state, body) if found.version == body.version else ""})


@routes.get("/api/rules")
async def show_rules(request: web.Request) -> web.Response:
    """Return the parts of the rules of the game, as in ``/rules``, and the description of their picture."""
    site = request.app[SITE]
    key = await pressing(request)
    found = await find_game(site, key)
    return await send_rules(site, found.row.kind, found.theme or site.theme, key.user_id)


@routes.get("/api/rules/picture")
async def show_rules_picture(request: web.Request) -> web.Response:
    """Return the picture of the rules: a position from the middle of a game."""
    site = request.app[SITE]
    key = await read_key(request)
    found = await find_game(site, key)
    return send_picture(await draw_example(site, found.row.kind, found.theme or site.theme, key.user_id), 0)
