"""The wire fails at every call that the bot makes after a move; the game does not."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.posting import edits, sender, tidying
from bot.process.client import LandGames
from tests.sampling import Sample
from tests.waiting import limited, until
from tests.wire.conftest import TimedAttempts
from tests.wire.matches import Match, started
from tests.wire.server import ApiFailure, Guild, Hang, Loopback, LostAnswer, RateLimited, Reset, Status, errors
from tests.wire.server.faults import Fault, Rule
from tests.wire.server.people import answered, struck
from tests.wire.server.recorder import Recorded

ANSWER = ("POST", "/interactions/*/callback")
ANSWER_EDIT = ("PATCH", "/webhooks/*/messages/@original")
BOARD = ("POST", "/channels/*/messages")
LOOK = ("GET", "/channels/*/messages")
OLD_BOARD = ("PATCH", "/channels/*/messages/*")

FAULTS: list[tuple[Fault, int]] = [
    *((Status(status), 2) for status in (500, 502, 503, 504)),
    (Status(500), 7),
    (RateLimited(0.5), 2),
    (RateLimited(0.5, everywhere=True), 1),
    (RateLimited(via=False), 2),
    (RateLimited(json=False), 2),
    (RateLimited(retry_after=None), 2),
    (RateLimited(via=False, json=False), 2),
    (Reset(), 3),
    (Hang(), 1),
    (Hang(0.4), 1),
    (Hang(0.1, then="drop"), 1),
    (LostAnswer(), 1),
    (LostAnswer(), 2),
    (LostAnswer(at="body"), 1),
]
"""Everything that can go wrong at a request, and with how many of them it does. A hang without an end outlasts an
attempt of the sender; after a shorter one the request takes effect all the same."""


@pytest.fixture
def always_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer is deferred first and filled in by an edit, as those are that take long."""
    monkeypatch.setattr("bot.ui.framework.reply.PROMPT", 0)


@pytest.fixture(autouse=True)
def _nothing_unexpected(caplog: pytest.LogCaptureFixture) -> object:
    """A wire that fails is expected: it leaves warnings in the log, never an error."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


Begin = Callable[[], Awaitable[Match]]


@pytest.fixture
def begin(land_games: LandGames, guild: Guild, discord_server: Loopback) -> Begin:
    """Return a function that ends all faults and begins a game, in a channel and between people of its own."""

    async def begin_another() -> Match:
        discord_server.faults.clear()
        place = discord_server.open_channel(guild)
        return await started(land_games, discord_server.person(place, "carol"), discord_server.person(place, "dan"))

    return begin_another


def strike(match: Match, call: tuple[str, str], fault: Fault, times: int = 1, skip: int = 0) -> Rule:
    """Break the next ``call`` of a match. The bot may still be trying to bring those of an earlier match to an end."""
    place = match.channel

    def concerns(request: Recorded) -> bool:
        tokens = {deed.token for deed in match.server.interactions.all.values() if deed.channel is place}
        return not tokens.union({str(place.id)}).isdisjoint(request.ids.values())

    return match.server.faults.add(*call, fault, times=times, skip=skip, when=concerns)


WAYS = (
    ("at the answer to a typed move", ANSWER, "type_move", 0, False),
    ("at the answer to a pressed move", ANSWER, "press_move", 2, False),
    ("at deferring the answer", ANSWER, "type_move", 0, True),
    ("at filling in the answer", ANSWER_EDIT, "type_move", 0, True),
    ("at the board", BOARD, "type_move", 0, False),
    ("at the edit of the board before", OLD_BOARD, "type_move", 0, False),
)
"""Where it strikes: the call, how the move is made, how many such calls come before, and whether the answer is deferred first.
Two answers come before that to a pressed move: they open the panel and show the square that is chosen in it."""


async def test_faults_at_the_calls_after_a_move(
    begin: Begin, subtests: pytest.Subtests, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game for each fault, the fault strikes the call that follows a move.

    The move is in the log once, and its board is posted once, by the time when the fault is over. The next move works as usual.
    """
    cases = [(way, fault, times) for way in WAYS for fault, times in FAULTS]
    for (where, call, way, skip, deferred), fault, times in sample(cases, 3):
        with subtests.test(where, fault=fault, times=times), monkeypatch.context() as patch:
            if deferred:
                patch.setattr("bot.ui.framework.reply.PROMPT", 0)
            match = await begin()
            rule = strike(match, call, fault, times, skip)
            await getattr(match, way)()
            await struck(rule)
            await match.check(1)
            match.server.faults.clear()
            await answered(await match.type_move())
            await match.check(2)


