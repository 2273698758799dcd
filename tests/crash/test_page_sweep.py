"""The bot is killed at every crash point of a move that the page of the game sends. The page sends it again, by the same
number, until it is answered, and the move counts once.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
from typing import Any, NamedTuple

import aiohttp
import pytest

from bot.common import crash_points
from bot.process.preview import find_free_port
from bot.web.deeds import REPEATED
from tests.crash.matches import Match, started
from tests.crash.processes import Bots
from tests.crash.test_crash_sweep import MOVES, a_request_failing
from tests.wire.server import Person
from tests.wire.server.people import answered
from tests.wire.server.world import walk

OF_DISCORD = {"answer.deferring", "answer.deferred", "answer.after"}
"""Points that a page never gets to: Discord alone is told that an answer takes longer, or has an answer confirmed."""
POINTS = [name for name in crash_points.NAMES if name not in OF_DISCORD]
SECRET = "a secret of the tests, long enough to sign with"
PAUSE = 0.05
"""Seconds after which a page that was not answered asks again."""


class Pages:
    """The pages at an address that stays when the bot is started again."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.address = f"http://127.0.0.1:{port}"
        self.settings: dict[str, Any] = {
            "public_url": self.address,
            "web_secret": "long enough to sign links in this test",
            "web_port": port,
        }
        self._numbers = itertools.count(1)

    async def enter(self, person: Person, game: int) -> str:
        """Have a player open the board. Return the token."""
        board = await answered(person.slash("board", game=game))
        link = await answered(person.press(board.messages[-1], "Open the board"))
        (address,) = [part["url"] for part in walk(link.messages[-1].components) if "url" in part]
        answer = await self.send("key", {"ticket": address.partition("#")[2]}, "")
        return str(answer["token"])

    async def send(self, what: str, body: dict[str, Any], token: str) -> dict[str, Any]:
        """Send something as the page does, again and again while the bot is away. Return the answer."""
        headers = {"Authorization": f"Bearer {token}", "Origin": self.address}
        while True:
            try:
                async with self.session.post(f"{self.address}/api/{what}", json=body, headers=headers) as answer:
                    told: dict[str, Any] = await answer.json()
                    if answer.status < 500:
                        assert answer.status == 200, told
                        return told
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(PAUSE)

    async def play(self, token: str, text: str, version: int) -> dict[str, Any]:
        """Play a move by one press."""
        return await self.send("play", {"text": text, "version": version, "once": next(self._numbers)}, token)


class Played(NamedTuple):
    """A game with the tokens of its players."""

    match: Match
    tokens: dict[int, str]


async def begin(pages: Pages, ada: Person, björn: Person) -> Played:
    """A new game, whose page both players have open."""
    match = await started(ada, björn)
    return Played(match, {person.id: await pages.enter(person, match.id) for person in (ada, björn)})


def may_be_told(point: str) -> set[str]:
    """What a page may be told of a move whose process was killed at a point: posts come after the answer, or before it."""
    if point.startswith("post."):
        return {"", REPEATED}
    return {REPEATED} if point in ("move.committed", "answer.before") else {""}


async def test_killed_at_every_point_of_a_move_of_the_page(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests
) -> None:
    async with aiohttp.ClientSession() as session:
        pages = Pages(session, find_free_port(0))
        await bots.start(**pages.settings)
        sound: Played | None = None
        for point in POINTS:
            with subtests.test(point=point):
                game, sound = sound, None
                if bots.now.status is not None:
                    await bots.start(**pages.settings)
                if game is None or len(game.match.moves) >= MOVES:
                    game = await begin(pages, ada, björn)
                match = game.match
                choice = match.choice()
                with a_request_failing(bots.server, point):
                    bots.now.arm(point)
                    deed = asyncio.create_task(pages.play(game.tokens[match.mover.id], choice.move, len(match.moves)))
                    assert await bots.now.ended() == -signal.SIGKILL
                bots.server.world.clock.advance(600)
                await bots.start(**pages.settings)
                told = (await deed)["told"]
                assert told in may_be_told(point)
                match.moves.append(choice.move)
                await match.posted()
                await match.check(bots.database_url)
                sound = game
