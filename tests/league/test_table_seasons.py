"""Whole seasons of Land and Nomads, at tables of three and four, held to the standings of an independent script."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bot.league.standings import judge
from bot.storage.queries.server.guilds import export_guild
from bot.usecases.league import joining, recount, views
from rules import Action, Drop, State
from tests.league.independent import expect, season_of
from tests.league.weeks import GUILD, Weeks, people
from tests.ui.played import append_actions, at_random


def _with_losses(dice: Random, losses: int) -> Callable[[State], Action]:
    """Return a function that chooses decisions at random; a few players give up on the way, or lose on time."""
    decide = at_random(dice)

    def choose(state: State) -> Action:
        nonlocal losses
        if losses and state.seat is not None and dice.random() < 0.05:
            losses -= 1
            return Drop(dice.choice(state.left))
        return decide(state)

    return choose


@pytest.mark.sample(2)
@pytest.mark.parametrize(("joined", "size", "computer"), [(7, 4, True), (7, 7, False), (6, 6, False), (5, 5, False)])
@pytest.mark.parametrize("kind", ["land", "nomads"])
async def test_a_season_of_tables_ends_with_the_standings_that_a_script_computes_from_the_export(
    weeks: Weeks, kind: str, joined: int, size: int, computer: bool
) -> None:
    league = await weeks.league(kind, size=size, computer=computer, at_once=2, weeks=1, pace="14d")
    everybody = people(joined)
    await weeks.join(league, everybody)
    await weeks.begin(league)
    season, unfinished, over = await weeks.newest(league), set[int](), 0
    while found := [game for game in await weeks.running() if game not in unfinished]:
        for game in found:
            over += 1
            is_unfinished = over % 3 == 0
            unfinished |= {game} if is_unfinished else set()
            most = weeks.dice.randint(5, 40) if is_unfinished else 2000
            await append_actions(weeks.context, game, _with_losses(weeks.dice, over % 3 or 1), most)
        if over == len(found):
            await joining.leave(weeks.context, GUILD, league, everybody[-1])
        await weeks.settle()
    await weeks.go_to(season.ends_at)

    view = await views.view(weeks.context, GUILD, league, 1)
    assert view.season.status == "over"
    assert {"played", "judged"} <= {game.data["why"] for game in view.games}
    lines = [[(row.member.number, row.line.place, row.line.points, row.line.margin) for row in each] for each in view.divisions]
    assert season_of(await export_guild(weeks.database, GUILD), season.id) == lines
    assert await recount.recount(weeks.context, GUILD) == 0
    assert (await views.view(weeks.context, GUILD, league, 1)).divisions == view.divisions
    assert any(row.line.place is None for row in view.divisions[-1]) == computer


def test_a_judged_table_has_the_places_that_the_script_finds() -> None:
    dice = Random(1)
    for _ in range(300):
        seats = dice.choice((3, 4))
        shares, margins = [dice.randint(20, 32) / 100 for _ in range(seats)], [dice.uniform(-20, 20) for _ in range(seats)]
        gone = tuple(sorted(dice.sample(range(seats), dice.randint(0, seats - 2))))
        order, ahead = expect(shares, margins, dict.fromkeys(gone, None))
        places = {seat: 1 + sum(map(len, order[:at])) for at, equal in enumerate(order) for seat in equal}
        outcome = judge(shares, margins, gone)
        assert (outcome.places, outcome.margins) == (tuple(places[seat] for seat in range(seats)), tuple(ahead))
