"""A member's figures, and how a length of time is said."""

from __future__ import annotations

import pytest

from bot.storage.engine.database import Database
from bot.storage.queries.seats.holders import COMPUTERS
from bot.ui.statistics.stats import span
from bot.usecases.context import Context
from bot.usecases.statistics.figures import figures
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, pair

LEVEL = COMPUTERS - 4


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=lambda: NOW)


async def test_games_with_computers_and_hints_are_among_a_members_own_figures(context: Context) -> None:
    games = (*pair(1, 11, 12), *pair(2, LEVEL, 11, counting="computers"), *pair(3, 11, 12, counting="figures"))
    await add(context, *games)
    found = await figures(context, GUILD, 11, None)
    assert (found.games, found.won) == (3, 2)
    assert [(group.key, group.games, group.won) for group in found.seats] == [(0, 2, 2), (1, 1, 0)]
    rivals = [(rival.who, rival.games, rival.won, rival.lost) for rival in found.opponents]
    assert rivals == [(12, 2, 2, 0), (LEVEL, 1, 0, 1)]
    assert len(found.course) == 1, "only games that count for the ranking move its points"
    assert found.rating is not None
    assert found.course[-1] == found.rating.points


async def test_figures_of_another_kind_are_left_out(context: Context) -> None:
    await add(context, *pair(1, 11, 12))
    assert (await figures(context, GUILD, 11, "land")).games == 0


def test_a_length_of_time_is_said_as_people_say_it() -> None:
    assert span(0) == "1 second"
    assert span(59_999) == "59 seconds"
    assert span(80 * 60_000) == "1 hour 20 minutes"
    assert span(7 * 3_600_000) == "7 hours"
    assert span(49 * 3_600_000) == "2 days 1 hour"
