"""The computer player of Land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import fmean
from typing import ClassVar

from players.budget import Budget
from players.core import Player, margins
from players.estimates import Estimate, share_of_margin, share_win
from players.land.field import Field
from players.land.judge import find_best_turn
from players.land.race import pick_some, race, race_without_plan
from players.land.search import TurnSearch
from players.overlooking import notice_bits
from rules.core import Action
from rules.land import DONE, LandState
from rules.squares import Square

RACES = 400
"""Maximum number of races for an estimate of the shares; further races hardly change it."""
TURNS = 4
"""Maximum number of turns that an estimate searches one after another, before all race on."""
SEARCHED = 0.75
"""The share of an estimate's budget for them."""
SOLVING = 0.25
"""The share of a budget for the attempt to search to the end of the game."""
CHAINED = (2.0, 30.0)
"""Lead in plots that multiplies the odds of a win by e if turns are chained.

The first number is the lead at the end of the game; the second one, times the remaining fraction of the game, is added to it.
"""


@dataclass(frozen=True, slots=True)
class LandLevel:
    """The settings of a level."""

    races: int | None = 0
    """Number of races per plot to choose; 0 means any plot, ``None`` as many as the budget allows."""
    sees: float = 1
    """The share of the free plots that the level notices."""

    @property
    def plans(self) -> bool:
        """Whether the level ever runs races, instead of taking any plot."""
        return self.races != 0

    def searches(self, state: LandState, field: Field) -> bool:
        """Return whether the level runs races here, instead of taking any plot or everything in reach."""
        return self.plans and (state.phase == "first" or not field.is_forced)

    def solve(self, field: Field, starts: int, budget: Budget) -> tuple[int, int] | None:
        """Return the best turn and its margin (:func:`find_best_turn`) if the level searches to the end and can.

        The positions searched are not counted as work: each takes a fraction of a race.
        """
        return None if self.races is not None else find_best_turn(field, starts, budget.part(SOLVING))


LEVELS = {
    1: LandLevel(sees=0.7),
    2: LandLevel(races=3, sees=0.76),
    3: LandLevel(races=4, sees=0.95),
    4: LandLevel(races=16),
    5: LandLevel(races=None),
}


class LandPlayer(Player[LandState]):
    """Searches over whole turns, with races to the end of the game. A unit of work is a race."""

    game: ClassVar[str] = "land"

    def _choose(self, state: LandState, level: int, budget: Budget, random: Random) -> Action:
        """Return a plot of the best turn. End the turn only if no available plot is noticed, since every plot counts."""
        how, field = LEVELS[level], Field.of(state)
        field.free = notice_bits(field.free, how.sees, random)
        plots = state.open & field.free
        if not plots and state.taken:
            return DONE
        if plots and how.searches(state, field):
            plots &= _search_turn(field, _starts(state) & plots, how, budget, random)
        return random.choice(list(state.map.squares_of(plots or state.open)))

    def _choose_on(self, state: LandState, level: int, budget: Budget, random: Random) -> Sequence[Action]:
        """Return all plots of the turn. A level with few races searches again before each plot."""
        how, field = LEVELS[level], Field.of(state)
        if how.races or how.sees < 1 or state.phase == "first":
            return [self._choose(state, level, budget, random)]
        plots = _search_turn(field, 0, how, budget, random) if how.searches(state, field) else field.reach()
        return _in_order(state, plots)

    def curves(self, state: LandState) -> str:
        """Return the name of the curves: turns that continue from new plots have curves of their own."""
        return "land-chain" if state.options.reach == "chain" else self.game

    def can_estimate(self, state: LandState) -> bool:
        """Return whether estimates are meaningful. They are not before the order is rolled, since all seats are even then."""
        return state.round > 0

    def look(self, state: LandState, level: int, budget: Budget, random: Random) -> Estimate:
        """Return each seat's share of wins in races from here, and its mean margin. Before first plots all seats are even.

        Once no two seats can reach the same free land, or if the level has searched to the end, the result is certain.

        With chained turns, nearly all planned races have the same winner, mostly the first seat, but real games do not. So with
        chained turns the shares are computed from the mean plots, and the curve corrects for the first seat. Otherwise it
        corrects, with two seats, for the seat to move.
        """
        left, is_chained = state.left, state.options.reach == "chain"
        if not state.round:
            even = tuple((seat in left) / len(left) for seat in range(state.seats))
            return Estimate(even, (0.0,) * state.seats, 1.0, is_sure=True)
        field = Field.of(state)
        settled = field.settled()
        if settled is not None:
            won = share_win(_winners(settled, left), state.seats)
            return Estimate(won, tuple(map(float, margins(settled, left))), is_sure=True)
        if solved := LEVELS[level].solve(field, _starts(state), budget):
            sure = tuple(float(solved[1] if seat == field.seat else -solved[1]) for seat in range(state.seats))
            return Estimate(tuple(map(share_of_margin, sure)), sure, is_sure=True)
        ends, to_come = self._race_on(state, level, budget, random), _part_to_come(state)
        likely = _share_by_plots(ends, left, to_come) if is_chained and LEVELS[level].plans else _share_wins(ends, left)
        gains = tuple(fmean(seat) for seat in zip(*(margins(plots, left) for plots in ends), strict=True))
        first = state.line[0] if is_chained else field.seat
        return Estimate(tuple(each / sum(likely) for each in likely), gains, to_come, first=first)

    def _race_on(self, state: LandState, level: int, budget: Budget, random: Random) -> list[list[int]]:
        """Return the final plots of every seat in races from here.

        If the level searches, most of the budget goes into the next turns, which also improves the later races. After a first
        plot (L5) the search has learned too little about the other plots, so all race by the plan. A level that takes any plot
        expects the same of all seats.
        """
        field, starts, how, ends = Field.of(state), _starts(state), LEVELS[level], list[list[int]]()
        if how.plans:
            search, turn = _search_turns(field, starts, budget, random)
            is_first = not search.root.field.owned[search.root.seat]
        while True:
            if not how.plans:
                ends.append(race_without_plan(_after_first(field, starts, random), random, how.sees))
            elif is_first:
                ends.append(race(_after_first(field, turn, random), random))
            else:
                ends.append(search.race_after(turn))
            if not budget.spend() or len(ends) >= RACES:
                return ends