async def test_faults_at_looking_whether_a_board_is_there(begin: Begin, subtests: pytest.Subtests, sample: Sample) -> None:
    """The board got through, its answer did not, and then the channel cannot be read either."""
    for fault, times in sample(FAULTS, 1):
        with subtests.test(fault=fault, times=times):
            match = await begin()
            lost = strike(match, BOARD, LostAnswer())
            rule = strike(match, LOOK, fault, times)
            await answered(await match.type_move())
            await struck(rule)
            await match.check(1)
            assert len(lost.struck) == 1


async def test_a_deferral_whose_answer_was_lost_is_filled_in_all_the_same(match: Match, always_deferred: None) -> None:
    match.server.faults.add(*ANSWER, LostAnswer())
    deed = await answered(await match.type_move())
    assert "Done:" in deed.text
    await match.check(1)


TOKEN = (errors.unknown_interaction(), errors.already_acknowledged(), errors.unknown_webhook(), errors.invalid_webhook_token())
PLACE = (errors.missing_access(), errors.missing_permissions(), errors.unknown_channel(), errors.unknown_message())


REFUSALS = ((ANSWER, TOKEN), (ANSWER_EDIT, (*TOKEN, errors.unknown_message())), (OLD_BOARD, PLACE), (LOOK, PLACE))


async def test_refusals_of_discords_beside_the_board(
    begin: Begin, subtests: pytest.Subtests, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Discord refuses another call than the board's, the move stands and its board is posted once.

    The reasons: expired token, unknown interaction, already acknowledged, missing permission, channel or message gone.
    """
    for call, error in sample([(call, error) for call, refusals in REFUSALS for error in refusals], 2):
        with subtests.test(call=call, error=error), monkeypatch.context() as patch:
            if call == ANSWER_EDIT:
                patch.setattr("bot.ui.framework.reply.PROMPT", 0)
            match = await begin()
            if call == LOOK:
                strike(match, BOARD, LostAnswer())
            rule = strike(match, call, ApiFailure(error))
            await match.type_move()
            await struck(rule)
            await match.settled(1)
            assert [match.shown(board) for board in match.boards()] == [0, 1]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("fault", "path"),
    [
        (Status(500), "/channels/*"),
        (Reset(), "/channels/*"),
        (LostAnswer(at="body"), "/channels/*"),
        (Status(503), "*"),
        (RateLimited(via=False), "*"),
        (LostAnswer(), "*"),
    ],
    ids=str,
)
async def test_moves_during_an_outage_are_posted_in_their_order_after_it(match: Match, fault: Fault, path: str) -> None:
    with match.server.faults.outage(fault, path=path) as rule:
        for move in range(3):
            await match.type_move()
            await match.logged(move + 1)
        await until("more than 8 broken requests", lambda: len(rule.struck) > 8)
    await match.check(3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_any_mixture_of_faults_leaves_each_board_once_and_in_order(match: Match, seed: int, sample: Sample) -> None:
    """Faults drawn for one call after another, and the gateway dropped now and then, while moves are played."""
    dice = random.Random(seed)
    calls = (ANSWER, BOARD, LOOK, OLD_BOARD, ("*", "/channels/*"))
    moves = 12 if sample.is_full else 6
    for move in range(moves):
        for _ in range(dice.randrange(3)):
            fault, times = dice.choice(FAULTS)
            match.server.faults.add(*dice.choice(calls), fault, times=times, skip=dice.randrange(2))
        if dice.random() < 0.2:
            await match.server.gateway.drop()
        await match.type_move()
        await match.logged(move + 1)
    match.server.faults.clear()
    await match.check(moves)


class WholeLimit(asyncio.Event):
    """The client's own event, which limits of the whole bot clear. The last of some ends all attempts under way."""

    def __init__(self, times: int, attempts: TimedAttempts) -> None:
        super().__init__()
        self.set()
        self.last = asyncio.Event()
        """Set when the last one begins."""
        self._times = times
        self._attempts = attempts

    def clear(self) -> None:
        super().clear()
        self._times -= 1
        if not self._times:
            self._attempts.end()
            self.last.set()


async def test_boards_go_on_after_limits_of_the_whole_bot_that_outlast_the_attempts(
    match: Match, land_games: LandGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of 20 s at the edit of an old board, which waits 15 s; two of 30 s at one post, which waits 45 s."""
    attempts = TimedAttempts()
    for module in (edits, sender, tidying):
        monkeypatch.setattr(module, "asyncio", attempts)
    monkeypatch.setattr(edits, "OLD", timedelta())
    assert edits.PATIENCE < 20
    assert 30 < sender.ATTEMPT < 2 * 30
    for moves, (call, seconds, times) in enumerate([(OLD_BOARD, 20.0, 1), (BOARD, 30.0, 2)]):
        land_games.http._global_over = limit = WholeLimit(times, attempts)
        strike(match, call, RateLimited(seconds, everywhere=True), times)
        await answered(await match.type_move())
        async with limited("the last limit"):
            await limit.last.wait()
        await answered(await match.type_move())
        await match.check(2 * moves + 2)
