"""Two processes on one PostgreSQL both receive every press, and each thing happens once.

They do so for a moment when a shard changes hands. It does not matter which one is faster.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.process.client import LandGames
from bot.storage.schema import game_table_members, game_tables, games
from tests.crash.matches import Kept, Match, first_answer, looking, started
from tests.crash.processes import Bots
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.server import Hang, Loopback, LostAnswer, Person, Status, payloads
from tests.wire.server.faults import Fault
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import answered, labels

POST = ("POST", "/channels/{channel_id}/messages")
BOARD = ("POST", "/channels/*/messages")
CROWD = 100
QUEUE = 240.0
"""Seconds that a transaction waits for a connection and its locks: nobody is to be turned away, however many press.

PostgreSQL goes on counting them while the processes are suspended.
"""


def posts(server: Loopback) -> Counter[str]:
    """How often a request to post each picture was taken by Discord, by its name."""
    taken = [request for request in server.requests(*POST) if request.status == 200]
    return Counter(upload.filename for request in taken for upload in request.uploads)


def once_more(server: Loopback, deed: Interaction) -> None:
    """Discord delivers an interaction that it has delivered before."""
    server.gateway.publish("INTERACTION_CREATE", payloads.interaction(deed, server.world, server.base))


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    """Only where several processes may serve one database."""
    return postgresql_url


async def test_a_seat_a_move_and_an_undo_are_asked_for_many_times_in_two_processes_and_happen_once(
    bots: Bots, ada: Person, sample: Sample
) -> None:
    await asyncio.gather(bots.start(patience=QUEUE), bots.start(patience=QUEUE, hears_all=True))
    match = await seat_one_of(sample(range(CROWD), 12), bots, ada)
    for _ in range(8 if sample.is_full else 3):
        await play_twice(bots, match)
    await match.check(bots.database_url)
    assert set(posts(bots.server).values()) == {1}
    await take_back_one_move(bots, match)


async def seat_one_of(crowd_of: list[int], bots: Bots, ada: Person) -> Match:
    """A crowd presses **Join** on one free seat: one guest gets it, and everybody else is refused."""
    table = await first_answer(ada.slash("newgame pastures", width=4, height=4))
    crowd = [bots.server.person(ada.channel, f"Guest {number}") for number in crowd_of]
    presses = [guest.press(table, "Join") for guest in crowd]
    for deed in presses:
        await answered(deed)
    await until("the table to say that its game has begun", lambda: "game #1 has begun" in table.text)
    await until("the first board", lambda: posts(bots.server))

    def refused() -> list[Interaction]:
        return [deed for deed in presses if any(_refuses(message, table) for message in deed.messages)]

    await until(
        "a refusal for all but one", lambda: len(refused()) >= len(crowd) - 1
    )  # who was told that it takes longer is refused a moment later
    said = {message.text for deed in refused() for message in deed.messages if _refuses(message, table)}
    assert said == {"This table’s game has started already. Open another with `/newgame`."}
    async with looking(bots.database_url) as connection:
        assert (await connection.execute(select(func.count()).select_from(games))).scalar_one() == 1
        of_table = select(game_table_members.c.user_id).join(game_tables).where(game_tables.c.message_id == table.id)
        seated = (await connection.execute(of_table)).scalars().all()
    assert len(seated) == 2
    assert set(seated) <= {ada.id, *(guest.id for guest in crowd)}
    players = [person for person in (ada, *crowd) if person.id in seated]
    match = Match(bots.server, ada.channel, 1, (players[0], players[1]))
    await match.take_seats()
    await match.posted()
    return match


def _refuses(message: Any, table: Any) -> bool:
    """Return whether an answer to a press on a table is neither the table nor the line for who has got a seat."""
    return message is not table and not message.text.startswith("New to ")


async def play_twice(bots: Bots, match: Match) -> None:
    """A move is pressed twice and delivered twice, while both players go on typing: four transactions in each process."""
    choice = match.choice()
    typing = [person.search("move", "move", choice.move[:1], game=match.id) for person in match.people for _ in range(3)]
    presses = [choice.press(), choice.press()]
    for deed in presses:
        once_more(bots.server, deed)
    for deed in (*typing, *presses):
        await answered(deed)
    match.moves.append(choice.move)
    said = [deed.text for deed in presses]  # empty: the answer to a move, which a newer board has taken away
    assert any(not text or "Done:" in text or "already played" in text for text in said), said
    assert all(not text or "Done:" in text or "already played" in text or "’s turn" in text for text in said), said
    await match.posted()


async def take_back_one_move(bots: Bots, match: Match) -> None:
    """An undo is delivered four times to two processes; who has moved last takes back that move, and no other one."""
    last = next(person for person in match.people if person is not match.mover)
    deed = last.slash("undo", game=match.id)
    for _ in range(3):
        once_more(bots.server, deed)
    await answered(deed)
    moves = len(match.moves)
    await until("the board after the undo", lambda: match.shown(match.boards()[-1]) == moves + 1)
    await bots.now.stop()
    await bots.all[0].stop()
    kept = await Kept.of(bots.database_url, match.id)
    assert kept.texts == [*match.moves, str(moves - 1)]
    assert [post["kind"] for post in kept.posts].count("proposal") == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", [Hang(0.1), LostAnswer()], ids=str)
async def test_a_question_that_is_settled_while_it_is_being_posted_does_not_stay_open(
    land_games: LandGames, match: Match, fault: Fault
) -> None:
    """A move makes the draw that was offered a moment ago void before its message is there, or known to be."""
    question = match.server.faults.add(*BOARD, fault, when=lambda request: "offers a draw" in str(request.payload))
    match.server.faults.add("GET", "/channels/*/messages", Hang(0.1), times=None, when=lambda _: bool(question.struck))
    match.mover.slash("draw", game=match.id)
    await until("a question whose request is broken", lambda: question.struck)
    await answered(match.type_move())
    await match.posted()
    await match.check(land_games.settings.database_url)
    messages = [message for message in match.server.world.history(match.channel) if "offers a draw" in message.text]
    assert [labels(message) for message in messages] == [[]]
    assert "no longer counts" in messages[0].text


async def test_what_a_killed_process_left_is_posted_once_and_in_order(
    bots: Bots, ada: Person, björn: Person, sample: Sample
) -> None:
    """Two processes start at the same time after a third has left posts in many channels; one of them gets the shard."""
    await bots.start()
    world = bots.server.world
    places = [
        world.add_channel(world.guilds[ada.channel.guild_id], f"place-{number}") for number in range(6 if sample.is_full else 2)
    ]
    matches = [await started(ada.elsewhere(place), björn.elsewhere(place)) for place in places]
    with bots.server.faults.outage(Status(503), path="/channels/*"):
        for match in matches * 2:
            await answered(match.type_move())
        await bots.now.kill()
    bots.begin()
    bots.begin()
    for match in matches:
        await match.posted()
        await match.check(bots.database_url)
    assert set(posts(bots.server).values()) == {1}
