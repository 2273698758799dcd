"""Puzzles, lessons and moments to try again on the page: the position of their panel, by the same use cases."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from aiohttp import web
from pydantic import Field

from bot.games.lessons import games_with_lessons
from bot.storage.queries.pages.keys import LearningPage
from bot.ui.learning import retry
from bot.ui.learning.begin import EASIEST
from bot.ui.learning.lesson_message import tell_answer
from bot.ui.learning.position import name_seats
from bot.ui.learning.puzzle_message import OPPONENT, ask, tell_end, tell_verdict
from bot.usecases.learning import lessons, mistakes, puzzles
from bot.usecases.learning.lessons import Place
from bot.usecases.learning.mistakes import Moment
from bot.usecases.learning.puzzles import Sitting
from bot.usecases.learning.server_puzzles import Sees
from bot.usecases.notifications import member_settings
from bot.usecases.pages import keys
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.web.guard import Body, Once, count_press, read_body
from bot.web.offers import Offer, tell_offer
from bot.web.pictures import send_picture
from bot.web.plain_text import plain_text
from bot.web.position import tell_moves, tell_scores, tell_targets
from bot.web.rules import draw_example, tell_rules
from bot.web.site import SITE, Site, token_of
from players.lookback import BetterMove
from render import picture, renderer_of
from render.view import View
from rules import GAMES, IllegalMove, State
from rules.steps import Step

MOVED_ON = "This was answered already; this is how it stands now."
NOTHING = "There is nothing left to try again. Press “Try again” below the last board."
ENDS: Mapping[str, str] = {
    "right": "You have solved it.",
    "good": "You have found a good answer.",
    "shown": "This is the answer.",
}
"""What is said of a puzzle that is done, by its result."""

_MARK = re.compile("^[✅☑️❌🎯💡]+ ")

Deed = Literal["next", "skip", "again", "tell"]


class Answer(Body):
    """An answer: all moves of a turn."""

    text: str = Field(min_length=1, max_length=4000)
    version: int = Field(ge=0, lt=2**32)
    once: Once


class Act(Body):
    """A button beside the board."""

    what: Deed
    version: int = Field(ge=0, lt=2**32)
    once: Once


class Shown(NamedTuple):
    """What the page shows."""

    heading: str
    says: str
    news: Sequence[str]
    start: State
    names: tuple[str, ...]
    played: Sequence[Step]
    """What the answer has led to; nothing while it is asked for."""
    is_open: bool
    buttons: Sequence[tuple[str, Deed]]
    about: Sequence[Any]
    """What differs between positions, and between the tries at one."""

    @property
    def version(self) -> int:
        """A number for all that."""
        return zlib.crc32(repr((self.heading, self.is_open, *self.about)).encode())


class Sort(NamedTuple):
    """How a kind of page is read, and what is done there. Each deed returns what is said to it."""

    find: Callable[[Site, LearningPage], Awaitable[Shown]]
    answer: Callable[[Site, LearningPage, str], Awaitable[str]]
    act: Callable[[Site, LearningPage, Deed, str], Awaitable[str]]


routes = web.RouteTableDef()


@routes.get("/api/learning/game")
async def show_position(request: web.Request) -> web.Response:
    """Return the position, with what is asked."""
    site, page = await _read_press(request)
    shown = await _choose_sort(page).find(site, page)
    answer = web.json_response(await asyncio.to_thread(_describe, shown, await _find_theme(site, page)))
    answer.enable_compression()
    return answer


@routes.get("/api/learning/picture")
async def show_picture(request: web.Request) -> web.Response:
    """Return the picture of the position. ``X-Version`` is the number of what it shows."""
    site = request.app[SITE]
    page = await site.read_learning_key(request)
    shown, theme = await _choose_sort(page).find(site, page), await _find_theme(site, page)
    wanted = (page.purpose, page.guild_id, page.user_id, shown.version, theme)
    made = await site.pictures.get(wanted, lambda: asyncio.to_thread(picture, _find_state(shown), _make_view(shown, theme)))
    return send_picture(made, shown.version)


@routes.post("/api/learning/play")
async def try_answer(request: web.Request) -> web.Response:
    """Judge an answer."""
    site, page = await _read_press(request)
    body = await read_body(request, Answer)
    shown = await _choose_sort(page).find(site, page)
    if shown.version != body.version or not shown.is_open:
        raise Refusal(MOVED_ON)
    try:
        told = await _choose_sort(page).answer(site, page, body.text)
    except IllegalMove as refusal:
        raise Refusal(f"{refusal} (rule {refusal.rule})") from None
    except ValueError as error:
        raise Refusal(str(error)) from None
    return web.json_response({"told": _say(told)})


@routes.post("/api/learning/act")
async def act(request: web.Request) -> web.Response:
    """Do what a button beside the board does."""
    site, page = await _read_press(request)
    body = await read_body(request, Act)
    shown = await _choose_sort(page).find(site, page)
    if shown.version != body.version or body.what not in [deed for _, deed in shown.buttons]:
        raise Refusal(MOVED_ON)
    told = await _choose_sort(page).act(site, page, body.what, token_of(request))
    return web.json_response({"told": _say(told)})


@routes.get("/api/learning/rules")
async def show_rules(request: web.Request) -> web.Response:
    """Return the rules of the game that the position is of."""
    site, page = await _read_press(request)
    shown = await _choose_sort(page).find(site, page)
    return await tell_rules(site, shown.start.game, await _find_theme(site, page), page.user_id)


@routes.get("/api/learning/rules/picture")
async def show_rules_picture(request: web.Request) -> web.Response:
    """Return the picture of the rules."""
    site = request.app[SITE]
    page = await site.read_learning_key(request)
    shown = await _choose_sort(page).find(site, page)
    return send_picture(await draw_example(site, shown.start.game, await _find_theme(site, page), page.user_id), 0)


async def _read_press(request: web.Request) -> tuple[Site, LearningPage]:
    site = request.app[SITE]
    page = await site.read_learning_key(request)
    count_press(site, page.user_id)
    return site, page


async def _find_theme(site: Site, page: LearningPage) -> str:
    own = (await member_settings.get(site.context, page.guild_id, page.user_id)).theme
    return own or (await guild_settings.get(site.context, page.guild_id)).theme or site.theme


def _find_state(shown: Shown) -> State:
    return shown.played[-1].after if shown.played else shown.start


def _make_view(shown: Shown, theme: str) -> View:
    return View(shown.names, theme, tuple(shown.played))


def _describe(shown: Shown, theme: str) -> dict[str, Any]:
    """Return what the page shows, in the form in which it is told of a game."""
    state, view = _find_state(shown), _make_view(shown, theme)
    renderer = renderer_of(state.game, state.rules)
    targets = renderer.targets(state, view)
    offers = [Offer(label, "act", {"what": deed, "version": shown.version}) for label, deed in shown.buttons]
    return {
        "heading": plain_text(shown.heading),
        "learning": True,
        "version": shown.version,
        "picture": f"{shown.version}.{theme}",
        "stand": str(shown.version),
        "theme": theme,
        "names": list(shown.names),
        "seat": shown.start.seat,
        "turn": state.seat,
        "running": shown.is_open,
        "yours": shown.is_open,
        "says": _say(shown.says),
        "news": [_say(each) for each in shown.news if each],
        "asked": [],
        "offers": list(map(tell_offer, offers)),
        "scores": tell_scores(state, shown.names),
        "alt": renderer.alt(state, view),
        "clock": None,
        "targets": tell_targets(targets),
        **(tell_moves(state, targets) if shown.is_open else {}),
        "turns": 0,
        "shares": None,
        "note": "",
        "tries": False,
        "lines": [],
        "premoves": [],
    }


def _say(text: str) -> str:
    """Return a sentence of a message as the page has it: without the mark before it, which screen readers would name."""
    return plain_text(_MARK.sub("", text))


# ---------------------------------------------------------------------- lessons


async def _find_place(site: Site, page: LearningPage) -> Place:
    return await lessons.find(site.context, page.guild_id, page.user_id, games_with_lessons()[_read_name(page)])


async def _show_lesson(site: Site, page: LearningPage) -> Shown:
    place = await _find_place(site, page)
    step, lesson, start = place.step, place.lesson, place.start
    heading = f"Learn {GAMES[lesson.game].title} · step {place.number + 1} of {len(lesson.steps)}"
    if place.is_done:
        says, news = f"Right. {step.right}", ["That was the lesson."] if place.is_last else []
        buttons: list[tuple[str, Deed]] = [("Once more", "again") if place.is_last else ("Next", "next")]
    else:
        says, news, buttons = step.task, [tell_answer(place, start)], [("Skip this step", "skip")]
    played, about = place.steps_played(), (step.name, place.misses)
    return Shown(heading, says, news, start, name_seats(start, EASIEST), played, not place.is_done, buttons, about)


async def _answer_lesson(site: Site, page: LearningPage, text: str) -> str:
    place = await _find_place(site, page)
    result = place.try_text(text)
    await lessons.keep(site.context, page.guild_id, page.user_id, place.tried(result))
    return "" if result.right else f"Not so. {result.said}"


async def _act_in_lesson(site: Site, page: LearningPage, deed: Deed, _: str) -> str:
    place = await _find_place(site, page)
    after = Place(place.lesson, 0) if deed == "again" else place.skip() if deed == "skip" else place.follow()
    await lessons.keep(site.context, page.guild_id, page.user_id, after)
    return ""


# ---------------------------------------------------------------------- puzzles


async def _find_sitting(site: Site, page: LearningPage) -> Sitting:
    return await puzzles.find(site.context, page.guild_id, page.user_id, _read_name(page), _look_up_channels(site, page))


def _look_up_channels(site: Site, page: LearningPage) -> Sees:
    """Return what says whether the member surely sees a channel: that of the page, and those that everybody sees."""
    public = site.context.list_public_channels(page.guild_id)
    return lambda channel_id: channel_id == page.channel_id or channel_id in public


async def _show_puzzle(site: Site, page: LearningPage) -> Shown:
    sitting = await _find_sitting(site, page)
    puzzle, start = sitting.puzzle, sitting.puzzle.start
    heading = f"Puzzle · {GAMES[puzzle.game].title}{' · from a game of this server' if puzzle.from_server else ''}"
    played, names, about = puzzle.play(sitting.moves) if sitting.is_done else [], name_seats(start, OPPONENT), [puzzle.id]
    if sitting.is_done:
        says = ENDS[sitting.row.result or "shown"]
        return Shown(heading, says, tell_end(sitting), start, names, played, False, [("Next puzzle", "next")], about)
    says, about = f"It is your move. {ask(puzzle, 'you')}", [*about, str(sitting.row.misses)]
    return Shown(heading, says, [], start, names, played, True, [("Show the answer", "tell")], about)


async def _answer_puzzle(site: Site, page: LearningPage, text: str) -> str:
    puzzle = (await _find_sitting(site, page)).puzzle
    verdict = puzzle.judge(text)
    after = await puzzles.answer(site.context, page.guild_id, page.user_id, puzzle, verdict)
    return " ".join([tell_verdict(verdict, puzzle), *_tell_rating(after)])


async def _act_in_puzzle(site: Site, page: LearningPage, deed: Deed, token: str) -> str:
    puzzle = (await _find_sitting(site, page)).puzzle
    if deed == "next":
        after = await puzzles.set_next(site.context, page.guild_id, page.user_id, puzzle.game, _look_up_channels(site, page))
        await keys.turn_learning_page(site.context, token, page, f"puzzle {after.puzzle.id}")
        return ""
    return " ".join(_tell_rating(await puzzles.answer(site.context, page.guild_id, page.user_id, puzzle, None)))


def _tell_rating(sitting: Sitting) -> list[str]:
    """Return the member's puzzle rating where a press has changed it."""
    return [] if sitting.points is None else [f"Your puzzle rating: {sitting.points}."]


