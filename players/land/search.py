"""A search over whole turns of Land: which sets of plots to take, what the others take then, and who gets how much in the end.

A Monte Carlo tree whose moves are whole turns. A visit goes down to a new position, and a race decides from there. Its
result is credited to every single plot of the sets that were taken on the way, in the tree and in the race, and new sets
are drawn from the plots that have earned most. Every seat picks what is best for itself.
"""

from __future__ import annotations

from math import comb, exp, log, sqrt
from random import Random

from players.budget import Budget
from players.land.field import Field
from players.land.race import PLAN, grow
from players.land.tastes import Tastes, race_by_tastes
from rules.grid import bits

EXPLORE = 0.7
"""The weight of exploration beside values, which is measured by how much the values of a position differ."""
FAIR = 0.4
"""Each turn tried from the position on the table has at least this part of an equal share of the visits, to be known well."""
LEAST_SPREAD = 0.01
"""The values of a position are thought to differ by so much at least, as a standard deviation."""
FIRST, WIDEN = 3, 1.0
"""A position with n visits has up to ``FIRST + WIDEN * sqrt(n)`` turns to choose from."""
LUCK = (0.6, 1.2, 2.4)
"""The luck with which a new turn is drawn from what plots have earned; more where the turns drawn are known already."""
DOUBT = 0.5
"""By so many standard deviations, divided by the root of the visits, a turn may be worse than it looks."""
CLOSE = 4.0
"""Plots of lead that make a win likely: e to 1."""

Values = list[float]
"""How good something is for each seat, from 0 to 1."""


class TurnNode:
    """The start of a turn, or the rest of one, with the turns that were tried from it."""

    __slots__ = ("best", "exact", "field", "forced", "known", "over", "seat", "squares", "tastes", "totals", "turns", "visits")

    def __init__(self, field: Field, *, over: bool = False) -> None:
        self.field = field
        self.over = over
        self.seat = field.seat
        self.forced = field.is_forced
        self.turns: dict[int, TurnNode] = {}
        """Plots taken -> what follows."""
        self.visits = 0
        self.totals = [0.0] * len(field.owned)
        self.squares = 0.0
        """The sum of the squares of the values for the seat."""
        self.tastes: Tastes | None = None
        """What plots have earned in turns from here."""
        self.exact: Values | None = None
        """The values of the end, where they are sure."""
        self.best: Values | None = None
        """The best exact values that a turn from here leads to."""
        self.known = set[int]()
        """The turns with exact values."""

    def add(self, plots: int) -> TurnNode:
        """Return the node after a turn that takes ``plots``."""
        field = self.field.copy()
        field.take(plots)
        self.turns[plots] = TurnNode(field, over=not field.end_turn())
        return self.turns[plots]

    def count(self, values: Values) -> None:
        """Count a visit that came to these values."""
        self.visits += 1
        self.squares += values[self.seat] ** 2
        for seat, value in enumerate(values):
            self.totals[seat] += value

    @property
    def spread(self) -> float:
        """How much the values of the visits differ for the seat, as a standard deviation."""
        visits = max(1, self.visits)
        mean = self.totals[self.seat] / visits
        return LEAST_SPREAD + sqrt(max(0.0, self.squares / visits - mean * mean))

    def learn(self, plots: int, values: Values) -> Values:
        """Learn that a turn leads to exact values. Return those of the best turn of which they are exact."""
        if self.best is None or values[self.seat] > self.best[self.seat]:
            self.best = values
        self.known.add(plots)
        if len(self.known) == len(self.turns) == self._every():
            self.exact = self.best
        return self.best

    def _every(self) -> int:
        """Return how many turns there are; 0 where that is not easy to say."""
        field, reach = self.field, self.field.reach()
        if self.forced:
            return 1
        if field.house.chain or (field.house.mountain > 1 and reach & field.map.mountain):
            return 0
        return comb(reach.bit_count(), field.cows)


