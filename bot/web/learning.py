"""Exercises on the page: lessons, puzzles and mistakes to practise, judged as in Discord."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from aiohttp import web
from pydantic import Field

from bot.common.words import Text, explain_illegal, join
from bot.presentation.actions import Offered
from bot.presentation.exercises.core import Exercise, ExerciseAction, Line, Solver
from bot.presentation.exercises.lessons import find_lesson
from bot.presentation.exercises.moments import MomentExercise, find_moment
from bot.presentation.exercises.puzzles import PuzzleExercise, find_puzzle
from bot.storage.queries.pages.keys import PageKey
from bot.usecases.pages import keys
from bot.usecases.refusal import Refusal
from bot.web.games import find_theme
from bot.web.guard import PressBody, pressing, read_key, read_press, token_of
from bot.web.pictures import send_picture
from bot.web.position import describe_moves, describe_offered, describe_targets, list_scores
from bot.web.rules import Wanted, draw_example, explain_refused_parts, send_rules
from bot.web.site import SITE, Site, send_json
from bot.web.spans import to_spans
from render import picture, renderer_of
from render.view import View
from rules import State

MOVED_ON = "This was already answered; here is the current position."


class Answer(PressBody):
    """An answer: all moves of a turn."""

    text: str = Field(min_length=1, max_length=4000)
    version: int = Field(ge=0, lt=2**32)


class Act(PressBody):
    """A press of a button next to the board."""

    what: ExerciseAction
    version: int = Field(ge=0, lt=2**32)


routes = web.RouteTableDef()


@routes.get("/api/learning/game")
async def show_position(request: web.Request) -> web.Response:
    """Return the position, with the question."""
    site, page = request.app[SITE], await pressing(request, of_game=False)
    _, exercise = await _find(site, page)
    return send_json(await asyncio.to_thread(_describe, exercise, await find_theme(site, page)))


@routes.get("/api/learning/picture")
async def show_picture(request: web.Request) -> web.Response:
    """Return the picture of the position. ``X-Version`` is the number of the state that it shows."""
    site = request.app[SITE]
    page = await read_key(request, of_game=False)
    (_, exercise), theme = await _find(site, page), await find_theme(site, page)
    version = hash_state(exercise)
    wanted = ("exercise", page.purpose, page.guild_id, page.user_id, version, theme)
    made = await site.pictures.get(wanted, lambda: asyncio.to_thread(lambda: picture(*_compose_view(exercise, theme))))
    return send_picture(made, version)


@routes.post("/api/learning/play")
async def try_answer(request: web.Request) -> web.Response:
    """Judge an answer."""
    site, page, body = await read_press(request, Answer, of_game=False)
    solver, exercise = await _find(site, page)
    if hash_state(exercise) != body.version or not exercise.is_open:
        raise Refusal(MOVED_ON)
    try:
        turn = await exercise.answer(solver, body.text)
    except ValueError as error:
        raise Refusal(explain_illegal(error)) from None
    return _send(turn.said, turn.rating)


@routes.post("/api/learning/act")
async def act(request: web.Request) -> web.Response:
    """Carry out a press of a button next to the board."""
    site, page, body = await read_press(request, Act, of_game=False)
    solver, exercise = await _find(site, page)
    if hash_state(exercise) != body.version or body.what not in exercise.buttons:
        raise Refusal(MOVED_ON)
    turn = await exercise.act(solver, body.what)
    if body.what == "next" and (purpose := _name_page(turn.exercise)):
        await keys.change_purpose(site.context, token_of(request), purpose)
    return _send(turn.said, turn.rating)


@routes.post("/api/learning/leave")
async def leave(request: web.Request) -> web.Response:
    """Return a link to the game whose mistakes are practised."""
    site, page, _ = await read_press(request, PressBody, of_game=False)
    _, exercise = await _find(site, page)
    if not isinstance(exercise, MomentExercise):
        raise Refusal(MOVED_ON)
    link = await keys.make_link(site.context, page.guild_id, exercise.at.log.row.id, page.user_id)
    return web.json_response({"told": "", "opens": link})


@routes.post("/api/learning/why")
async def explain_refusal(request: web.Request) -> web.Response:
    """Return the rules' reason why parts cannot be added to the chosen ones; empty if they have none."""
    site, page, body = await read_press(request, Wanted, of_game=False)
    _, exercise = await _find(site, page)
    is_same = hash_state(exercise) == body.version and exercise.is_open
    return web.json_response({"says": explain_refused_parts(_compose_view(exercise, "")[0], body) if is_same else ""})


