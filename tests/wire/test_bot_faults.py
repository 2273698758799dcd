"""The wire fails at every call that the bot makes after a move; the game does not."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence

import pytest

from tests.wire.matches import Match
from tests.wire.server import ApiFailure, Hang, LostAnswer, RateLimited, Reset, Status, errors
from tests.wire.server.faults import Fault
from tests.wire.server.people import answered, struck, until
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


async def strike_all(
    match: Match,
    call: tuple[str, str],
    subtests: pytest.Subtests,
    *,
    faults: Sequence[tuple[Fault, int]] = FAULTS,
    way: str = "type_move",
    skip: int = 0,
) -> None:
    """One move for each fault, which strikes the ``call`` that follows it: it is in the log once, and its board is posted
    once, by the time when the fault is over."""
    for done, (fault, times) in enumerate(faults):
        with subtests.test(fault=fault, times=times):
            when = since_now(match) if call == ANSWER else None
            rule = match.server.faults.add(*call, fault, times=times, skip=skip, when=when)
            await getattr(match, way)()
            await struck(rule)
            await match.check(done + 1)
            match.server.faults.clear()
    await answered(await match.type_move())
    await match.check(len(faults) + 1)


def since_now(match: Match) -> Callable[[Recorded], bool]:
    """Whether a request answers an interaction from now on. The bot may still try again to answer one from before."""
    last = match.server.world.ids.next()
    return lambda request: int(request.path.split("/")[2]) > last


async def test_faults_at_the_answer_to_a_typed_move(match: Match, subtests: pytest.Subtests) -> None:
    await strike_all(match, ANSWER, subtests)


async def test_faults_at_the_answer_to_a_pressed_move(match: Match, subtests: pytest.Subtests) -> None:
    """The two answers before it open the panel and show the square that is chosen in it. Every second fault: how the answer to
    a press fails differs from how a typed move's does in nothing but the type of the answer."""
    await strike_all(match, ANSWER, subtests, faults=FAULTS[::2], way="press_move", skip=2)


async def test_faults_at_deferring_the_answer(match: Match, subtests: pytest.Subtests, always_deferred: None) -> None:
    await strike_all(match, ANSWER, subtests)


async def test_faults_at_filling_in_the_answer(match: Match, subtests: pytest.Subtests, always_deferred: None) -> None:
    await strike_all(match, ANSWER_EDIT, subtests)


async def test_faults_at_the_board(match: Match, subtests: pytest.Subtests) -> None:
    await strike_all(match, BOARD, subtests)


async def test_faults_at_the_edit_of_the_board_before(match: Match, subtests: pytest.Subtests) -> None:
    await strike_all(match, OLD_BOARD, subtests)


async def test_faults_at_looking_whether_a_board_is_there(match: Match, subtests: pytest.Subtests) -> None:
    """The board got through, its answer did not, and then the channel cannot be read either."""
    for done, (fault, times) in enumerate(FAULTS):
        with subtests.test(fault=fault, times=times):
            lost = match.server.faults.add(*BOARD, LostAnswer())
            rule = match.server.faults.add(*LOOK, fault, times=times)
            await answered(await match.type_move())
            await struck(rule)
            await match.check(done + 1)
            assert len(lost.struck) == 1
            match.server.faults.clear()


async def test_a_deferral_whose_answer_was_lost_is_filled_in_all_the_same(match: Match, always_deferred: None) -> None:
    match.server.faults.add(*ANSWER, LostAnswer())
    deed = await answered(await match.type_move())
    assert "Done:" in deed.text
    await match.check(1)


TOKEN = (errors.unknown_interaction(), errors.already_acknowledged(), errors.unknown_webhook(), errors.invalid_webhook_token())
PLACE = (errors.missing_access(), errors.missing_permissions(), errors.unknown_channel(), errors.unknown_message())


@pytest.mark.parametrize(
    ("call", "refusals"),
    [(ANSWER, TOKEN), (ANSWER_EDIT, (*TOKEN, errors.unknown_message())), (OLD_BOARD, PLACE), (LOOK, PLACE)],
    ids=str,
)
async def test_refusals_of_discords_beside_the_board(
    match: Match,
    call: tuple[str, str],
    refusals: tuple[errors.ApiError, ...],
    subtests: pytest.Subtests,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Expired token, unknown interaction, already acknowledged, missing permission, channel or message gone: the move
    stands and its board is posted once."""
    if call == ANSWER_EDIT:
        monkeypatch.setattr("bot.ui.framework.reply.PROMPT", 0)
    for done, error in enumerate(refusals):
        with subtests.test(error=error):
            if call == LOOK:
                match.server.faults.add(*BOARD, LostAnswer())
            rule = match.server.faults.add(*call, ApiFailure(error))
            await match.type_move()
            await struck(rule)
            await match.settled(done + 1)
            assert [match.shown(board) for board in match.boards()] == list(range(done + 2))
            match.server.faults.clear()


async def test_what_is_gone_is_given_up_and_the_next_board_is_posted(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    match.server.faults.add(*BOARD, ApiFailure(errors.unknown_channel()))
    await answered(await match.type_move())
    await match.settled(1)
    assert any("given up" in record.getMessage() for record in caplog.records)
    await answered(await match.type_move())
    await match.settled(2)
    assert [match.shown(board) for board in match.boards()] == [0, 2]


@pytest.mark.parametrize("error", [errors.missing_access(), errors.missing_permissions()], ids=str)
async def test_what_is_not_permitted_is_posted_once_it_is(match: Match, error: errors.ApiError) -> None:
    match.server.faults.add(*BOARD, ApiFailure(error), times=2)
    await answered(await match.type_move())
    await match.check(1)


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
        for move in range(4):
            await match.type_move()
            await match.logged(move + 1)
        await until(lambda: len(rule.struck) > 8)
    await match.check(4)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_any_mixture_of_faults_leaves_each_board_once_and_in_order(match: Match, seed: int) -> None:
    """Faults drawn for one call after another, and the gateway dropped now and then, while moves are played."""
    dice = random.Random(seed)
    calls = (ANSWER, BOARD, LOOK, OLD_BOARD, ("*", "/channels/*"))
    for move in range(12):
        for _ in range(dice.randrange(3)):
            fault, times = dice.choice(FAULTS)
            match.server.faults.add(*dice.choice(calls), fault, times=times, skip=dice.randrange(2))
        if dice.random() < 0.2:
            await match.server.gateway.drop()
        await match.type_move()
        await match.logged(move + 1)
    match.server.faults.clear()
    await match.check(12)