class TurnSearch:
    """The tree of one decision. A unit of work is a race."""

    def __init__(self, field: Field, random: Random, *, starts: int = 0) -> None:
        self.random = random
        self.root = TurnNode(field)
        self.plots = field.map.usable.bit_count()
        self.tastes = [Tastes(random) for _ in field.owned]
        """What plots have earned on the whole way, by seat."""
        self._fixed = bool(starts)
        for start in bits(starts):
            self.root.add(start)

    def run(self, budget: Budget, races: int | None = None) -> None:
        """Grow the tree until the budget is spent, after ``races`` races, or until the best turn is sure."""
        while True:
            self._visit()
            if not budget.spend() or self.root.visits == races or self.root.exact:
                return

    def _visit(self) -> None:
        node, path = self.root, list[tuple[TurnNode, int]]()
        while not node.exact and (node is self.root or (node.visits and node.field.owned[node.seat])):
            plots = self._pick_turn(node)
            path.append((node, plots))
            node = node.turns[plots]
        values = node.exact or self._race(node)
        node.count(values)
        for parent, plots in reversed(path):
            if not parent.forced:
                self._credit(parent, plots, values[parent.seat])
            exact = parent.turns[plots].exact
            if exact:
                values = parent.learn(plots, exact)
            parent.count(values)

    def _race(self, node: TurnNode) -> Values:
        """Return the values of the end of a race from a position."""
        field = node.field.copy()
        chosen, sure = ([], True) if node.over else race_by_tastes(field, self.tastes, self.random)
        values = self.values([plots.bit_count() for plots in field.owned])
        for seat, plots in chosen:
            self.tastes[seat].credit(plots, values[seat])
        if sure:
            node.exact = values
        return values

    def _credit(self, node: TurnNode, plots: int, result: float) -> None:
        if node.tastes is None:
            node.tastes = Tastes(self.random, self.tastes[node.seat])
        node.tastes.credit(plots, result)
        self.tastes[node.seat].credit(plots, result)

    def _pick_turn(self, node: TurnNode) -> int:
        """Return the turn to visit: a new one now and then, else the most promising one."""
        turns = node.turns
        fixed = node.forced if turns else False
        fixed = fixed or (self._fixed and node is self.root)
        if not fixed and (not turns or len(turns) < FIRST + WIDEN * sqrt(node.visits)):
            plots = self._think_of_turn(node, LUCK[0])
            if plots not in turns:
                node.add(plots)
                return plots
        if len(turns) == 1:
            return next(iter(turns))
        best = self._most_promising(node)
        if turns[best].exact and not fixed:
            for luck in LUCK:
                plots = self._think_of_turn(node, luck)
                if plots not in turns:
                    node.add(plots)
                    return plots
        return best

    def _most_promising(self, node: TurnNode) -> int:
        """Return the turn with the best value so far, and something for what is not known about it."""
        reach, seat = EXPLORE * node.spread * sqrt(log(node.visits + 1)), node.seat
        fair = FAIR * node.visits / len(node.turns) if node is self.root else 0
        best, best_worth = 0, -1.0
        for plots, child in node.turns.items():
            if not child.visits or (child.visits < fair and not child.exact):
                return plots
            doubtful = child.totals[seat] / child.visits + reach / sqrt(child.visits)
            worth = child.exact[seat] if child.exact else doubtful
            if worth > best_worth:
                best, best_worth = plots, worth
        return best

    def _think_of_turn(self, node: TurnNode, luck: float) -> int:
        """Return a turn of plots that have earned much; the first one is by the plan."""
        field = node.field
        if not node.turns:
            after = field.copy()
            grow(after, PLAN, self.random)
            return after.taken & ~field.taken
        return (node.tastes or self.tastes[node.seat]).draw(field, luck, fading=True)

    def values(self, plots: list[int]) -> Values:
        """Return how good an end is for each seat, from 0 to 1: half by who is likely to be ahead, half by how much."""
        found, total = [], sum(plots)
        for seat, own in enumerate(plots):
            others = plots[:seat] + plots[seat + 1 :]
            ahead = 1 / (1 + exp((max(others) - own) / CLOSE))
            more = (own - (total - own) / len(others)) / self.plots
            found.append(0.25 + 0.5 * ahead + 0.25 * more)
        return found

    def best_turn(self) -> int:
        """Return the plots of the turn that is best for the seat, less a doubt where it was visited little."""
        seat, turns, doubt = self.root.seat, self.root.turns, DOUBT * self.root.spread

        def worth(plots: int) -> float:
            node = turns[plots]
            if node.exact:
                return node.exact[seat]
            return node.totals[seat] / node.visits - doubt / sqrt(node.visits) if node.visits else -1.0

        return max(turns, key=worth)
