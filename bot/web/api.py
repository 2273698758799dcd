"""What the page asks for, and what it does. Each request is for one member and one game, by its token."""

from __future__ import annotations

import asyncio
from typing import Annotated

from aiohttp import web
from pydantic import Field

from bot.storage.queries.pages.keys import TokenRow
from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.pages import keys
from bot.usecases.play import moves, undo
from bot.usecases.queries import GameView
from bot.web.guard import TOO_FAST, TOO_FULL, Body, TooFull, TooMany, read_body
from bot.web.pictures import draw_newest
from bot.web.position import describe
from bot.web.site import POLLS, POLLS_OF_MEMBER, SITE, Site

POLL = 25.0
"""Seconds that a request may wait for news. Proxies end a request after 30 at the earliest."""
NOT_PLAYING = "You do not play in this game, so nothing was changed."
REPEATED = "That was played already; nothing was changed."

Once = Annotated[int, Field(ge=1, lt=2**53)]
"""A number that the page makes for each press: one that is sent twice is carried out once.

Discord's own numbers are larger, so no press there is taken for one here.
"""


class Exchange(Body):
    """A ticket for a token."""

    ticket: str = Field(max_length=512)


class Play(Body):
    """A move, or all moves of a turn."""

    text: str = Field(min_length=1, max_length=4000)
    version: int = Field(ge=0, lt=2**31)
    once: Once


class Act(Body):
    """Anything else that a player does."""

    once: Once


routes = web.RouteTableDef()


@routes.post("/api/key")
async def exchange(request: web.Request) -> web.Response:
    """Exchange a ticket for a token."""
    site = request.app[SITE]
    if not site.allowances.exchanges.take(site.address_of(request)):
        raise TooMany(TOO_FAST)
    body = await read_body(request, Exchange)
    key = await keys.exchange(site.context, site.look, body.ticket)
    return web.json_response({"token": key.token, "ends": key.expires_at})


@routes.get("/api/game")
async def show_game(request: web.Request) -> web.Response:
    """Return how the game stands."""
    site = request.app[SITE]
    key = await _pressing(site, request)
    found = await _find(site, key)
    theme = found.theme or site.theme
    answer = web.json_response(await asyncio.to_thread(describe, found, key.user_id, theme, site.context.clock()))
    answer.enable_compression()
    return answer


@routes.get("/api/picture")
async def show_picture(request: web.Request) -> web.Response:
    """Return the newest board as the bot posts it. ``X-Version`` is the version of the game that it shows.

    It needs no limit: it is drawn once for all pages that show it.
    """
    site = request.app[SITE]
    key = await site.read_key(request)
    found = await _find(site, key)
    theme = found.theme or site.theme
    wanted = (key.game_id, found.version, theme)
    made = await site.pictures.get(wanted, lambda: draw_newest(found.log, theme))
    return web.Response(body=made.png, content_type="image/png", headers={"X-Version": str(found.version)})


@routes.get("/api/news")
async def wait_for_news(request: web.Request) -> web.Response:
    """Answer once the game differs from how the page shows it, or after a while: then 204."""
    site = request.app[SITE]
    key = await site.read_key(request)
    try:
        shown = int(request.query["version"]), int(request.query["at"])
    except (KeyError, ValueError):
        raise web.HTTPBadRequest from None
    if site.polls[key.user_id] >= POLLS_OF_MEMBER or site.polls.total() >= POLLS:
        raise TooFull(TOO_FULL)
    site.polls[key.user_id] += 1
    try:
        changed = await site.context.changes.wait(key.game_id, shown, POLL)
    finally:
        site.polls[key.user_id] -= 1
        if not site.polls[key.user_id]:
            del site.polls[key.user_id]
    return web.json_response({"changed": True}) if changed else web.Response(status=204)


@routes.post("/api/play")
async def play(request: web.Request) -> web.Response:
    """Play what was chosen, at the version of the game at which it was chosen."""
    site = request.app[SITE]
    key = await _pressing(site, request)
    body = await read_body(request, Play)
    user = await _user(site, key)
    played = await moves.play(
        site.context, key.guild_id, key.game_id, user, body.text, interaction_id=body.once, seen=body.version
    )
    site.changed()
    return web.json_response({"told": REPEATED if played.repeated else "", "version": played.version})


@routes.post("/api/undo")
async def take_back(request: web.Request) -> web.Response:
    """Take the member's last move back, or ask the others whether it may be."""
    site = request.app[SITE]
    key = await _pressing(site, request)
    body = await read_body(request, Act)
    asked = await undo.undo(site.context, key.guild_id, key.game_id, await _user(site, key), interaction_id=body.once)
    site.changed()
    told = "Your last move is taken back." if asked.proposal is None else "The others are asked in Discord."
    return web.json_response({"told": told})


async def _pressing(site: Site, request: web.Request) -> TokenRow:
    """Return the key of a request that counts as a press."""
    key = await site.read_key(request)
    if not site.allowances.presses.take(key.user_id):
        raise TooMany(TOO_FAST)
    return key


async def _find(site: Site, key: TokenRow) -> GameView:
    return await queries.view_game(site.context, key.guild_id, key.game_id, key.user_id)


async def _user(site: Site, key: TokenRow) -> User:
    """Return the member with the name that the game knows. Raise Closed for whoever does not play in it (any more)."""
    row = await queries.row(site.context, key.game_id)
    seat = row.seat_of(key.user_id)
    if seat is None:
        raise keys.Closed(NOT_PLAYING)
    return User(key.user_id, row.names[seat])