@routes.get("/api/learning/rules")
async def show_rules(request: web.Request) -> web.Response:
    """Return the rules of the exercise's game."""
    site, page = request.app[SITE], await pressing(request, of_game=False)
    _, exercise = await _find(site, page)
    return await send_rules(site, exercise.start.game, await find_theme(site, page), page.user_id)


@routes.get("/api/learning/rules/picture")
async def show_rules_picture(request: web.Request) -> web.Response:
    """Return the picture of the rules."""
    site = request.app[SITE]
    page = await read_key(request, of_game=False)
    _, exercise = await _find(site, page)
    return send_picture(await draw_example(site, exercise.start.game, await find_theme(site, page), page.user_id), 0)


_FIND: Mapping[str, Callable[[Solver, str], Awaitable[Exercise]]] = {
    "lesson": find_lesson,
    "puzzle": find_puzzle,
    "retry": lambda solver, name: find_moment(solver, *map(int, name.split("-"))),  # a game, and an index in its record
}


async def _find(site: Site, page: PageKey) -> tuple[Solver, Exercise]:
    """Return the member as a solver, and the exercise of the page."""
    public = site.context.list_public_channels(page.guild_id)

    def sees(channel_id: int) -> bool:  # the page's channel, and the channels that are visible to everybody
        return channel_id == page.place_id or channel_id in public

    solver = Solver(site.context, site.workers, page.guild_id, page.user_id, sees)
    kind, _, name = page.purpose.partition(" ")
    return solver, await _FIND[kind](solver, name)


def _name_page(exercise: Exercise) -> str:
    """Return the purpose in the key of an exercise's page; empty for a lesson, whose page continues with its next step."""
    if isinstance(exercise, PuzzleExercise):
        return f"puzzle {exercise.puzzle.id}"
    return f"retry {exercise.at.log.row.id}-{exercise.mistake.place}" if isinstance(exercise, MomentExercise) else ""


def hash_state(exercise: Exercise) -> int:
    """Return a number that differs between the states of an exercise."""
    return zlib.crc32(repr((exercise.title, exercise.place, exercise.is_open, *exercise.about)).encode())


def _compose_view(exercise: Exercise, theme: str) -> tuple[State, View]:
    played = tuple(exercise.played)
    return played[-1].after if played else exercise.start, View(exercise.names, theme, played, exercise.marks)


def _describe(exercise: Exercise, theme: str) -> dict[str, Any]:
    """Return the data that the page shows, in the same form as for a game."""
    state, view = _compose_view(exercise, theme)
    renderer, version = renderer_of(state.game, state.rules), hash_state(exercise)
    targets = renderer.targets(state, view)
    offers = [Offered("act", label, {"what": action, "version": version}) for action, label in exercise.buttons.items()]
    if isinstance(exercise, MomentExercise):
        offers.append(Offered("leave", "Back to the game", {}))
    return {
        "heading": f"{exercise.title} · {exercise.place}",
        "learning": True,
        "how": [],
        "version": version,
        "picture": f"{version}.{theme}",
        "stand": str(version),
        "theme": theme,
        "names": list(exercise.names),
        "seat": exercise.start.seat,
        "turn": state.seat,
        "running": exercise.is_open,
        "yours": exercise.is_open,
        "says": to_spans(exercise.task if exercise.is_open else exercise.outcome),
        "news": [to_spans(_without_emoji(line)) for line in exercise.lines if line.text],
        "asked": [],
        "offers": list(map(describe_offered, offers)),
        "scores": list_scores(state, exercise.names),
        "alt": renderer.alt(state, view),
        "clock": None,
        "targets": describe_targets(targets),
        **(describe_moves(state, targets) if exercise.is_open else {}),
        "turns": 0,
        "shares": None,
        "note": "",
        "tries": False,
        "lines": [],
        "premoves": [],
    }


def _without_emoji(line: Line) -> Text:
    """Return a line without the emoji that Discord shows, which screen readers would read out."""
    return join([Text("No." if line.mark == "why_not" else ""), line.text])


def _send(said: Sequence[Line], rating: str) -> web.Response:
    told = join([*map(_without_emoji, said), Text(f"{rating}." if rating else "")])
    return web.json_response({"told": to_spans(told)})
