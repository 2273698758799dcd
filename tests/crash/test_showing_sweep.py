"""The bot is killed at every crash point of games in a thread, or with one board.

It is also killed at some of a game at home, in direct messages. The next process finishes what is left, once.
"""

from __future__ import annotations

import signal
from functools import partial

import pytest

from bot.storage.queries.play import games
from tests.crash.matches import SIDE, Kept, Match, all_posted, first_answer, looking, started
from tests.crash.processes import MOVE_POINTS, SHOWING_POINTS, Bots
from tests.matches import GameInChannel, begin_game
from tests.sampling import Sample
from tests.waiting import until, until_found
from tests.wire.server import Channel, Message, Person
from tests.wire.server.people import answered, labels

OF_THREADS = [point for point in SHOWING_POINTS if point.startswith(("status.", "thread."))]
"""Passed when a game in a thread begins."""
OF_DIRECT = [point for point in SHOWING_POINTS if point.startswith("direct.")]
"""Passed by a move, if the other player wants direct messages."""
OF_ONE_BOARD = [point for point in SHOWING_POINTS if point not in (*OF_THREADS, *OF_DIRECT)]
"""Passed by a move in a game with one board."""
ONE_WAY = pytest.mark.sample(2, of="ways to show a game")
"""Two of the ways each day."""


def of_game(match: Match, channel: Channel, *, boards: bool) -> list[Message]:
    """The boards, or the other messages about the game without its table, in a channel or thread."""
    found = match.server.world.history(channel)
    return [message for message in found if f"#{match.id}" in message.text and (match.shown(message) is not None) is boards]


def status(match: Match) -> list[Message]:
    """The status messages of the game."""
    return [message for message in of_game(match, match.channel, boards=False) if labels(message) == ["Play", "Board"]]


def number_in(table: Message) -> int:
    """Return the number of the game that a table names."""
    return int(table.text.split("game #")[1].split()[0])


@ONE_WAY
async def test_killed_while_a_thread_is_made(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample
) -> None:
    world, guild = bots.server.world, ada.channel.guild_id
    is_sound = False
    for point in sample(OF_THREADS, 1):
        with subtests.test(point=point):
            is_sound, was_sound = False, is_sound
            if not was_sound:
                await bots.start_anew()
            before = len(world.guilds[guild].threads)
            bots.now.arm(point)
            deed = ada.slash("newgame pastures", opponent=björn.user, width=SIDE, height=SIDE, posts="thread")
            table = await first_answer(deed)
            björn.press(table, "Accept")
            assert await bots.now.ended() == -signal.SIGKILL
            world.clock.advance(600)
            await bots.start()
            await until("the table to name its game", lambda table=table: "game #" in table.text)  # type: ignore[misc]
            match = Match(bots.server, ada.channel, number_in(table), (ada, björn))
            await Kept.settled(bots.database_url, match.id)
            (one,) = status(match)
            thread = world.guilds[guild].threads[one.id]
            assert len(world.guilds[guild].threads) == before + 1
            (board,) = of_game(match, thread, boards=True)
            assert len(board.pinged) == 1
            assert str(board.id) in one.text
            is_sound = True


async def begin_with_one_board(ada: Person, björn: Person) -> Match:
    """Begin a game whose only board is edited."""
    number = await begin_game(ada, björn, (SIDE, SIDE), posts="one")
    match = Match(ada.discord, ada.channel, number, (ada, björn))
    await until(f"the mention in game {number}", lambda: pings(match))
    if pings(match)[0].pinged != [ada.id]:
        match.people = (björn, ada)
    return match


@ONE_WAY
async def test_killed_while_one_board_is_edited(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample
) -> None:
    sound: Match | None = None
    for point in sample(OF_ONE_BOARD, 1):
        with subtests.test(point=point):
            match, sound = sound, None
            if match is None:
                await bots.start_anew()
                match = await begin_with_one_board(ada, björn)
                await all_posted(bots.database_url)  # what is left of its table would get to a point before the move
            bots.now.arm(point)
            match.type_move()
            assert await bots.now.ended() == -signal.SIGKILL
            bots.server.world.clock.advance(600)
            await bots.start()
            kept = await Kept.settled(bots.database_url, match.id)
            assert kept.texts == match.moves
            (board,) = match.boards()
            assert match.shown(board) == len(match.moves)
            (ping,) = pings(match)
            assert ping.pinged == [match.mover.id]
            sound = match


def pings(match: Match) -> list[Message]:
    """The messages of the game that mention somebody and are no board."""
    return [message for message in of_game(match, match.channel, boards=False) if labels(message) == ["Play"]]


def _wants_direct(panel: Message) -> bool:
    return "A mention and a direct message" in panel.text


async def begin_with_direct_messages(ada: Person, björn: Person) -> Match:
    """Begin a game whose players want a direct message at each turn."""
    for person in (ada, björn):
        panel = await first_answer(person.slash("my notifications"))
        person.choose(panel, "both")
        await until("the panel to say that direct messages are wanted", partial(_wants_direct, panel))
    return await started(ada, björn)


@ONE_WAY
async def test_killed_while_a_direct_message_is_sent(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample
) -> None:
    world = bots.server.world
    sound: Match | None = None
    for point in sample(OF_DIRECT, 1):
        with subtests.test(point=point):
            match, sound = sound, None
            if match is None:
                await bots.start_anew()
                match = await begin_with_direct_messages(ada, björn)
                await all_posted(bots.database_url)  # what is left of its table would get to a point before the move
            bots.now.arm(point)
            match.type_move()
            assert await bots.now.ended() == -signal.SIGKILL
            world.clock.advance(600)
            await bots.start()
            kept = await Kept.settled(bots.database_url, match.id)
            assert kept.texts == match.moves
            told = [len(of_game(match, world.direct(person.id), boards=False)) for person in (ada, björn)]
            assert sum(told) == len(match.moves) + 1, "one for each turn"
            assert abs(told[0] - told[1]) <= 1
            sound = match


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

    return await until_found(f"{person.user.name}’s turn, with everything posted", find)


def decided_by(kept: Kept, person: Person) -> list[str]:
    """Return what a player has decided in a game."""
    seat, state, found = kept.row.seat_of(person.id), kept.log_of_game.start(), list[str]()
    for text in kept.texts:
        if state.seat == seat:
            found.append(text)
        state = state.play(state.parse(text))
    return found


@ONE_WAY
async def test_killed_while_a_game_of_ones_own_is_played(bots: Bots, ada: Person, sample: Sample) -> None:
    world, url = bots.server.world, bots.database_url
    me = ada.elsewhere(world.direct(ada.id))
    await bots.start(thinks_here=True)
    await answered(me.slash("newgame pastures", width=SIDE, height=SIDE, level=1))
    game, played = GameInChannel(bots.server, me.channel, 1), list[str]()
    for point in (*sample(OF_OWN_GAMES, 1), THINKING):
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
        counts = point == THINKING or MOVE_POINTS.index(point) >= MOVE_POINTS.index("move.committed")
        if not counts:
            await answered(me.slash("move", move=move))
        kept = await waiting_for(url, ada)
        assert decided_by(kept, ada) == played, point
        shown = [game.shown(board) or 0 for board in game.boards()]
        assert shown == sorted(set(shown)), f"no board comes twice: {point}"
        assert shown[-1] == kept.row.version
        assert kept.row.board_message_id == game.boards()[-1].id
