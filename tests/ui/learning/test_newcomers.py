"""A player who begins a game that they have never finished learns once, ever, that it has a lesson."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.storage.engine.database import Database
from bot.storage.queries.learning.lessons import add_newcomer, knows_game
from bot.storage.schema_learning import newcomers
from tests.ui.world import World, labels, said

LINE = "New to Pastures New? Learn it in three minutes:"


def lines(result: Any) -> list[str]:
    """The second answers to a press."""
    return [said(message) for message in result.followups]


async def begin(w: World) -> tuple[Any, Any]:
    """Ada opens a table, Björn joins; what Björn was answered, and the member to move."""
    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)
    joined = await w.björn.click(w.channel.last_message, label="Join")
    mover, _ = await w.turns(1)
    return joined, mover


async def test_who_joins_or_presses_play_is_told_once_even_after_a_restart_unless_refused_or_in_the_lesson(w: World) -> None:
    joined, mover = await begin(w)
    assert lines(joined) == [LINE]
    told = joined.followups[0]
    assert told.flags.ephemeral
    assert labels(told) == ["Learn"]
    if mover.id == w.björn.id:
        await w.björn.slash(w.channel, "move", move="a1 f")
    first = await w.ada.click(w.boards()[-1], label="Play")
    assert lines(first) == [LINE]
    assert "Fill a square" in said(first.response), "the panel comes first"
    assert lines(await w.ada.click(w.boards()[-1], label="Play")) == []
    await w.restart()
    assert lines(await w.ada.click(w.boards()[-1], label="Play")) == []
    assert "step 1 of" in said((await w.björn.click(told, label="Learn")).response)
    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)
    assert lines(await w.björn.click(w.channel.last_message, label="Join")) == []

    refused = await w.chidi.click(w.boards()[-1], label="Play")
    assert all(LINE not in line for line in [said(refused.response), *lines(refused)])
    lesson = (await w.chidi.slash(w.channel, "learn", game="pastures")).response
    await w.chidi.click(lesson, label="Skip this step")
    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)
    assert lines(await w.chidi.click(w.channel.last_message, label="Join")) == [], "the lesson is begun"


async def test_who_has_finished_a_game_is_told_nothing_and_of_another_game_its_own_line(w: World) -> None:
    await begin(w)
    await w.app.context.db.write(_forget_who_was_told)
    question = await w.ada.slash(w.channel, "resign")
    await w.ada.click(question.response, label="Yes, give up")
    await w.restart()
    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)
    assert lines(await w.björn.click(w.channel.last_message, label="Join")) == []
    await w.ada.slash(w.channel, "newgame land", seats=2)
    assert lines(await w.björn.click(w.channel.last_message, label="Join")) == ["New to Land? Learn it in three minutes:"]


async def _forget_who_was_told(conn: Any) -> None:
    await conn.execute(newcomers.delete())


async def test_of_many_presses_at_once_one_is_told(database: Database) -> None:
    told = await asyncio.gather(*(database.write(lambda conn: add_newcomer(conn, 77, "land", 1, 0)) for _ in range(8)))
    assert sum(told) == 1
    assert await database.write(lambda conn: add_newcomer(conn, 78, "land", 1, 0))
    assert await database.read(lambda conn: knows_game(conn, 77, "land"))
    assert not await database.read(lambda conn: knows_game(conn, 77, "nomads"))
