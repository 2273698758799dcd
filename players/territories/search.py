"""Alpha-beta search over the fence phase, one trunk deeper each time, until the budget is spent."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from players.budget import Budget, OutOfBudget
from players.territories.ground import FencePosition, Ground

BEYOND = 2
"""Most trunks to search beyond the depth to finish a fence: positions are valued best between two fences."""
DEEPEST = 150
"""More trunks than any game has from a position on that search comes so deep in."""
TABLE_SIZE = 200_000
"""Positions that are remembered, at most: some 100 MB."""
LEAST_STEP = 0.01
"""Values nearer to each other count as equal where a move is only compared with the best one so far."""
EAGER = 4
"""So many first trunks of a fence are searched to the full depth; the others only where a shallower search likes them."""
SHALLOWER = 2


class Found(NamedTuple):
    """What a search has found about a position, for the seat that moves."""

    move: int
    least: float
    """The value is so much at least."""
    most: float
    """The value is so much at most."""
    depth: int
    """Trunks that were looked ahead."""
    solved: bool
    """Whether all of it holds for best play to the end of the game, and nothing was estimated."""

    def tells(self, depth: int, alpha: float, beta: float) -> bool:
        """Return whether this answers a search so deep, which asks for values between ``alpha`` and ``beta``."""
        return (self.depth >= depth or self.solved) and (self.least >= beta or self.most <= alpha or self.least == self.most)

    @property
    def value(self) -> float:
        """The value, or what is known of it."""
        return self.least if self.least > -inf else self.most


class FenceSearch:
    """A search of one ground. A unit of work is a trunk tried."""

    def __init__(self, ground: Ground, budget: Budget) -> None:
        self.ground, self.budget = ground, budget
        self._known: dict[tuple[int, int, int], Found] = {}
        self._praised: tuple[dict[int, int], dict[int, int]] = {}, {}

    def values(self, position: FencePosition, moves: list[int], depth: int) -> dict[int, float]:
        """Return each move's value for the seat that moves, searched ``depth`` trunks deep, less once the budget is spent."""
        sign = -1 if position.seat else 1
        values = {move: sign * self.ground.value(self.ground.lay(position, move)) for move in moves}
        try:
            for move in moves:
                values[move] = self._after(position, move, depth, -inf, inf)[0]
        except OutOfBudget:
            pass
        return values

    def prefer(self, position: FencePosition, move: int) -> None:
        """Try a move first, so that it is chosen among equals."""
        self._known[position.key] = Found(move, -inf, inf, 0, False)

    def knows(self, position: FencePosition) -> bool:
        """Return whether it has looked at the moves of a position."""
        return position.key in self._known

    def best(self, position: FencePosition, depth: int) -> float:
        """Return the value of a position for the seat that moves, searched ``depth`` trunks deep."""
        return self._best(position, depth, -inf, inf).value

    def run(self, position: FencePosition, deepest: int = DEEPEST) -> Found:
        """Return the result of the deepest search that the budget allows.

        Where the budget does not even reach for one trunk ahead, the move is the one to prefer, or the first.
        """
        known = self._known.get(position.key)
        move = known.move if known else self.ground.moves(position)[0]
        value = -self.ground.value(position) if position.seat else self.ground.value(position)
        found = Found(move, value, value, 0, False)
        try:
            for depth in range(1, deepest + 1):
                found = self._best(position, depth, -inf, inf)
                if found.solved:
                    break
        except OutOfBudget:
            pass
        return found

    def _best(self, position: FencePosition, depth: int, alpha: float, beta: float) -> Found:
        """Return what is found about a position, exact between ``alpha`` and ``beta``, else a bound."""
        known = self._known.get(position.key)
        if known is not None and known.tells(depth, alpha, beta):
            return known
        moves = self._sort_moves(position, known)
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
        found = Found(best_move, best if best > alpha else -inf, best if best < beta else inf, depth, solved)
        self._keep(position, found)
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
        if found is None or not found.tells(depth - 1, alpha, beta):
            found = self._best(ground.trim(laid, move), depth - 1, alpha, beta)
        return sign * found.value, found.solved

    def _sort_moves(self, position: FencePosition, known: Found | None) -> list[int]:
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

    def _keep(self, position: FencePosition, known: Found) -> None:
        if len(self._known) >= TABLE_SIZE:
            self._known.clear()
        self._known[position.key] = known
