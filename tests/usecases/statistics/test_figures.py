"""A member's figures, and how a length of time is said."""

from __future__ import annotations

import pytest

from bot.storage.engine.database import Database
from bot.storage.queries.seats.holders import COMPUTERS
from bot.ui.statistics.stats import format_span
from bot.usecases.context import Context
from bot.usecases.statistics.figures import get_figures
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, pair, share

LEVEL = COMPUTERS - 4


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=lambda: NOW)


async def test_games_with_computers_and_hints_are_among_a_members_own_figures(context: Context) -> None:
    games = (*pair(1, 11, 12), *pair(2, LEVEL, 11, counting="computers"), *pair(3, 11, 12, counting="figures"))
    await add(context, *games)
    found = await get_figures(context, GUILD, 11, None)
    assert (found.games, found.won) == (3, 2)
    assert [(group.key, group.games, group.won) for group in found.seats] == [(0, 2, 2), (1, 1, 0)]
    rivals = [(rival.who, rival.games, rival.won, rival.lost) for rival in found.opponents]
    assert rivals == [(12, 2, 2, 0), (LEVEL, 1, 0, 1)]
    assert len(found.course) == 1, "only games that count for the ranking move its points"
    assert found.rating is not None
    assert found.course[-1] == found.rating.points


async def test_a_game_against_two_computers_of_one_level_is_one_game(context: Context) -> None:
    for game in (1, 2):
        seats = [share(game, seat, who, won=seat == 1, counting="computers") for seat, who in enumerate((11, LEVEL, LEVEL))]
        await add(context, *seats)
    found = await get_figures(context, GUILD, 11, None)
    assert found.games == 2
    assert [(rival.who, rival.games, rival.won, rival.lost) for rival in found.opponents] == [(LEVEL, 2, 0, 2)]


async def test_who_held_two_seats_has_played_one_game_against_each_and_the_better_seat_tells_how_it_ended(
    context: Context,
) -> None:
    """11 gave the first seat away to 12, and took over the third one of 13, which won."""
    held = [(0, 11, False), (0, 12, False), (1, 14, False), (2, 13, True), (2, 11, True)]
    await add(context, *(share(1, seat, who, won=won) for seat, who, won in held))
    mine = await get_figures(context, GUILD, 11, None)
    assert (mine.games, mine.won) == (1, 1)
    assert {(rival.who, rival.games, rival.won, rival.lost) for rival in mine.opponents} == {
        (12, 1, 1, 0),
        (13, 1, 1, 0),
        (14, 1, 1, 0),
    }
    theirs = await get_figures(context, GUILD, 14, None)
    assert {(rival.who, rival.games, rival.won, rival.lost) for rival in theirs.opponents} == {
        (11, 1, 0, 1),
        (12, 1, 0, 0),
        (13, 1, 0, 1),
    }


async def test_figures_of_another_kind_are_left_out(context: Context) -> None:
    await add(context, *pair(1, 11, 12))
    assert (await get_figures(context, GUILD, 11, "land")).games == 0


def test_a_length_of_time_is_said_as_people_say_it() -> None:
    assert format_span(0) == "1 second"
    assert format_span(59_999) == "59 seconds"
    assert format_span(80 * 60_000) == "1 hour 20 minutes"
    assert format_span(7 * 3_600_000) == "7 hours"
    assert format_span(49 * 3_600_000) == "2 days 1 hour"
