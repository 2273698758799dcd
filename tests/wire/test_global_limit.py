"""A limit of the whole bot holds requests up, and none for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.process.client import LandGames
from tests.wire.matches import Match
from tests.wire.server import Channel
from tests.wire.server.faults import RateLimited
from tests.wire.server.people import answered

BOARD = ("POST", "/channels/*/messages")
LIMIT = 20.0
"""Seconds for which Discord limits the bot. The client's own pauses are shortened in these tests."""


class Limit(asyncio.Event):
    """The client's own event, which is cleared for as long as a limit lasts. Calls ``begun`` when one begins."""

    def __init__(self, begun: Callable[[], object]) -> None:
        super().__init__()
        self.set()
        self._begun = begun

    def clear(self) -> None:
        super().clear()
        self._begun()


async def test_a_limit_ends_though_whoever_hit_it_stopped_waiting(
    match: Match, land_games: LandGames, channel: Channel
) -> None:
    match.server.faults.add("GET", "/channels/*", RateLimited(LIMIT, everywhere=True))
    asking = asyncio.create_task(land_games.fetch_channel(channel.id))
    land_games.http._global_over = Limit(asking.cancel)
    with pytest.raises(asyncio.CancelledError):
        await asking
    await answered(await match.type_move())
    await match.check(1)


async def test_a_board_that_waited_for_a_global_limit_is_posted_once(match: Match) -> None:
    match.server.faults.add(*BOARD, RateLimited(LIMIT, everywhere=True), times=2)
    await answered(await match.type_move())
    await match.check(1)
