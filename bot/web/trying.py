"""Lines on the page: trying future moves, saving lines, and arming lines as premoves."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from aiohttp import web
from pydantic import Field

from bot.games.log import GameLog
from bot.games.tried_lines import TriedLine, follow_game, list_outcomes
from bot.presentation.lines import (
    ARMED,
    DISARMED,
    NOTHING,
    OVER,
    REPLACE,
    ask_to_replace,
    can_arm,
    describe_kept,
    describe_next,
    list_premoves,
)
from bot.storage.queries.pages.open_pages import OpenPage
from bot.storage.queries.play.lines import KeptLine
from bot.usecases.context import User
from bot.usecases.play import lines
from bot.usecases.play.lines import find_tried
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.web.games import find_game
from bot.web.guard import Body, Once, read_press
from bot.web.pictures import DrawnPosition
from bot.web.position import describe_moves, describe_outcomes, describe_targets, describe_turn, list_scores
from bot.web.site import Site, draw_within, send_json
from bot.web.spans import to_spans
from render import picture, renderer_of
from render.view import View
from rules.steps import group_turns

Entry = Annotated[str, Field(min_length=1, max_length=4000)]


class Try(Body):
    """A line that begins at a version of the game."""

    version: int = Field(ge=0, lt=2**31)
    line: list[Entry] = Field(max_length=lines.MOST_ENTRIES + 1)


class Disarm(Try):
    """A line after which premoves are deleted."""

    once: Once


class Arm(Disarm):
    """A line to arm. ``replace``: whether to replace contradicting lines."""

    replace: bool = False


class LineId(Body):
    """The id of a saved line."""

    id: int = Field(ge=1, lt=2**63)


routes = web.RouteTableDef()


@routes.post("/api/try")
async def try_line(request: web.Request) -> web.Response:
    """Return the result of a line, with a picture, without the part that was already played. Nothing is stored."""
    site, key, body = await read_press(request, Try)
    found = await find_game(site, key)
    if found.state.is_over:
        raise Refusal(OVER)
    version, tried = body.version, await asyncio.to_thread(find_tried, found.log, body.version, body.line)
    if version < found.version:
        version, rest = await asyncio.to_thread(follow_game, found.log, version, tried.entries)
        tried = await asyncio.to_thread(find_tried, found.log, version, [" ".join(entry) for entry in rest])
    theme, names = found.theme or site.theme, found.row.names
    wanted = ("line", key.game_id, version, tried.entries, names, theme)
    draw = partial(asyncio.to_thread, _see, tried, found.log, names, theme)
    seen = await draw_within(site.pictures, wanted, site.turns, key.user_id, draw)
    more = {
        "version": version,
        "earlier": version < found.version,
        "line": [" ".join(entry) for entry in tried.entries],
        "premove": can_arm(found, key.user_id, version, tried),
    }
    return send_json({**seen.data, **more, "png": b64encode(seen.picture.png).decode()})


@routes.post("/api/try/keep")
async def keep_line(request: web.Request) -> web.Response:
    """Save a line for this member."""
    site, key, body = await read_press(request, Try)
    found = await find_game(site, key)
    tried = await asyncio.to_thread(find_tried, found.log, body.version, body.line)
    if not tried.entries:
        raise Refusal(NOTHING)
    kept = await lines.keep_line(site.context, key.game_id, key.user_id, body.version, tried.entries)
    return web.json_response({"lines": await describe_lines(found.log, kept)})


@routes.post("/api/try/delete")
async def delete_line(request: web.Request) -> web.Response:
    """Delete a line of this member."""
    site, key, body = await read_press(request, LineId)
    kept = await lines.delete_line(site.context, key.game_id, key.user_id, body.id)
    return web.json_response({"lines": await describe_lines((await find_game(site, key)).log, kept)})


@routes.post("/api/premove")
async def arm_line(request: web.Request) -> web.Response:
    """Arm a line. If it contradicts another one, ask whether to replace it."""
    site, key, body = await read_press(request, Arm)
    found = await find_game(site, key)
    tried = await asyncio.to_thread(find_tried, found.log, body.version, body.line)
    line = [text for entry in tried.entries for text in entry]
    where = (site.context, key.guild_id, key.game_id, _user(found, key.user_id), line)
    try:
        await lines.arm_line(*where, seen=body.version, interaction_id=body.once, replace=body.replace)
    except lines.Contradiction as question:
        return web.json_response({"told": "", "asks": to_spans(ask_to_replace(question)), "sure": REPLACE})
    return web.json_response({"told": ARMED})


@routes.post("/api/premove/delete")
async def disarm_lines(request: web.Request) -> web.Response:
    """Delete the premoves that answer a line of the others' moves; without a line, all of them."""
    site, key, body = await read_press(request, Disarm)
    user = _user(await find_game(site, key), key.user_id)
    where = (site.context, key.guild_id, key.game_id, user, body.line)
    await lines.disarm_lines(*where, seen=body.version, interaction_id=body.once)
    return web.json_response({"told": DISARMED})


def _user(found: GameView, user_id: int) -> User:
    return User(user_id, found.row.names[found.row.seat_of(user_id) or 0])


async def collect_trying(site: Site, page: OpenPage, found: GameView) -> dict[str, Any]:
    """Return a member's own data about a game: whether moves can be tried, the saved lines, the premoves."""
    key = page.key
    kept = await lines.list_lines(site.context, key.game_id, key.user_id) if page.keeps_lines else ()
    premoves = [{"words": to_spans(each.words), "line": each.asked} for each in list_premoves(found, key.user_id)]
    return {"tries": not found.state.is_over, "lines": await describe_lines(found.log, kept), "premoves": premoves}


async def describe_lines(log: GameLog, kept: Sequence[KeptLine]) -> list[dict[str, Any]]:
    """Return a member's saved lines, each without the part already played."""
    told = await asyncio.to_thread(describe_kept, log, kept) if kept else ()
    return [
        {**each._asdict(), "line": [" ".join(entry) for entry in each.line], "words": to_spans(each.words)} for each in told
    ]


def _see(tried: TriedLine, log: GameLog, names: tuple[str, ...], theme: str) -> DrawnPosition:
    """Draw the position after a line, and describe the events of the line and the possible next moves."""
    state = tried.state
    renderer = renderer_of(state.game, state.rules)
    view = View(names, theme, tried.last or log.steps(log.last_turn(), log.version))
    made = picture(state, view)
    targets = renderer.targets(state, view)
    told = {
        "ahead": tried.decisions,
        "says": describe_next(state, names),
        "chance": state.is_chance,
        "news": [words for turn in group_turns(tried.steps) if (words := describe_turn(log.row, turn))],
        "scores": list_scores(state, names),
        "alt": made.alt,
        "targets": describe_targets(targets),
        **(describe_outcomes(list_outcomes(state)) if state.is_chance else describe_moves(state, targets)),
    }
    return DrawnPosition(told, made)
