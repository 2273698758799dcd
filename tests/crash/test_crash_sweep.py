"""The bot is killed at every crash point between a press and its finished post.

The next process finishes what is left, once.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bot.process.client import LandGames
from tests.crash.matches import SIDE, Choice, Kept, Match, all_posted, answer_with, started
from tests.crash.processes import MOVE_POINTS, Bots
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.conftest import Connect
from tests.wire.server import Hang, Loopback, Message, Person, Reset, Status
from tests.wire.server.people import labels
from tests.wire.server.recorder import Recorded

ANSWER = ("POST", "/interactions/*/callback")
BOARD = ("POST", "/channels/*/messages")
OLD_BOARD = ("PATCH", "/channels/*/messages/*")

FAILING = {
    "post.failed": BOARD,
    "post.postponed": BOARD,
    "post.leasing": BOARD,
    "post.looked": BOARD,
}
"""Points that are passed only after such a request has failed."""

MOVES = 6
"""So many are made in one game, which has more, before the next one is begun."""


async def chosen(match: Match, bots: Bots) -> Choice:
    """A move that is ready to be sent: from the panel on SQLite, typed on PostgreSQL."""
    return await match.choose() if bots.database_url.startswith("sqlite") else match.choice()


@contextmanager
def a_request_failing(server: Loopback, point: str) -> Iterator[None]:
    """Let the request fail once that has to fail before the point is passed."""
    if point in FAILING:
        server.faults.add(*FAILING[point], Status(503))
    try:
        yield
    finally:
        server.faults.clear()


async def make_good(bots: Bots, match: Match, choice: Choice, *, counted: bool) -> None:
    """A new process takes over: what counted is posted, what did not can be sent again, and nothing happens twice.

    By then Discord has forgotten every nonce, so that only the channel tells what was posted.
    """
    bots.server.world.clock.advance(600)
    await bots.start()
    if counted:
        match.moves.append(choice.move)
        await match.posted()
        await answer_with(choice.press(), "not your turn now", "I’ll tell you when it’s yours")
    else:
        await answer_with(choice.press(), "Done:")
        match.moves.append(choice.move)
        await match.posted()
    await match.check(bots.database_url)


async def test_killed_at_every_point(bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample) -> None:
    """Each process is killed by the move that follows the move by which the one before it was killed."""
    sound: Match | None = None
    for point in sample(MOVE_POINTS, 1):
        with subtests.test(point=point):
            match, sound = sound, None
            slow = point.startswith("answer.deferr")
            if match is None or slow:
                await bots.start_anew(prompt=0 if slow else None)
            if match is None or len(match.moves) >= MOVES:
                match = await started(ada, björn)
                await match.check(bots.database_url)
                await all_posted(bots.database_url)  # what is left of its table would get to a point before the move
            choice = await chosen(match, bots)
            with a_request_failing(bots.server, point):
                bots.now.arm(point)
                deed = choice.press()
                assert await bots.now.ended() == -signal.SIGKILL
            counts = MOVE_POINTS.index(point) >= MOVE_POINTS.index("move.committed")
            assert counts or "Done:" not in deed.text
            await make_good(bots, match, choice, counted=counts)
            sound = match


async def test_a_stop_lets_go_of_what_it_could_not_post(
    land_games: LandGames,
    match: Match,
    database_url: str,
    make_bot: Callable[[], LandGames],
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that comes next, even on another machine, need not wait for a claim to run out."""
    monkeypatch.setattr("bot.process.client.DRAIN", 0.1)
    hanging = match.server.faults.add(*BOARD, Hang(60, then="drop"))
    match.type_move()
    await until("a board that hangs on its way", lambda: hanging.struck)

    async def claims() -> list[object]:
        kept = await Kept.of(database_url, match.id)
        return [post["claimed_by"] for post in kept.posts if post["kind"] == "board" and post["status"] == "waiting"]

    (claim,) = await claims()
    assert claim is not None
    await land_games.close()
    assert await claims() == [None]
    await connect(make_bot())
    await match.posted()
    await match.check(database_url)


async def killed(bots: Bots, point: str, deed: Callable[[], object]) -> None:
    """The bot is killed at a crash point of what a deed leads to, and another one is started."""
    bots.now.arm(point)
    deed()
    assert await bots.now.ended() == -signal.SIGKILL
    bots.server.world.clock.advance(600)
    await bots.start()


@pytest.mark.sample(1, of="kills at a table and while a request is on its way")
@pytest.mark.parametrize(
    ("opening", "accepting"),
    [("press.taken", "answer.after"), ("answer.before", "press.taken"), ("answer.after", "answer.before")],
)
async def test_killed_while_a_table_is_opened_and_filled(
    bots: Bots, ada: Person, björn: Person, opening: str, accepting: str
) -> None:
    """The table is shown once, one game begins, and the table says so."""

    def shown(text: str = "invites") -> list[Message]:
        return [message for message in bots.server.world.history(ada.channel) if text in message.text]

    def open_table() -> None:
        ada.slash("newgame pastures", opponent=björn.user, width=SIDE, height=SIDE)

    await bots.start()
    await killed(bots, opening, open_table)
    if opening == "press.taken":
        open_table()
    await until("the table", shown)
    await all_posted(bots.database_url)
    (table,) = shown()
    await killed(bots, accepting, lambda: björn.press(table, "Accept"))
    if accepting == "press.taken":
        björn.press(table, "Accept")
    await until("the table to say that its game has begun", lambda: "game #1 has begun" in table.text and labels(table) == [])
    match = Match(bots.server, ada.channel, 1, (ada, björn))
    await match.take_seats()
    await answer_with(match.type_move(), "Done:")
    await match.posted()
    await match.check(bots.database_url)
    await all_posted(bots.database_url)
    assert bots.server.world.history(ada.channel) == [table, *match.boards()]
    assert len(match.boards()) == 2


@pytest.mark.sample(1, of="kills at a table and while a request is on its way")
@pytest.mark.parametrize("call", [ANSWER, BOARD, OLD_BOARD], ids=str)
async def test_killed_while_a_request_is_on_its_way(call: tuple[str, str], bots: Bots, match: Match) -> None:
    """Discord does what it was asked to; there is nobody left to be told so."""

    def strike(_: Recorded) -> bool:
        bots.now.strike()
        return False

    await match.check(bots.database_url)
    choice = await chosen(match, bots)
    bots.server.faults.add(*call, Reset(), when=strike)
    choice.press()
    assert await bots.now.ended() == -signal.SIGKILL
    bots.server.faults.clear()
    await make_good(bots, match, choice, counted=True)
    choice = await chosen(match, bots)
    await answer_with(choice.press(), "Done:")
    match.moves.append(choice.move)
    await match.posted()
    await bots.now.stop()
    await match.check(bots.database_url)
