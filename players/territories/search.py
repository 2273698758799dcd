"""Alpha-beta search over the fence phase, one trunk deeper in each iteration, until the budget is spent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from math import inf
from typing import NamedTuple

from players.budget import Budget, OutOfBudget
from players.territories.ground import FencePosition, Ground

BEYOND = 2
"""Maximum number of trunks to search beyond the depth to finish a fence: evaluations are best between two fences."""
SHALLOWEST = 1 - BEYOND
"""The depth at which every position after one trunk is evaluated at once, even in the middle of a fence."""
DEEPEST = 150
"""A depth greater than the number of trunks left in any game that the search can finish."""
TABLE_SIZE = 100_000
"""Maximum number of positions in the table: about 100 MB."""
LEAST_STEP = 0.01
"""Values closer than this count as equal when a move is only compared with the best one so far."""
EAGER = 4
"""Number of first trunks of a fence to search to the full depth; the others need a good result in a shallower search first."""
SHALLOWER = 2


class Found(NamedTuple):
    """The result of a search of a position, for the seat to move."""

    position: FencePosition
    """The position, trimmed."""
    moves: list[int]
    """The moves of the position that are not overlooked."""
    move: int
    """The best move."""
    least: float
    """Lower bound of the value."""
    most: float
    """Upper bound of the value."""
    depth: int
    """Number of trunks looked ahead."""
    solved: bool
    """Whether the result holds for best play to the end of the game, without any estimate."""

    def answers(self, depth: int, alpha: float, beta: float) -> bool:
        """Return whether this answers a search of a given depth for values between ``alpha`` and ``beta``."""
        return (self.depth >= depth or self.solved) and (self.least >= beta or self.most <= alpha or self.least == self.most)

    @property
    def value(self) -> float:
        """The value, or a bound of it."""
        return self.least if self.least > -inf else self.most


class FenceSearch:
    """A search on one ground. A unit of work is a trunk tried.

    ``overlooked``: moves that are left out of the search as long as there are others.
    """

    def __init__(self, ground: Ground, budget: Budget, overlooked: Collection[int] = ()) -> None:
        self.ground, self.budget, self._overlooked = ground, budget, overlooked
        self._known: dict[tuple[int, int, int], Found] = {}
        self._praised = defaultdict[int, int](int), defaultdict[int, int](int)

    def moves(self, position: FencePosition) -> list[int]:
        """Return the legal moves that are not overlooked."""
        moves, overlooked = self.ground.moves(position), self._overlooked
        return [move for move in moves if move not in overlooked] or moves if overlooked else moves

    def prefer(self, position: FencePosition, move: int) -> None:
        """Try this move first, so that it is chosen if others are equally good."""
        self._known[position.key] = Found(position, self.moves(position), move, -inf, inf, 0, False)

    def knows(self, position: FencePosition) -> bool:
        """Return whether the moves of a position have been searched."""
        return position.key in self._known

    def best(self, position: FencePosition, depth: int) -> float:
        """Return the value of a position for the seat to move, searched ``depth`` trunks deep. Raise OutOfBudget."""
        return self._search_root(position, depth).value

    def run(self, position: FencePosition, deepest: int = DEEPEST) -> Found:
        """Return the result of the deepest search that the budget allows.

        If the budget is too small for one trunk ahead, the move is the preferred one, or the first.
        """
        known, moves = self._known.get(position.key), self.moves(position)
        value = -self.ground.value(position) if position.seat else self.ground.value(position)
        found = Found(position, moves, known.move if known else moves[0], value, value, 0, False)
        try:
            for depth in range(SHALLOWEST, deepest + 1):
                found = self._search_root(position, depth)
                if found.solved:
                    break
        except OutOfBudget:
            pass
        return found

    def _search_root(self, position: FencePosition, depth: int) -> Found:
        """Return the exact result for a position."""
        known = self._known.get(position.key)
        if known is not None and known.answers(depth, -inf, inf):
            return known
        return self._best(position, known, depth, -inf, inf)

    def _best(self, position: FencePosition, known: Found | None, depth: int, alpha: float, beta: float) -> Found:
        """Return the result for a position: exact between ``alpha`` and ``beta``, else a bound."""
        legal = known.moves if known else self.moves(position)
        moves = self._sort(legal, position.seat, known)
        if len(moves) == 1 and depth > 0:
            depth += 1
        eager = len(moves) if position.open_end or depth <= SHALLOWER else EAGER
        best, best_move, floor, solved = -inf, 0, alpha, True
        for number, move in enumerate(moves):
            if number == 0:
                value, move_solved = self._after(position, move, depth, floor, beta)
            else:
                less = 0 if number < eager else SHALLOWER
                value, move_solved = self._after(position, move, depth - less, floor, floor + LEAST_STEP)
                if value > floor and (value < beta or (less and not move_solved)):
                    value, move_solved = self._after(position, move, depth, floor, beta)
            solved = solved and move_solved
            if value > best:
                best, best_move = value, move
                floor = max(floor, value)
                if value >= beta:
                    self._praise(position.seat, move, depth)
                    solved = move_solved
                    break
        least, most = best if best > alpha else -inf, best if best < beta else inf
        found = Found(position, legal, best_move, least, most, depth, solved)
        if len(self._known) >= TABLE_SIZE:
            self._known.clear()
        self._known[position.key] = found
        return found

    def _after(self, position: FencePosition, move: int, depth: int, alpha: float, beta: float) -> tuple[float, bool]:
        """Return the value of a move for the seat that makes it, and whether it is solved."""
        if not self.budget.spend():
            raise OutOfBudget
        ground, seat = self.ground, position.seat
        laid = ground.lay(position, move)
        if not laid.mixed:
            return -laid.settled if seat else laid.settled, True
        if depth <= (1 - BEYOND if laid.open_end else 1):
            value = ground.value(laid)
            return -value if seat else value, False
        sign = 1
        if laid.seat != seat:
            sign, alpha, beta = -1, -beta, -alpha
        found = self._known.get(laid.key)
        if found is None or not found.answers(depth - 1, alpha, beta):
            after = found.position if found else ground.trim(laid, move)
            found = self._best(after, found, depth - 1, alpha, beta)
        return sign * found.value, found.solved

    def _sort(self, moves: list[int], seat: int, known: Found | None) -> list[int]:
        """Return the moves of a position, starting with the best known one and those that were good in other positions."""
        moves = sorted(moves, key=self._praised[seat].__getitem__, reverse=True)
        if known is not None and known.move != moves[0]:
            moves.remove(known.move)
            moves.insert(0, known.move)
        return moves

    def _praise(self, seat: int, move: int, depth: int) -> None:
        self._praised[seat][move] += depth * depth if depth > 0 else 1
