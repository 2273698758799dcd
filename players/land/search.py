"""A search over whole turns of Land: which sets of plots to take, the replies to them, and the result of the game.

It is a Monte Carlo tree whose moves are whole turns. A visit descends to a new position, which is evaluated by a race. The
result is credited to every plot of the sets taken on the way, in the tree and in the race, and new sets are drawn from the
plots with the best results. Every seat chooses what is best for itself.
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
"""The weight of exploration relative to values, in units of the spread of the values in a position."""
FAIR = 0.4
"""Each turn tried from the root gets at least this fraction of an equal share of the visits, so that its value is reliable."""
LEAST_SPREAD = 0.01
"""The minimum spread assumed for the values of a position, as a standard deviation."""
FIRST, WIDEN = 3, 1.0
"""A position with n visits has up to ``FIRST + WIDEN * sqrt(n)`` turns to choose from."""
LUCK = (0.6, 1.2, 2.4)
"""The amounts of luck for drawing a new turn by results. More luck is tried if the drawn turns are already known."""
DOUBT = 0.5
"""Number of standard deviations, divided by the square root of the visits, that the final choice subtracts from the value of
a turn."""
CLOSE = 4.0
"""Lead in plots that multiplies the odds of a win by e."""

Values = list[float]
"""The value for each seat, from 0 to 1."""


class TurnNode:
    """The start of a turn, or the rest of one, with the turns that were tried from it."""

    __slots__ = ("best", "exact", "field", "forced", "known", "over", "seat", "squares", "tastes", "totals", "turns", "visits")

    def __init__(self, field: Field, *, over: bool = False) -> None:
        self.field = field
        self.over = over
        self.seat = field.seat
        self.forced = field.is_forced
        self.turns: dict[int, TurnNode] = {}
        """Plots taken -> the position after the turn."""
        self.visits = 0
        self.totals = [0.0] * len(field.owned)
        self.squares = 0.0
        """The sum of the squares of the values for the seat to move."""
        self.tastes: Tastes | None = None
        """The results of plots in turns from here."""
        self.exact: Values | None = None
        """The values at the end of the game, if they are certain."""
        self.best: Values | None = None
        """The best exact values known among the turns from here."""
        self.known = set[int]()
        """The turns with exact values."""

    def add(self, plots: int) -> TurnNode:
        """Add and return the node after a turn that takes ``plots``."""
        field = self.field.copy()
        field.take(plots)
        self.turns[plots] = TurnNode(field, over=not field.end_turn())
        return self.turns[plots]

    def count(self, values: Values) -> None:
        """Record a visit that had these values."""
        self.visits += 1
        self.squares += values[self.seat] ** 2
        for seat, value in enumerate(values):
            self.totals[seat] += value

    @property
    def spread(self) -> float:
        """The standard deviation of the visits' values for the seat."""
        visits = max(1, self.visits)
        mean = self.totals[self.seat] / visits
        return LEAST_SPREAD + sqrt(max(0.0, self.squares / visits - mean * mean))

    def learn(self, plots: int, values: Values) -> Values:
        """Record a turn's exact values. Return the best exact values so far."""
        if self.best is None or values[self.seat] > self.best[self.seat]:
            self.best = values
        self.known.add(plots)
        if len(self.known) == len(self.turns) == self._every():
            self.exact = self.best
        return self.best

    def _every(self) -> int:
        """Return the number of possible turns; 0 if it is not easy to compute."""
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
        """The results of plots in all turns up to the end of the game, by seat."""
        self._fixed = bool(starts)
        for start in bits(starts):
            self.root.add(start)

    def run(self, budget: Budget, races: int | None = None) -> None:
        """Grow the tree until the budget is spent, ``races`` races are run, or the best turn is certain."""
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
        """Return the final values of a race from a position."""
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
        """Return the turn to visit: occasionally a new one, else the most promising one."""
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
        """Return the turn with the best value so far plus a bonus for uncertainty."""
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
        """Return a turn drawn from the plots with the best results; the first turn of a node follows the plan."""
        field = node.field
        if not node.turns:
            after = field.copy()
            grow(after, PLAN, self.random)
            return after.taken & ~field.taken
        return (node.tastes or self.tastes[node.seat]).draw(field, luck, fading=True)

    def values(self, plots: list[int]) -> Values:
        """Return the value of a final result for each seat, from 0 to 1: by the chance to be ahead, and by the lead itself."""
        found, total = [], sum(plots)
        for seat, own in enumerate(plots):
            others = plots[:seat] + plots[seat + 1 :]
            ahead = 1 / (1 + exp((max(others) - own) / CLOSE))
            more = (own - (total - own) / len(others)) / self.plots
            found.append(0.25 + 0.5 * ahead + 0.25 * more)
        return found

    def race_after(self, plots: int) -> list[int]:
        """Return the plots of every seat at the end of a race that begins with a turn of the tree.

        The race continues by the results so far.
        """
        node = self.root.turns[plots]
        field = node.field.copy()
        if not node.over:
            race_by_tastes(field, self.tastes, self.random, is_estimate=True)
        return [owned.bit_count() for owned in field.owned]

    def best_turn(self) -> int:
        """Return the plots of the turn with the best value. Values are reduced by a doubt that is larger for fewer visits."""
        seat, turns, doubt = self.root.seat, self.root.turns, DOUBT * self.root.spread

        def worth(plots: int) -> float:
            node = turns[plots]
            if node.exact:
                return node.exact[seat]
            return node.totals[seat] / node.visits - doubt / sqrt(node.visits) if node.visits else -1.0

        return max(turns, key=worth)
