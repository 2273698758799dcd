"""The bot is killed at every crash point of games in a thread, or with one board, and at some of a game of one's own in direct
messages; the next process finishes what is left, once.
"""

from __future__ import annotations

import signal
from functools import partial

import pytest

from bot.common import crash_points
from bot.storage.queries.play import games
from tests.crash.matches import SIDE, Kept, Match, looking, started
from tests.crash.processes import Bots
from tests.matches import GameInChannel
from tests.wire.server import Channel, Message, Person
from tests.wire.server.people import answered, labels, until, until_found

OF_THREADS = [point for point in crash_points.SHOWING if point.startswith(("status.", "thread."))]
"""Passed when a game in a thread begins."""
OF_DIRECT = [point for point in crash_points.SHOWING if point.startswith("direct.")]
"""Passed by a move, if the other player wants direct messages."""
OF_ONE_BOARD = [point for point in crash_points.SHOWING if point not in (*OF_THREADS, *OF_DIRECT)]
"""Passed by a move in a game with one board."""


def of_game(match: Match, channel: Channel, *, boards: bool) -> list[Message]:
    """The boards, or the other messages about the game without its table, in a channel or thread."""
    found = match.server.world.history(channel)
    return [message for message in found if f"#{match.id}" in message.text and (match.shown(message) is not None) is boards]


def status(match: Match) -> list[Message]:
    """The status messages of the game."""
    return [message for message in of_game(match, match.channel, boards=False) if labels(message) == ["Play", "Board"]]


async def test_killed_while_a_thread_is_made(bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests) -> None:
    world, guild = bots.server.world, ada.channel.guild_id
    await bots.start()
    for number, point in enumerate(OF_THREADS, 1):
        with subtests.test(point=point):
            bots.now.arm(point)
            deed = ada.slash("newgame pastures", opponent=björn.user, width=SIDE, height=SIDE, posts="thread")
            (table,) = (await answered(deed)).messages
            björn.press(table, "Accept")
            assert await bots.now.ended() == -signal.SIGKILL
            world.clock.advance(600)
            await bots.start()
            await Kept.settled(bots.database_url, number)
            match = Match(bots.server, ada.channel, number, (ada, björn))
            (one,) = status(match)
            thread = world.guilds[guild].threads[one.id]
            assert len(world.guilds[guild].threads) == number
            (board,) = of_game(match, thread, boards=True)
            assert len(board.pinged) == 1
            assert str(board.id) in one.text


async def test_killed_while_one_board_is_edited(bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests) -> None:
    await bots.start()
    deed = ada.slash("newgame pastures", opponent=björn.user, width=SIDE, height=SIDE, posts="one")
    (table,) = (await answered(deed)).messages
    björn.press(table, "Accept")
    match = Match(bots.server, ada.channel, 1, (ada, björn))
    await until(lambda: pings(match))
    if pings(match)[0].pinged != [ada.id]:
        match.people = (björn, ada)
    await Kept.settled(bots.database_url, 1)
    for point in OF_ONE_BOARD:
        with subtests.test(point=point):
            bots.now.arm(point)
            match.type_move()
            assert await bots.now.ended() == -signal.SIGKILL
            bots.server.world.clock.advance(600)
            await bots.start()
            kept = await Kept.settled(bots.database_url, 1)
            assert kept.texts == match.moves
            (board,) = match.boards()
            assert match.shown(board) == len(match.moves)
            (ping,) = pings(match)
            assert ping.pinged == [match.mover.id]


def pings(match: Match) -> list[Message]:
    """The messages of the game that mention somebody and are no board."""
    return [message for message in of_game(match, match.channel, boards=False) if labels(message) == ["Play"]]


def _wants_direct(panel: Message) -> bool:
    return "A mention and a direct message" in panel.text


async def test_killed_while_a_direct_message_is_sent(bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests) -> None:
    world = bots.server.world
    await bots.start()
    for person in (ada, björn):
        (panel,) = (await answered(person.slash("my notifications"))).messages
        person.choose(panel, "both")
        await until(partial(_wants_direct, panel))
    match = await started(ada, björn)
    await Kept.settled(bots.database_url, match.id)
    for point in OF_DIRECT:
        with subtests.test(point=point):
            bots.now.arm(point)
            match.type_move()
            assert await bots.now.ended() == -signal.SIGKILL
            world.clock.advance(600)
            await bots.start()
            kept = await Kept.settled(bots.database_url, match.id)
            assert kept.texts == match.moves
            told = [len(world.history(world.direct(person.id))) for person in (ada, björn)]
            assert sum(told) == len(match.moves) + 1, "one for each turn"
            assert abs(told[0] - told[1]) <= 1


OF_OWN_GAMES = ("move.begun", "move.committing", "move.committed", "post.leased", "post.sent")
"""Before and after the commit of the move; and the board that follows the computer's answer, before and after it is sent."""
THINKING = "thinking"
"""Not a crash point: the computer is at work, or has just been."""


async def waiting_for(url: str, person: Person) -> Kept:
    """Wait until the only game waits for its player, and everything is posted. Return what is kept of it."""

    async def find() -> Kept | None:
        async with looking(url) as connection:
            if await games.get_game(connection, 1, None) is None:
                return None
        kept = await Kept.of(url, 1)
        is_mine = kept.row.seat is not None and kept.row.seat == kept.row.seat_of(person.id)
        return kept if is_mine and kept.is_settled else None

    return await until_found(find)


def decided_by(kept: Kept, person: Person) -> list[str]:
    """Return what a player has decided in a game."""
    seat, state, found = kept.row.seat_of(person.id), kept.log_of_game.start(), list[str]()
    for text in kept.texts:
        if state.seat == seat:
            found.append(text)
        state = state.play(state.parse(text))
    return found


async def test_killed_while_a_game_of_ones_own_is_played(bots: Bots, ada: Person) -> None:
    world, url = bots.server.world, bots.database_url
    me = ada.elsewhere(world.direct(ada.id))
    await bots.start(thinks_here=True)
    await answered(me.slash("newgame pastures", width=SIDE, height=SIDE, level=1))
    game, played = GameInChannel(bots.server, me.channel, 1), list[str]()
    for point in (*OF_OWN_GAMES, THINKING):
        move = str((await waiting_for(url, ada)).log_of_game.state().moves()[0])
        played.append(move)
        if point == THINKING:
            await answered(me.slash("move", move=move))
            bots.now.strike()
        else:
            bots.now.arm(point)
            me.slash("move", move=move)
        assert await bots.now.ended() == -signal.SIGKILL
        world.clock.advance(600)
        await bots.start(thinks_here=True)
        counts = point == THINKING or crash_points.NAMES.index(point) >= crash_points.NAMES.index("move.committed")
        if not counts:
            await answered(me.slash("move", move=move))
        kept = await waiting_for(url, ada)
        assert decided_by(kept, ada) == played, point
        shown = [game.shown(board) or 0 for board in game.boards()]
        assert shown == sorted(set(shown)), f"no board comes twice: {point}"
        assert shown[-1] == kept.row.version
        assert kept.row.board_message_id == game.boards()[-1].id
