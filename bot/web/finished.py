"""A finished game on its page: its analysis, and the player's worst mistake to practise."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from collections.abc import Sequence
from functools import partial
from typing import Any

from aiohttp import web

from bot.common.words import Text, with_names
from bot.games.log import GameLog
from bot.presentation.analysis import (
    choose_lucky,
    describe_moment,
    draw_chart,
    explain_better,
    explain_chart,
    find_first_shown,
    number_turn,
    sort_moments,
)
from bot.presentation.exercises.core import write_legend
from bot.presentation.press_limit import TOO_MANY_PICTURES
from bot.presentation.replay import Replay
from bot.usecases.computers import lookbacks
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.pages import keys
from bot.usecases.refusal import TooMany
from bot.web.actions import Act, find_player
from bot.web.games import find_game, find_replay
from bot.web.position import find_places
from bot.web.site import Site
from bot.web.spans import to_spans
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import FindMistake
from players.lookback import DecidingTurn, LookBack
from render.view import YOU
from rules.words import count

logger = logging.getLogger(__name__)

HOW_IT_SEES = "A computer’s estimates, which change even without mistakes. A mistake’s cost is the difference to the best move."

routes = web.RouteTableDef()


@routes.post("/api/analysis")
async def analyze(request: web.Request) -> web.Response:
    """Return a chart of the game and its most decisive turns. If there is no analysis yet, schedule it."""
    site, key, user, _ = await find_player(request, Act)
    log, made = await lookbacks.ask(site.context, key.guild_id, key.game_id)
    if made is None:
        site.changed()
        wait = count(lookbacks.takes(log), "second")
        return _send(f"Analysing: about {wait} …", waits=True)
    if not site.limits.pictures.take(user.id):
        raise TooMany(TOO_MANY_PICTURES)
    theme = (await find_game(site, key)).theme or site.theme
    replay = await find_replay(site, key)
    chart = await asyncio.to_thread(draw_chart, log, made, replay, theme)
    moments = await asyncio.to_thread(list_moments, log, made, replay, log.row.seat_of(user.id))
    shown = {
        "png": b64encode(chart.png).decode(),
        "alt": chart.alt,
        "about": f"{HOW_IT_SEES} {explain_chart(made, replay)}".rstrip(),
        "moments": moments,
    }
    return web.json_response({"told": "", "analysis": shown})


def list_moments(log: GameLog, made: LookBack, replay: Replay, reader: int | None) -> list[dict[str, Any]]:
    """Return the most decisive and the luckiest turns in the order of play.

    Each has its text, and the squares to mark on the board of a turn.
    """
    lucky = choose_lucky(made)

    def describe(deciding: DecidingTurn) -> dict[str, Any]:
        number = number_turn(replay, made, deciding)

        marked, compared, legend = list[str](), list[str](), ""
        if (better := deciding.better) is not None:
            state = log.record().states()[better.place]
            best, played = better.read(state)
            marked = find_places(log.row, state, best)
            if marked:
                compared = [place for place in find_places(log.row, state, played) if place not in marked]
                legend = write_legend("better", "" if not compared else "yours" if better.seat == reader else "played")

        def tell(names: Sequence[str], *, with_better: bool = False) -> str:
            known = [YOU if seat == reader else name for seat, name in enumerate(names)]
            told = ("Luck: " if deciding in lucky else "") + describe_moment(
                log, made, deciding, known, number, with_better=with_better
            )
            if not with_better or better is None:
                return told
            why = explain_better(log, better, names) if better.seat == reader else ""
            return " ".join(filter(None, [told, why, legend]))

        place = find_first_shown(log, made, deciding)
        is_within = bool(marked) and place not in (0, *replay.ends)
        return {  # the marks are for the board before the mistake: after the turn before it, or after a part of its own turn
            "turn": number - (bool(marked) and not is_within),
            "part": log.actions()[place].seq - 1 if is_within else 0,
            "line": to_spans(with_names(tell, log.row.names, "**")),
            "words": to_spans(with_names(partial(tell, with_better=True), log.row.names, "**")),
            "marked": marked,
            "compared": compared,
        }

    return list(map(describe, sort_moments([*made.deciding, *lucky])))


@routes.post("/api/practice")
async def practice(request: web.Request) -> web.Response:
    """Return a link to the player's worst mistake as an exercise. If it is not known yet, start the search."""
    site, key, user, _ = await find_player(request, Act)
    moment = await mistakes.find(site.context, key.guild_id, key.game_id, user.id)
    if not moment.is_known:
        if (name := _name_search(moment)) in site.failed:
            site.failed.remove(name)
            return _send("I could not finish the search for your mistake. Press **Practice mistakes** to start it again.")
        _look_for(site, moment, user.id)
        wait = count(mistakes.takes(moment.log, moment.seat), "second")
        return _send(f"Finding a mistake: about {wait} …", waits=True)
    if moment.mistake is None:
        return _send("No move of yours cost you much.")
    purpose = f"retry {key.game_id}"
    link = await keys.make_link(site.context, key.guild_id, moment.log.row.channel_id, user.id, purpose)
    return web.json_response({"told": "", "opens": link})


def _name_search(moment: Moment) -> str:
    return f"mistake {moment.log.row.id} {moment.seat}"


def _look_for(site: Site, moment: Moment, user_id: int) -> None:
    """Let a worker search for the mistake, once for each player. After a restart, the button starts it again."""
    game_id, seat, name = moment.log.row.id, moment.seat, _name_search(moment)
    if name in {task.get_name() for task in site.looking}:
        return

    async def find() -> None:
        try:
            found = await site.workers.run(
                FindMistake(moment.log.record_json(), seat, mistakes.choose_means(moment.log, seat)), user_id
            )
            await mistakes.keep(site.context, game_id, seat, found)
        except WorkerProblem as error:
            logger.info("a mistake was not found: %r", error, extra={"game": game_id})
            site.failed.add(name)

    task = asyncio.create_task(find(), name=name)
    site.looking.add(task)
    task.add_done_callback(site.looking.discard)


def _send(words: str, *, waits: bool = False) -> web.Response:
    """Return an answer. ``waits``: the page asks again until the result is there."""
    return web.json_response({"told": to_spans(Text(words)), "waits": waits})
