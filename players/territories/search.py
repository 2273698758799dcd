"""Alpha-beta search over the fence phase, one trunk deeper each time, until the budget is spent."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from players.budget import Budget
from players.territories.ground import FencePosition, Ground

BEYOND = 2
"""Most trunks to search beyond the depth to finish a fence: positions are valued best between two fences."""
DEEPEST = 150
"""More trunks than any game has from a position on that search comes so deep in."""
SOLVED = 1000
"""The depth of a position that was searched to the end."""
TABLE_SIZE = 200_000
"""Positions that are remembered, at most: some 100 MB."""


class StoredResult(NamedTuple):
    """The stored result of searching a position, for the seat that moves."""

    depth: int
    least: float
    most: float
    move: int


class SearchResult(NamedTuple):
    """The result of a search, for the seat that moves."""

    move: int
    value: float
    solved: bool
    """Whether the value is that of best play to the end, and no estimate."""


class OutOfBudget(Exception):
    """The budget is spent."""


class FenceSearch:
    """A search of one ground. A unit of work is a trunk tried; ``most`` are tried at most, whatever the budget."""

    def __init__(self, ground: Ground, budget: Budget, most: int | None = None) -> None:
        self.ground, self.budget = ground, budget
        self._until = None if most is None else budget.used + most
        self._known: dict[tuple[int, int, int], StoredResult] = {}
        self._praised: tuple[dict[int, int], dict[int, int]] = {}, {}
        self._guessed = False

    def values(self, position: FencePosition, moves: list[int], depth: int) -> dict[int, float]:
        """Return each move's value for the seat that moves, searched ``depth`` trunks deep, less once the budget is spent."""
        sign = -1 if position.seat else 1
        values = {move: sign * self.ground.value(self.ground.lay(position, move)) for move in moves}
        try:
            for move in moves:
                values[move] = self._after(position, move, depth, -inf, inf)
        except OutOfBudget:
            pass
        return values

    def prefer(self, position: FencePosition, move: int) -> None:
        """Try a move first, so that it is chosen among equals."""
        self._known[position.key] = StoredResult(0, -inf, inf, move)

    def knows(self, position: FencePosition) -> bool:
        """Return whether it has looked at the moves of a position."""
        return position.key in self._known

    def best(self, position: FencePosition, depth: int) -> float:
        """Return the value of a position for the seat that moves, searched ``depth`` trunks deep."""
        return self._best(position, depth, -inf, inf)

    def run(self, position: FencePosition, deepest: int = DEEPEST) -> SearchResult:
        """Return the result of the deepest search that the budget allows.

        Where the budget does not even reach for one trunk ahead, the move is the one to prefer, or the first.
        """
        known = self._known.get(position.key)
        move = known.move if known else self.ground.moves(position)[0]
        value = -self.ground.value(position) if position.seat else self.ground.value(position)
        for depth in range(1, deepest + 1):
            self._guessed = False
            try:
                value = self._best(position, depth, -inf, inf)
            except OutOfBudget:
                break
            move = self._known[position.key].move
            if not self._guessed:
                return SearchResult(move, value, True)
        return SearchResult(move, value, False)

    def _best(self, position: FencePosition, depth: int, alpha: float, beta: float) -> float:
        known = self._known.get(position.key)
        if known is not None and known.depth >= depth:
            least, most = known.least, known.most
            if least >= beta or most <= alpha or least == most:
                self._guessed = self._guessed or known.depth < SOLVED
                return least if least > -inf else most
        moves = self._sort_moves(position, known)
        if len(moves) == 1 and depth > 0:
            depth += 1
        best, best_move, floor = -inf, 0, alpha
        guessed_before, self._guessed = self._guessed, False
        for move in moves:
            value = self._after(position, move, depth, floor, beta)
            if value > best:
                best, best_move = value, move
                floor = max(floor, value)
                if value >= beta:
                    self._praise(position.seat, move, depth)
                    break
        depth = depth if self._guessed else SOLVED
        self._guessed = self._guessed or guessed_before
        self._keep(position, StoredResult(depth, best if best > alpha else -inf, best if best < beta else inf, best_move))
        return best

    def _after(self, position: FencePosition, move: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value of a move for the seat that makes it."""
        if not self.budget.spend() or (self._until is not None and self.budget.used >= self._until):
            raise OutOfBudget
        ground, seat = self.ground, position.seat
        laid = ground.lay(position, move)
        if not laid.mixed:
            return -laid.settled if seat else laid.settled
        if depth <= (1 - BEYOND if laid.open_end else 1):
            self._guessed = True
            value = ground.value(laid)
            return -value if seat else value
        after = ground.trim(laid, move)
        if after.seat == seat:
            return self._best(after, depth - 1, alpha, beta)
        return -self._best(after, depth - 1, -beta, -alpha)

    def _sort_moves(self, position: FencePosition, known: StoredResult | None) -> list[int]:
        """Return the moves, those first that were best here or have been good elsewhere."""
        moves = self.ground.moves(position)
        if len(moves) > 1:
            praised = self._praised[position.seat]
            moves.sort(key=lambda move: -praised.get(move, 0))
            if known is not None and known.move != moves[0]:
                moves.remove(known.move)
                moves.insert(0, known.move)
        return moves

    def _praise(self, seat: int, move: int, depth: int) -> None:
        praised = self._praised[seat]
        praised[move] = praised.get(move, 0) + (depth * depth if depth > 0 else 1)

    def _keep(self, position: FencePosition, known: StoredResult) -> None:
        if len(self._known) >= TABLE_SIZE:
            self._known.clear()
        self._known[position.key] = known
