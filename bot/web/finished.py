"""A finished game on its page: its analysis, and the player's worst mistake to practice."""

from __future__ import annotations

import asyncio
import logging
from itertools import accumulate

from aiohttp import web

from bot.common.words import Text, join
from bot.games.log import GameLog
from bot.presentation.exercises.core import say_moves
from bot.presentation.replay import Replay, count_actions
from bot.presentation.standing import tell_worth
from bot.usecases.computers import lookbacks
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.pages import keys
from bot.web.actions import Act, find_player
from bot.web.games import find_replay
from bot.web.site import Site
from bot.web.spans import to_spans
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import FindMistake
from players.lookback import LookBack
from rules.words import count

logger = logging.getLogger(__name__)

AGAIN = "Then press **{button}** again."

routes = web.RouteTableDef()


@routes.post("/api/analysis")
async def analyze(request: web.Request) -> web.Response:
    """Return the most decisive turn, and the better move. If the analysis does not exist yet, schedule it."""
    site, key, _, _ = await find_player(request, Act)
    log, made = await lookbacks.ask(site.context, key.guild_id, key.game_id)
    if made is None:
        site.changed()
        return _tell(f"I am analysing this game. It takes about {count(lookbacks.takes(log), 'second')}. {AGAIN}", "Analysis")
    turn, told = tell_deciding(log, made, await find_replay(site, key))
    return web.json_response({"told": to_spans(told), "turn": turn})


def tell_deciding(log: GameLog, made: LookBack, replay: Replay) -> tuple[int | None, Text]:
    """Return the number of the most decisive turn, as counted by the page, and a sentence about it; ``None`` for no turn."""
    if not made.deciding:
        return None, Text("No turn decided much. The chart below the board shows who was ahead after each turn.")
    most = made.deciding[0]
    ends = accumulate(map(count_actions, replay.scenes))
    turn = next(number for number, end in enumerate(ends, 1) if end >= made.turns[most.turn].end)
    told = [Text("Turn {turn} mattered most.", turn=turn)]
    if (better := most.better) is not None:
        start = log.record().states()[better.place]
        move, worth = say_moves(start, [start.parse(better.move)]), tell_worth(better.gain, in_points=made.in_points)
        told.append(Text("Better was **{move}**, by {worth}.", move=move, worth=worth))
    return turn, join(told)


@routes.post("/api/practice")
async def practice(request: web.Request) -> web.Response:
    """Return a link to the player's worst mistake as an exercise. If it is not known yet, start the search."""
    site, key, user, _ = await find_player(request, Act)
    moment = await mistakes.find(site.context, key.guild_id, key.game_id, user.id)
    if not moment.is_known:
        _look_for(site, moment, user.id)
        wait = count(mistakes.takes(moment.log, moment.seat), "second")
        return _tell(f"I am looking for the move that cost you most. It takes about {wait}. {AGAIN}", "Practice mistakes")
    if moment.mistake is None:
        return _tell("No decision of yours lost much in this game. Well played!")
    purpose = f"retry {key.game_id}"
    link = await keys.make_link(site.context, key.guild_id, moment.log.row.channel_id, user.id, purpose)
    return web.json_response({"told": "", "opens": link})


def _look_for(site: Site, moment: Moment, user_id: int) -> None:
    """Let a worker search for the mistake, once for each player. After a restart, the button starts it again."""
    game_id, seat = moment.log.row.id, moment.seat
    name = f"mistake {game_id} {seat}"
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

    task = asyncio.create_task(find(), name=name)
    site.looking.add(task)
    task.add_done_callback(site.looking.discard)


def _tell(words: str, button: str = "") -> web.Response:
    return web.json_response({"told": to_spans(Text(words, button=button))})
