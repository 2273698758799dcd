"""A search over whole turns of Land: which sets of plots to take, what the others take then, and who gets how much in the end.

A Monte Carlo tree whose moves are whole turns. A visit goes down to a new position, and a race decides from
there; now and then it adds a turn. Every seat picks what is best for itself.
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random

from players.budget import Budget
from players.land.field import Field
from players.land.race import AHEAD, ANY, CONTACT, COWS, OPENING, PLAN, TOWARDS, Plan, grow, pick_some, race

PLANS: tuple[Plan, ...] = (
    PLAN,
    (COWS, OPENING, AHEAD, ANY),
    (CONTACT, TOWARDS, COWS, OPENING, AHEAD, ANY),
    (OPENING, COWS, AHEAD, ANY),
    (TOWARDS, OPENING, AHEAD, ANY),
    (ANY,),
)
"""The plans for new turns, the best one first."""

EXPLORE = 0.25
"""The weight of exploration beside values between 0 and 1."""
FIRST, WIDEN = 3, 1.0
"""A position with n visits has up to ``FIRST + WIDEN * sqrt(n)`` turns to choose from."""
CLOSE = 4.0
"""Plots of lead that make a win likely: e to 1."""


class TurnNode:
    """The start of a turn, or the rest of one, with the turns that were tried from it."""

    __slots__ = ("field", "forced", "over", "seat", "totals", "turns", "visits")

    def __init__(self, field: Field, *, over: bool = False) -> None:
        self.field = field
        self.over = over
        self.seat = field.seat
        self.forced = field.is_forced
        self.turns: dict[int, TurnNode] = {}
        """Plots taken -> what follows."""
        self.visits = 0
        self.totals = [0.0] * len(field.owned)

    def add(self, plots: int) -> TurnNode:
        """Return the node after a turn that takes ``plots``."""
        field = self.field.copy()
        field.take(plots)
        self.turns[plots] = TurnNode(field, over=not field.end_turn())
        return self.turns[plots]


class TurnSearch:
    """The tree of one decision. A unit of work is a race."""

    def __init__(self, field: Field, random: Random, *, starts: int = 0) -> None:
        self.random = random
        self.root = TurnNode(field)
        self.plots = field.map.usable.bit_count()
        self._fixed = bool(starts)
        while starts:
            lowest = starts & -starts
            self.root.add(lowest)
            starts ^= lowest

    def run(self, budget: Budget, races: int | None = None) -> None:
        """Grow the tree until the budget is spent, or after ``races`` races."""
        while True:
            self._visit()
            if not budget.spend() or self.root.visits == races:
                return

    def _visit(self) -> None:
        node, path = self.root, [self.root]
        while not node.over and (node is self.root or (node.visits and node.field.owned[node.seat])):
            node = self._pick_turn(node)
            path.append(node)
        field = node.field
        values = self.values([plots.bit_count() for plots in field.owned] if node.over else race(field.copy(), self.random))
        for each in path:
            each.visits += 1
            for seat, value in enumerate(values):
                each.totals[seat] += value

    def _pick_turn(self, node: TurnNode) -> TurnNode:
        """Return the turn to visit: a new one now and then, else the most promising one."""
        known = node.turns
        fixed = self._fixed and node is self.root
        if not fixed and (not known or (not node.forced and len(known) < FIRST + WIDEN * sqrt(node.visits))):
            plots = self._think_of_turn(node)
            if plots not in known:
                return node.add(plots)
        if len(known) == 1:
            return next(iter(known.values()))
        reach, seat = EXPLORE * sqrt(log(node.visits + 1)), node.seat
        best, best_worth = None, -1.0
        for child in known.values():
            if not child.visits:
                return child
            worth = child.totals[seat] / child.visits + reach / sqrt(child.visits)
            if worth > best_worth:
                best, best_worth = child, worth
        return best or node.add(self._think_of_turn(node))

    def _think_of_turn(self, node: TurnNode) -> int:
        """Return a turn by one of the plans, or the turn visited most with some plots changed for others."""
        tried = len(node.turns)
        if tried >= len(PLANS) and not node.field.house.chain and self.random.random() < 0.5:
            return self._vary_turn(node)
        plan = PLANS[tried] if tried < len(PLANS) else self.random.choice(PLANS)
        field = node.field.copy()
        grow(field, plan, self.random)
        return field.taken & ~node.field.taken

    def _vary_turn(self, node: TurnNode) -> int:
        field = node.field
        plots = max(node.turns, key=lambda taken: node.turns[taken].visits)
        plots &= ~pick_some(plots, self.random.randint(1, 2), self.random)
        left = field.cows - field.cost(plots)
        pool = field.reach() & ~plots
        while pool and left > 0:
            plot = pick_some(pool, 1, self.random)
            pool &= ~plot
            if field.cost(plot) <= left:
                plots |= plot
                left -= field.cost(plot)
        return plots

    def values(self, plots: list[int]) -> list[float]:
        """Return how good an end is for each seat, from 0 to 1: half by who is likely to be ahead, half by how much."""
        found, total = [], sum(plots)
        for seat, own in enumerate(plots):
            others = plots[:seat] + plots[seat + 1 :]
            ahead = 1 / (1 + exp((max(others) - own) / CLOSE))
            more = (own - (total - own) / len(others)) / self.plots
            found.append(0.25 + 0.5 * ahead + 0.25 * more)
        return found

    def best_turn(self) -> int:
        """Return the plots of the turn that was visited most."""
        turns = self.root.turns
        return max(turns, key=lambda plots: turns[plots].visits)

    def popular(self, among: int) -> int:
        """Return the plot of ``among`` that is in most turns, each counted as often as it was visited."""
        counts: dict[int, int] = {}
        for plots, child in self.root.turns.items():
            plots &= among
            while plots:
                lowest = plots & -plots
                counts[lowest] = counts.get(lowest, 0) + child.visits
                plots ^= lowest
        return max(counts, key=lambda bit: counts[bit])