def _winners(plots: Sequence[int], left: Sequence[int]) -> list[int]:
    """Return those of the remaining seats that have the most plots."""
    best = max(plots[seat] for seat in left)
    return [seat for seat in left if plots[seat] == best]


def _share_wins(ends: Sequence[Sequence[int]], left: Sequence[int]) -> list[float]:
    """Return each seat's wins in races that ended with these plots, plus a half, because a few races prove nothing."""
    wins = [0.5 * (seat in left) for seat in range(len(ends[0]))]
    for plots in ends:
        for seat, share in enumerate(share_win(_winners(plots, left), len(plots))):
            wins[seat] += share
    return wins


def _share_by_plots(ends: Sequence[Sequence[int]], left: Sequence[int], to_come: float) -> list[float]:
    """Return each seat's odds of a win, by the mean of its plots at the ends of races."""
    means = [fmean(plots) for plots in zip(*ends, strict=True)]
    close = CHAINED[0] + CHAINED[1] * to_come
    return [exp((mean - max(means)) / close) * (seat in left) for seat, mean in enumerate(means)]


def _starts(state: LandState) -> int:
    """Return the plots that the seat to move may start on; 0 if it is not choosing its first plot (L5)."""
    return state.open if state.phase == "first" else 0


def _after_first(field: Field, starts: int, random: Random) -> Field:
    """Return the position after the seat to move has taken any of ``starts`` as its first plot.

    Return a copy of this position if there are none.
    """
    field = field.copy()
    if starts:
        field.take(pick_some(starts, 1, random))
        field.end_turn()
    return field


def _search_turns(field: Field, starts: int, budget: Budget, random: Random) -> tuple[TurnSearch, int]:
    """Search the next turns, each after the best one before, up to a turn that begins with dice.

    Return the last search and its best turn.
    """
    searched = budget.part(SEARCHED)
    for left in range(TURNS, 0, -1):
        search, part = TurnSearch(field, random, starts=starts), searched.part(1 / left)
        search.run(part)
        searched.spend(part.used)
        turn = search.best_turn()
        after = search.root.turns[turn]
        if after.over or not after.field.owned[after.seat]:
            break
        field, starts = after.field, 0
    budget.spend(searched.used)
    return search, turn


def _search_turn(field: Field, starts: int, how: LandLevel, budget: Budget, random: Random) -> int:
    """Return the plots of the best turn found by a search; one of ``starts`` for a first turn (L5)."""
    if solved := how.solve(field, starts, budget):
        return solved[0]
    search = TurnSearch(field, random, starts=starts)
    search.run(budget, how.races)
    return search.best_turn()


def _part_to_come(state: LandState) -> float:
    """Return the fraction of the game that is still to be played.

    A first plot whose dice have not been rolled counts as much as all the land, because nothing else depends on chance.
    """
    rolls = sum(not state.owned[seat] for seat in state.left if seat != state.seat) if state.free & state.starts else 0
    return (state.free.bit_count() / state.map.usable.bit_count() + rolls) / state.seats


def _in_order(state: LandState, plots: int) -> list[Square]:
    """Return the plots of a turn in an order in which they can be taken (L10), up to the end of the turn."""
    order, begun = list[Square](), state
    while plots & state.open and state.continues(begun):
        square = next(state.map.squares_of(plots & state.open))
        plots &= ~state.map.bit(square)
        state = state.play(square)
        order.append(square)
    return order