# ---------------------------------------------------------------------- trying again


async def _find_moment(site: Site, page: LearningPage) -> tuple[Moment, BetterMove]:
    moment = await mistakes.find(site.context, page.guild_id, int(_read_name(page)), page.user_id)
    if moment.mistake is None:
        raise Refusal(NOTHING)
    return moment, moment.mistake


async def _show_moment(site: Site, page: LearningPage) -> Shown:
    moment, mistake = await _find_moment(site, page)
    row, state = moment.log.row, retry.find_state(moment, mistake)
    heading = f"Try again · {GAMES[row.kind].title} #{row.id}"
    says = retry.tell_task(moment, mistake)
    return Shown(heading, says, [], state, row.names, [], True, [("Show me", "tell")], [mistake.place])


async def _answer_moment(site: Site, page: LearningPage, text: str) -> str:
    return (await retry.weigh(site.workers, *await _find_moment(site, page), text, page.user_id))[1]


async def _act_in_moment(site: Site, page: LearningPage, _: Deed, __: str) -> str:
    return retry.tell_better(*await _find_moment(site, page))


_SORTS: Mapping[str, Sort] = {
    "lesson": Sort(_show_lesson, _answer_lesson, _act_in_lesson),
    "puzzle": Sort(_show_puzzle, _answer_puzzle, _act_in_puzzle),
    "retry": Sort(_show_moment, _answer_moment, _act_in_moment),
}


def _choose_sort(page: LearningPage) -> Sort:
    return _SORTS[page.purpose.partition(" ")[0]]


def _read_name(page: LearningPage) -> str:
    return page.purpose.partition(" ")[2]
