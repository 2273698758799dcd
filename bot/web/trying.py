"""Trying out on the page: moves ahead that nobody plays, lines that are kept, and lines that are kept as premoves."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from aiohttp import web
from pydantic import Field

from bot.games.log import GameLog
from bot.games.tries import Tried, leave_out, list_happened, list_outcomes
from bot.presentation.press_limit import TOO_MANY_PICTURES
from bot.storage.queries.pages.open_pages import OpenPage
from bot.storage.queries.play.tried_lines import KeptLine, Line
from bot.usecases import access
from bot.usecases.context import User
from bot.usecases.play import premoves, tried_lines
from bot.usecases.play.branches import Branches, list_branches_after, list_rounds, play_line
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal, TooMany
from bot.web.games import find_game
from bot.web.guard import Body, Once, pressing, read_body
from bot.web.pictures import DrawnPosition
from bot.web.position import tell_moves, tell_outcomes, tell_scores, tell_targets, tell_turn
from bot.web.site import SITE, Site
from render import picture, renderer_of
from render.text.words import turn_words
from render.view import View
from rules import State
from rules.steps import group_turns

NOTHING = "There is nothing to keep yet: try a move first."
NO_PREMOVE = "A premove ends with a move of yours, and no chance comes in it."
OVER = "The game is over, so there is nothing to try out."

Entry = Annotated[str, Field(min_length=1, max_length=4000)]


class Try(Body):
    """A line from a version of the game on."""

    version: int = Field(ge=0, lt=2**31)
    line: list[Entry] = Field(max_length=tried_lines.MOST_ENTRIES + 1)


class Premove(Try):
    """A line that is set as a premove, or after which premoves are deleted."""

    once: Once


class LineId(Body):
    """Which line that is kept."""

    id: int = Field(ge=1, lt=2**63)


routes = web.RouteTableDef()


@routes.post("/api/try")
async def try_line(request: web.Request) -> web.Response:
    """Return what a line leads to, with its picture: what of it the game has not brought meanwhile. Nothing is stored."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, Try)
    found = await find_game(site, key)
    _check_going_on(found)
    version, tried = body.version, await asyncio.to_thread(tried_lines.find_tried, found.log, body.version, body.line)
    if version < found.version:
        version, rest = await _follow(found.log, version, tried.entries)
        tried = await asyncio.to_thread(tried_lines.find_tried, found.log, version, [" ".join(entry) for entry in rest])
    theme, names = found.theme or site.theme, found.row.names
    wanted = (key.game_id, version, tried.entries, names, theme)
    if wanted not in site.tries and not site.allowances.turns.take(key.user_id):
        raise TooMany(TOO_MANY_PICTURES)
    seen = await site.tries.get(wanted, lambda: asyncio.to_thread(_see, tried, found.log, names, theme))
    more = {
        "version": version,
        "earlier": version < found.version,
        "line": [" ".join(entry) for entry in tried.entries],
        "premove": version == found.version and _is_premove(found, found.row.seat_of(key.user_id), tried),
    }
    answer = web.json_response({**seen.told, **more, "png": b64encode(seen.picture.png).decode()})
    answer.enable_compression()
    return answer


@routes.post("/api/try/keep")
async def keep_line(request: web.Request) -> web.Response:
    """Keep a line for this member."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, Try)
    found = await find_game(site, key)
    tried = await asyncio.to_thread(tried_lines.find_tried, found.log, body.version, body.line)
    if not tried.entries:
        raise Refusal(NOTHING)
    kept = await tried_lines.keep_line(site.context, key.game_id, key.user_id, body.version, tried.entries)
    return web.json_response({"lines": await tell_lines(found.log, kept)})


@routes.post("/api/try/delete")
async def delete_line(request: web.Request) -> web.Response:
    """Delete a line of this member."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, LineId)
    kept = await tried_lines.delete_line(site.context, key.game_id, key.user_id, body.id)
    return web.json_response({"lines": await tell_lines((await find_game(site, key)).log, kept)})


@routes.post("/api/premove")
async def set_premove(request: web.Request) -> web.Response:
    """Set a line as a premove."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, Premove)
    found = await find_game(site, key)
    seat = access.to_premove(found.row, found.state, key.user_id)
    tried = await asyncio.to_thread(tried_lines.find_tried, found.log, body.version, body.line)
    if not _is_premove(found, seat, tried):
        raise Refusal(NO_PREMOVE)
    line = [text for entry in tried.entries for text in entry]
    who = User(key.user_id, found.row.names[seat])
    where = (site.context, key.guild_id, key.game_id, who, line)
    await premoves.add_premove(*where, seen=body.version, interaction_id=body.once)
    return web.json_response({"told": "The premove is set: it is played if the others play so."})


@routes.post("/api/premove/delete")
async def delete_premove(request: web.Request) -> web.Response:
    """Delete the premoves after a line of the others' moves; without a line all of them."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, Premove)
    row = (await find_game(site, key)).row
    who = User(key.user_id, row.names[row.seat_of(key.user_id) or 0])
    where = (site.context, key.guild_id, key.game_id, who, body.line)
    await premoves.remove_premoves(*where, seen=body.version, interaction_id=body.once)
    return web.json_response({"told": "The premove is deleted."})


