"""The bot is killed at every crash point of a move that the page of the game sends.

The page sends it again, by the same number, until it is answered, and the move counts once.
"""

from __future__ import annotations

import asyncio
import signal
from typing import NamedTuple

import aiohttp
import pytest

from bot.process.preview import find_free_port
from bot.web.actions import REPEATED
from tests.crash.matches import Match, all_posted, started
from tests.crash.pages import Pages
from tests.crash.processes import MOVE_POINTS, Bots
from tests.crash.test_crash_sweep import MOVES, a_request_failing
from tests.sampling import Sample
from tests.wire.server import Person

OF_DISCORD = {"answer.deferring", "answer.deferred", "answer.after"}
"""Points that a page never gets to: Discord alone is told that an answer takes longer, or has an answer confirmed."""
POINTS = [name for name in MOVE_POINTS if name not in OF_DISCORD]


class Played(NamedTuple):
    """A game with the tokens of its players."""

    match: Match
    tokens: dict[int, str]


async def begin(pages: Pages, bots: Bots, ada: Person, björn: Person) -> Played:
    """A new game, whose page both players have open."""
    match = await started(ada, björn)
    await all_posted(bots.database_url)  # what is left of its table would get to a point before the move
    return Played(match, {person.id: await pages.enter(person, match.id) for person in (ada, björn)})


def may_be_told(point: str) -> set[str]:
    """What a page may be told of a move whose process was killed at a point: posts come after the answer, or before it."""
    if point.startswith("post."):
        return {"", REPEATED}
    return {REPEATED} if point in ("move.committed", "answer.before") else {""}


async def test_killed_at_every_point_of_a_move_of_the_page(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample
) -> None:
    async with aiohttp.ClientSession() as session:
        pages = Pages(session, find_free_port(0))
        sound: Played | None = None
        for point in sample(POINTS, 1):
            with subtests.test(point=point):
                game, sound = sound, None
                if game is None:
                    await bots.start_anew(**pages.settings)
                if game is None or len(game.match.moves) >= MOVES:
                    game = await begin(pages, bots, ada, björn)
                match = game.match
                choice = match.choice()
                bots.now.arm(point)
                async with asyncio.TaskGroup() as tasks:
                    with a_request_failing(bots.server, point):
                        deed = tasks.create_task(pages.play(game.tokens[match.mover.id], choice.move, len(match.moves)))
                        assert await bots.now.ended() == -signal.SIGKILL
                    bots.server.world.clock.advance(600)
                    await bots.start(**pages.settings)
                told = deed.result()["told"]
                assert told in may_be_told(point)
                match.moves.append(choice.move)
                await match.posted()
                await match.check(bots.database_url)
                sound = game
