"""The computer player of Land."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from players.budget import Budget
from players.core import Player
from players.land.field import Field
from players.land.race import AHEAD, ANY, COWS, Plan, grow, race
from players.land.search import TurnSearch
from rules.core import Action
from rules.land import LandState

RACES = 400
"""Most races for an estimate of the shares: more hardly change it."""


@dataclass(frozen=True, slots=True)
class LandLevel:
    """How well a level plays."""

    plan: Plan = ()
    """How it grows where it does not search; without a plan it takes any plot."""
    races: int | None = 0
    """Races that it looks at before each plot; 0 plays by the plan alone, ``None`` as many as the budget admits."""


LEVELS = {
    1: LandLevel(),
    2: LandLevel(plan=(COWS, AHEAD, ANY)),
    3: LandLevel(races=3),
    4: LandLevel(races=12),
    5: LandLevel(races=None),
}


class LandPlayer(Player[LandState]):
    """Searches over whole turns, with races to the end of the game. A unit of work is a race."""

    game: ClassVar[str] = "land"

    def _choose(self, state: LandState, level: int, budget: Budget, random: Random) -> Action:
        """Return the plot that is in most of the good turns. Never stop while a plot can be taken: every plot counts."""
        how, field = LEVELS[level], Field.of(state)
        first = state.phase == "first"
        if field.is_forced and not first:
            plots = state.open
        elif how.races == 0:
            plots = _plan_turn(field, how.plan, random) & state.open if how.plan and not first else state.open
        else:
            search = TurnSearch(field, random, starts=state.open if first else 0)
            search.run(budget, how.races)
            plots = search.popular(state.open)
        return random.choice(list(state.map.squares_of(plots)))

    def _shares(self, state: LandState, budget: Budget, random: Random) -> tuple[float, ...]:
        """Return how often each seat wins the races from here. Before the first plots all seats have equal shares."""
        wins = [0.0] * state.seats
        if not state.round:
            return tuple((seat in state.left) / len(state.left) for seat in range(state.seats))
        field, races = Field.of(state), 0
        while True:
            ends = race(field.copy(), random)
            best = max(ends[seat] for seat in state.left)
            winners = [seat for seat in state.left if ends[seat] == best]
            for seat in winners:
                wins[seat] += 1 / len(winners)
            races += 1
            if not budget.spend() or races >= RACES:
                break
        # A few races prove nothing: each seat gets half a win more, as is usual with small counts.
        doubt = 0.5 if state.free else 0.0
        total = races + doubt * len(state.left)
        return tuple((wins[seat] + doubt * (seat in state.left)) / total for seat in range(state.seats))


def _plan_turn(field: Field, plan: Plan, random: Random) -> int:
    """Return the plots that a turn by the plan takes."""
    after = field.copy()
    grow(after, plan, random)
    return after.taken & ~field.taken