async def tell_trying(site: Site, page: OpenPage, found: GameView) -> dict[str, Any]:
    """Return what the page shows to one member beside the game: whether moves can be tried, lines kept, premoves set."""
    key = page.key
    kept = await tried_lines.list_lines(site.context, key.game_id, key.user_id) if page.keeps_lines else ()
    return {
        "tries": not found.state.is_over,
        "lines": await tell_lines(found.log, kept),
        "premoves": list_premoves(found, found.row.seat_of(key.user_id)),
    }


async def tell_lines(log: GameLog, kept: Sequence[KeptLine]) -> list[dict[str, Any]]:
    """Return the lines that somebody keeps, each as far as the game has not brought it."""
    told = list[dict[str, Any]]()
    for each in kept:
        at, rest = await _follow(log, each.version, each.line)
        shown = rest or each.line
        state = "played" if not rest else "ahead" if at == log.version else "earlier"
        words = ", ".join(" ".join(entry) for entry in shown)
        told.append({"id": each.id, "version": at, "line": [" ".join(entry) for entry in rest], "words": words, "state": state})
    return told


async def _follow(log: GameLog, version: int, line: Line) -> tuple[int, Line]:
    """Return what is left of a line, and the version from which it goes on: the newest, unless something else has happened."""
    if version >= log.version:
        return version, line

    def compare() -> tuple[int, Line]:
        happened = list_happened(log, version)
        rest = None if happened is None else leave_out(line, happened)
        return (version, line) if rest is None else (log.version, rest)

    return await asyncio.to_thread(compare)


def _check_going_on(found: GameView) -> None:
    if found.state.is_over:
        raise Refusal(OVER)


def _is_premove(found: GameView, seat: int | None, tried: Tried) -> bool:
    """Return whether a line is a premove of a seat: others move first, the seat last, and chance never."""
    row, state = found.row, found.state
    if seat is None or row.status != "running" or seat in state.dropped or state.seat == seat or not tried.steps:
        return False
    return tried.steps[-1].before.seat == seat and not any(step.before.is_chance for step in tried.steps)


def _see(tried: Tried, log: GameLog, names: tuple[str, ...], theme: str) -> DrawnPosition:
    """Draw the position after a line, and say what the line has brought and what may follow."""
    state = tried.state
    renderer = renderer_of(state.game, state.rules)
    view = View(names, theme, tried.last or log.steps(log.last_turn(), log.version))
    made = picture(state, view)
    targets = renderer.targets(state, view)
    told = {
        "ahead": tried.decisions,
        "says": _say_next(state, names),
        "chance": state.is_chance,
        "news": [words for turn in group_turns(tried.steps) if (words := tell_turn(log.row, turn))],
        "scores": tell_scores(state, names),
        "alt": made.alt,
        "targets": tell_targets(targets),
        **(tell_outcomes(list_outcomes(state)) if state.is_chance else tell_moves(state, targets)),
    }
    return DrawnPosition(told, made)


def _say_next(state: State, names: Sequence[str]) -> str:
    if state.is_chance:
        return "Chance comes next: choose what it brings."
    return turn_words(state, names)


def list_premoves(found: GameView, seat: int | None) -> list[dict[str, Any]]:
    """Return the premoves of a seat, each as what the others play and what the seat then plays."""
    if seat is None or found.row.status != "running" or found.state.seat == seat or seat in found.state.dropped:
        return []
    branches = premoves.list_branches_from_now(found.log, found.premoves)
    return list(_tell_branches(found, found.state, branches, seat, []))


def _tell_branches(
    found: GameView, state: State, branches: Branches, seat: int, before: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the premoves after some moves, those that follow from one below it."""
    names = found.row.names
    for theirs, mine in list_rounds(state, branches, seat):
        told, now = list[str](), state
        for text in theirs:
            told.append(f"{names[now.seat or 0]} plays {text}")
            now = now.play(now.parse(text))
        so_far = f"after {' '.join(before)}: " if before else ""
        yield {"words": f"If {so_far}{', '.join(told)}, you play {' '.join(mine)}.", "line": [*before, *theirs]}
        after = play_line(now, mine)
        if after.seat not in (None, seat):
            below = list_branches_after(branches, [*theirs, *mine])
            yield from _tell_branches(found, after, below, seat, [*before, *theirs, *mine])
