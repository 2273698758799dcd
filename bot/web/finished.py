"""A finished game on its page: its analysis, and the player's costliest mistake to practise."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from functools import partial
from typing import Any

from aiohttp import web

from bot.common.words import Text, with_names
from bot.games.log import GameLog
from bot.presentation.analysis import (
    KeyTurn,
    choose_lucky,
    describe_moment,
    draw_chart,
    entitle_mistakes,
    explain_better,
    explain_chart,
    number_turn,
    read_moves,
    sort_moments,
)
from bot.presentation.exercises.core import write_legend
from bot.presentation.exercises.moments import NOTHING
from bot.presentation.replay import Replay
from bot.usecases.computers import lookbacks
from bot.usecases.learning import mistakes
from bot.usecases.pages import keys
from bot.web.actions import find_player
from bot.web.games import find_replay, find_theme
from bot.web.guard import PressBody
from bot.web.position import find_places
from bot.web.site import Site
from bot.web.spans import to_spans
from players.lookback import LookBack, LuckyTurn
from render.view import YOU
from rules.words import count

HOW_IT_SEES = (
    "Estimated by a computer, as if all played as well as it does. Early estimates are rough, so the line may move even after "
    "a good move."
)

routes = web.RouteTableDef()


@routes.post("/api/analysis")
async def analyze(request: web.Request) -> web.Response:
    """Return a chart of the game and its costliest mistakes. If there is no analysis yet, schedule it."""
    site, key, user, _ = await find_player(request, PressBody)
    log, made = await lookbacks.ask(site.context, key.guild_id, key.game_id)
    if made is None:
        return _wait(site, log)
    site.pacing.pictures.spend(user.id)
    theme = await find_theme(site, key)
    replay = await find_replay(site, key)
    chart = await asyncio.to_thread(draw_chart, log, made, replay, theme)
    moments = await asyncio.to_thread(list_moments, log, made, replay, log.row.seat_of(user.id))
    title = "Key turns:" if made.costliest and choose_lucky(made, replay) else entitle_mistakes(made)
    shown = {
        "png": b64encode(chart.png).decode(),
        "alt": chart.alt,
        "about": " ".join(filter(None, [HOW_IT_SEES, explain_chart(made, replay, log.row.names), title])),
        "moments": moments,
    }
    return web.json_response({"told": "", "analysis": shown})


def list_moments(log: GameLog, made: LookBack, replay: Replay, reader: int | None) -> list[dict[str, Any]]:
    """Return the turns with the costliest mistakes and the luckiest turn, in the order of play.

    Each has its text, and the squares to mark on the board of a turn.
    """
    actions = log.actions()

    def describe(moment: KeyTurn) -> dict[str, Any]:
        number, better = number_turn(replay, made, moment), None if isinstance(moment, LuckyTurn) else moment

        marked, compared, legend, place = list[str](), list[str](), "", 0
        if better is not None:
            choice, place = read_moves(log, better), better.place
            common = list(map(str, choice.common))
            if common == [action.text for action in actions[place : place + len(common)]]:
                place += len(common)  # they were played first, so that the board has them
            marked = find_places(log.row, choice.state, choice.best)
            if marked:
                compared = find_places(log.row, choice.state, choice.played)
                marks = write_legend("better", "" if not compared else "yours" if better.seat == reader else "played")
                legend = f"The board is from before this move. {marks}"

        def write(names: Sequence[str], *, with_better: bool = False) -> str:
            known = [YOU if seat == reader else name for seat, name in enumerate(names)]
            told = describe_moment(log, made, replay, moment, known, with_better=with_better)
            if better is None:
                return f"Luck: {told}"
            if not with_better:
                return told
            why = explain_better(log, better, names) if better.seat == reader else ""
            return " ".join(filter(None, [told, why, legend]))

        is_within = bool(marked) and place not in (0, *replay.ends)
        return {  # the marks are for the board before the mistake: after the turn before it, or after a part of its own turn
            "turn": number - (bool(marked) and not is_within),
            "part": actions[place].seq - 1 if is_within else 0,
            "line": to_spans(with_names(write, log.row.names, "**")),
            "words": to_spans(with_names(partial(write, with_better=True), log.row.names, "**")),
            "marked": marked,
            "compared": compared,
        }

    return list(map(describe, sort_moments(made, [*made.costliest, *choose_lucky(made, replay)])))


@routes.post("/api/practice")
async def practice(request: web.Request) -> web.Response:
    """Return a link to the player's costliest mistake as an exercise. If there is no analysis yet, schedule it."""
    site, key, user, _ = await find_player(request, PressBody)
    moment = await mistakes.find(site.context, key.guild_id, key.game_id, user.id)
    if not moment.is_known:
        log, _ = await lookbacks.ask(site.context, key.guild_id, key.game_id)
        return _wait(site, log)
    if moment.mistake is None:
        return _send(NOTHING)
    purpose = f"retry {key.game_id}"
    link = await keys.make_link(site.context, key.guild_id, moment.log.row.channel_id, user.id, purpose)
    return web.json_response({"told": "", "opens": link})


def _wait(site: Site, log: GameLog) -> web.Response:
    """Start the scheduled analysis. Return how long it takes."""
    site.changed()
    return _send(f"Analysing: about {count(lookbacks.takes(log), 'second')} …", waits=True)


def _send(words: str, *, waits: bool = False) -> web.Response:
    """Return an answer. ``waits``: the page asks again until the result is there."""
    return web.json_response({"told": to_spans(Text(words)), "waits": waits})
