"""The search in the fill: a tree of moves, grown by filling the grid at random and claiming it.

Every filled grid gives information about all terrains on it, not only about the moves that led there: :class:`Effects` stores
the mean margin for each terrain on each square. The tree examines the moves with the best effects first, and relies on the
effects until it has played a move often.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import log, sqrt
from random import Random

from players.budget import Budget
from players.pastures.filling import Filling

Value = Callable[[list[int]], float]
"""The value of a full grid for the seat that places the first castle."""

_TRUST = 200
"""Number of plays of a move whose results weigh as much as the effect of its terrain on its square."""
_CURIOSITY = 0.3
"""The weight of exploration in points, by the logarithm rule of UCT."""
_GROWS_AT = 6
"""Number of plays of a move before the search examines its answers one by one."""


class Effects:
    """The effect of each terrain on each square: the mean value of grids that have it minus the overall mean.

    Values are those for the seat that places the first castle.
    """

    def __init__(self, size: int) -> None:
        self.count = 0
        self.average = 0.0
        self.total_squares = 0.0
        self.of = [0.0] * (size * 6)
        """Indexed by move."""
        self._counts = [8] * (size * 6)  # as if each move had been seen this often without any effect

    def learn(self, cells: list[int], squares: list[int], value: float) -> None:
        """Record one filled grid; ``squares`` are the squares that were empty."""
        self.count += 1
        self.average += (value - self.average) / self.count
        self.total_squares += value * value
        of, counts, surplus = self.of, self._counts, value - self.average
        for square in squares:
            move = square * 6 + cells[square]
            counts[move] = count = counts[move] + 1
            of[move] += (surplus - of[move]) / count

    @property
    def spread(self) -> float:
        """Standard deviation of the grids' values."""
        return sqrt(max(0.0, self.total_squares / self.count - self.average**2)) if self.count else 0.0


class FillNode:
    """A position of the tree: its moves, those with the best effects first, and the results of playing them."""

    __slots__ = ("children", "counts", "moves", "totals", "visits")

    def __init__(self, filling: Filling, effects: Effects, sign: int) -> None:
        of = effects.of
        self.moves = sorted(filling.moves(), key=lambda move: -sign * of[move])
        self.visits = 0
        self.counts = [0] * len(self.moves)
        self.totals = [0.0] * len(self.moves)
        self.children: list[FillNode | None] = [None] * len(self.moves)

    def pick(self, effects: Effects, sign: int) -> int:
        """Return the index of the move to play next."""
        wide = min(len(self.moves), 3 + int(self.visits**0.6))
        explore = _CURIOSITY * sqrt(log(self.visits + 1) + 1)
        of, average = effects.of, effects.average
        best, best_worth = 0, -1e9
        for index in range(wide):
            count = self.counts[index]
            prior = average + of[self.moves[index]]
            worth = sign * (self.totals[index] + _TRUST * prior) / (count + _TRUST) + explore / sqrt(count + 1)
            if worth > best_worth:
                best, best_worth = index, worth
        return best


class FillSearch:
    """A search from one position. ``sign`` is 1 if the seat to move places the first castle, else -1."""

    def __init__(self, filling: Filling, sign: int, value: Value, random: Random) -> None:
        self.filling = filling
        self.sign = sign
        self.value = value
        self.random = random
        self.effects = Effects(filling.grid.size)
        self.root: FillNode | None = None

    def warm_up(self, budget: Budget, grids: int | None = None) -> None:
        """Fill grids without a tree, to get effects for sorting moves: up to ``grids``, or until the budget is spent."""
        for _ in count() if grids is None else range(grids):
            self._fill_up(self.filling, self.sign)
            if not budget.spend():
                return

    def _fill_up(self, filling: Filling, sign: int) -> float:
        cells = filling.fill_up(self.random, self.effects.of, sign) if filling.empty else filling.cells
        value = self.value(cells)
        self.effects.learn(cells, self.filling.empty, value)
        return value

    def run(self, budget: Budget) -> None:
        """Grow the tree until the budget is spent."""
        if self.root is None:
            self.root = FillNode(self.filling, self.effects, self.sign)
        while not budget.is_spent:
            self._grow()
            budget.spend()

    def _grow(self) -> None:
        filling, sign = self.filling.copy(), self.sign
        node = self.root
        path = []
        while node is not None:
            index = node.pick(self.effects, sign)
            path.append((node, index))
            filling.play(node.moves[index])
            sign = -sign
            child = node.children[index]
            if child is None and node.counts[index] >= _GROWS_AT and filling.empty:
                node.children[index] = child = FillNode(filling, self.effects, sign)
            node = child
        value = self._fill_up(filling, sign)
        for node, index in path:
            node.visits += 1
            node.counts[index] += 1
            node.totals[index] += value

    def outlook(self) -> float:
        """Return the expected margin for the seat that places first: of the most played move, else of all grids."""
        if self.root is None or not any(self.root.counts):
            return self.effects.average
        most = max(range(len(self.root.moves)), key=self.root.counts.__getitem__)
        return self.root.totals[most] / self.root.counts[most]

    def ranking(self) -> list[int]:
        """Return the moves, best first: by the number of plays, then by their value."""
        of, average, sign, root = self.effects.of, self.effects.average, self.sign, self.root
        if root is None:
            return sorted(self.filling.moves(), key=lambda move: -sign * of[move])

        def rank(played: tuple[int, int, float]) -> tuple[int, float]:
            move, count, total = played
            return -count, -sign * (total + _TRUST * (average + of[move])) / (count + _TRUST)

        return [move for move, _, _ in sorted(zip(root.moves, root.counts, root.totals, strict=True), key=rank)]
