"""The bot is killed while it forgets somebody: all of it is done, or nothing of it."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from bot.storage.queries.server import persons
from tests.crash.matches import Kept, first_answer, looking, started
from tests.crash.processes import Bots
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.server import Message, Person

POINTS = ("forget.begun", "forget.given-up", "forget.committing", "forget.committed", "forget.listed")
"""The crash points of forgetting, in their order."""


async def traces(url: str, person: Person) -> list[str]:
    """The tables of the database in which something about a person is left."""
    async with looking(url) as connection:
        found: dict[str, Any] = (await persons.export_person(connection, person.id, None))["tables"]
    return sorted(table for table, rows in found.items() if rows)


async def ask(person: Person) -> Message:
    """The person types ``/my forget`` and answers what is asked; return the last question."""
    question = await first_answer(person.slash("my forget"))
    edits = question.edits
    person.press(question, "In all servers")
    await until("the second question of /my forget", lambda: question.edits > edits)
    return question


async def forgotten(person: Person) -> str:
    """The person has the bot forget them; return what it answers."""
    question = await ask(person)
    edits = question.edits
    person.press(question, "Yes, forget me")
    await until("the answer to a confirmed /my forget", lambda: question.edits > edits)
    return question.text


async def test_killed_at_every_point_of_forgetting(
    bots: Bots, ada: Person, björn: Person, subtests: pytest.Subtests, sample: Sample
) -> None:
    for point in sample(POINTS, 1):
        with subtests.test(point=point):
            await bots.start_anew()
            match = await started(ada, björn)
            match.type_move()
            await match.posted()
            question = await ask(ada)
            bots.now.arm(point)
            ada.press(question, "Yes, forget me")
            assert await bots.now.ended() == -signal.SIGKILL
            forgot = POINTS.index(point) >= POINTS.index("forget.committed")
            assert bool(await traces(bots.database_url, ada)) != forgot
            bots.server.world.clock.advance(600)
            await bots.start()
            kept = await Kept.settled(bots.database_url, match.id)
            assert kept.row.is_over == forgot
            if not forgot:
                assert "You have given up one game" in await forgotten(ada)
                kept = await Kept.settled(bots.database_url, match.id)
            assert kept.row.is_over
            assert [player.holder for player in kept.row.players].count("former") == 1
            assert await traces(bots.database_url, ada) == []
            assert "a former player" in match.boards()[-1].text
