"""The results of single plots: each plot is credited with the results of the turns in which it was taken.

New turns are drawn from the plots with the best results, with some luck. The races to the end of the game draw their turns in
the same way, so they vary and improve.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Self

from players.land.field import Field
from players.land.race import PLAN, grow, pick_start

UNKNOWN = 0.1
"""Bonus over the average for plots that were never taken."""
TRUST = 2
"""Weight of the initial guess about a plot, in number of results."""
LUCK = 0.15
"""The luck in the races' turns, on the scale of the results, 0 to 1."""
PLANNED = 0.3
"""The fraction of the races' turns that follow the plan."""
PLANNED_EQUAL = 0.7
"""The fraction of the races' turns that follow the plan, with equal herds.

Turns are then many and small, and if more of them were drawn by results, leaders would win by too little.
"""
PLANNED_ESTIMATE = 0.9
"""The fraction with equal herds in races for an estimate.

With fewer, estimated leads are too small; if all follow the plan, races are too much alike to estimate shares.
"""
WAVES = 3
"""If turns may continue from new plots, a turn is drawn in about this many parts."""


class Tastes:
    """The results of one seat's turns, by plot: in a position, or in all turns up to the end of the game."""

    __slots__ = ("_before", "_counts", "_random", "_total", "_totals", "_turns")

    def __init__(self, random: Random, before: Self | None = None) -> None:
        """``before``: earlier results to start with, at a small weight."""
        self._random, self._before = random, before
        self._totals, self._counts = dict[int, float](), dict[int, int]()
        self._total, self._turns = 0.5, 1

    def credit(self, plots: int, result: float) -> None:
        """Credit each plot of a turn with its result, between 0 and 1."""
        self._total += result
        self._turns += 1
        totals, counts = self._totals, self._counts
        while plots:
            plot = plots & -plots
            plots ^= plot
            if plot not in counts:
                totals[plot], counts[plot] = TRUST * self._guess(plot), TRUST
            totals[plot] += result
            counts[plot] += 1

    def _guess(self, plot: int) -> float:
        """Return the expected result of a plot that was never taken here."""
        average, before = self._total / self._turns, self._before
        if before is None or plot not in before._counts:
            return average + UNKNOWN
        return average + before._totals[plot] / before._counts[plot] - before._total / before._turns

    def draw(self, field: Field, luck: float, *, fading: bool) -> int:
        """Return a turn that uses all remaining cows: the plots with the best results, with some luck.

        ``fading``: whether the luck of a plot shrinks as it is taken more often.
        """
        if not field.house.chain:
            return self._draw(field, field.reach(), field.cows, luck, fading=fading)
        after = field.copy()
        wave = -(-field.cows // WAVES)
        while after.cows and (plots := self._draw(after, after.reach(), min(wave, after.cows), luck, fading=fading)):
            after.take(plots)
        return after.taken & ~field.taken

    def _draw(self, field: Field, reach: int, cows: int, luck: float, *, fading: bool) -> int:
        totals, counts, chance = self._totals, self._counts, self._random.random
        unknown = self._total / self._turns + UNKNOWN
        worths = list[tuple[float, int]]()
        while reach:
            plot = reach & -reach
            reach ^= plot
            if plot not in counts:
                worths.append((unknown + luck * chance(), plot))
            elif fading:
                count = counts[plot]
                worths.append((totals[plot] / count + luck * chance() / sqrt(count), plot))
            else:
                worths.append((totals[plot] / counts[plot] + luck * chance(), plot))
        worths.sort(reverse=True)
        mountain, dear, chosen = field.map.mountain, field.house.mountain, 0
        for _, plot in worths:
            cost = dear if plot & mountain else 1
            if cost <= cows:
                chosen |= plot
                cows -= cost
                if not cows:
                    break
        return chosen


def race_by_tastes(
    field: Field, tastes: list[Tastes], random: Random, *, is_estimate: bool = False
) -> tuple[list[tuple[int, int]], bool]:
    """Play from the start of a turn to the end of the game, in place, by each seat's results.

    ``is_estimate``: whether the race is for an estimate, and not for a search. Return the seats and plots of the turns that had
    a choice, and whether the whole course was certain.
    """
    chosen, sure, planned = list[tuple[int, int]](), True, PLANNED
    if field.house.equal:
        planned = PLANNED_ESTIMATE if is_estimate else PLANNED_EQUAL
    while True:
        seat = field.seat
        if not field.owned[seat]:
            sure = False
            field.take(pick_start(field, field.roll_start(random), random))
        elif not field.take_all():
            before = field.taken
            if random.random() < planned:
                grow(field, PLAN, random)
            else:
                field.take(tastes[seat].draw(field, LUCK, fading=False))
            chosen.append((seat, field.taken & ~before))
        if not field.end_turn():
            return chosen, sure and not chosen
