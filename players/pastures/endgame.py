"""The last squares of the fill, solved exactly: every way to fill them, with perfect play on each full grid."""

from __future__ import annotations

from players.budget import Budget, OutOfBudget
from players.pastures.claims import FAR, Claims
from players.pastures.filling import Filling
from players.pastures.grid import BUILDABLE
from rules.pastures.grid import M, R

Known = dict[tuple[bytes, int], tuple[int, int]]


class Endgame:
    """A search from a position of the fill to the end of the game.

    Margins are those of the seat to move. ``order`` has a score for each move, by which the search sorts them: high is good for
    the seat that places the first castle. ``most`` is the highest margin that counts for that seat: 0 if an offer makes up for
    the margin (P15).
    """

    def __init__(self, filling: Filling, sign: int, order: list[float], most: int = FAR) -> None:
        self.filling = filling
        self.sign = sign
        self.order = order
        self.most = most
        self._budget = Budget(work=0)
        self._known: Known = {}

    def solve(self, moves: list[int], budget: Budget) -> tuple[int | None, int]:
        """Return the margin under best play, and the first of ``moves`` that keeps it.

        If the budget runs out, the margin is ``None``, and the move is the best of those searched: the first of ``moves``, or a
        later one that is proven better.
        """
        self._budget = budget
        best, best_move = -FAR, moves[0]
        try:
            for move in moves:
                margin = -self._after(self.filling, move, -FAR, -best, -self.sign)
                if margin > best:
                    best, best_move = margin, move
        except OutOfBudget:
            return None, best_move
        return best, best_move

    def keep_result(self, moves: list[int], budget: Budget) -> int:
        """Return the first of ``moves`` that keeps the best result (win, shared win or loss), regardless of the margin.

        If the budget runs out, return the first move not proven worse.
        """
        self._budget = budget
        best, best_move = -1, moves[0]
        try:
            for move in moves:
                margin = -self._after(self.filling, move, -1, -best, -self.sign)
                if margin > best:
                    best, best_move = margin, move
                    if best > 0:
                        break
        except OutOfBudget:
            pass
        return best_move

    def _after(self, filling: Filling, move: int, low: int, high: int, sign: int) -> int:
        after = filling.copy()
        after.play(move)
        return self._search(after, low, high, sign)

    def _search(self, filling: Filling, low: int, high: int, sign: int) -> int:
        if not filling.empty:
            return self._claim(filling, low, high, sign)
        key = bytes(terrain + 1 for terrain in filling.cells), filling.before * 7 + filling.last
        least, most = self._known.get(key, (-FAR, FAR))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        if sign > 0:
            least = max(least, self._certain(filling))
            if least >= high:
                return least
        else:
            most = min(most, -self._certain(filling))
            if most <= low:
                return most
        order = self.order
        moves = sorted(self._moves(filling), key=lambda move: -sign * order[move])
        best, floor = -FAR, low
        for move in moves:
            margin = -self._after(filling, move, -high, -low, -sign)
            if margin > best:
                best = margin
                low = max(low, best)
                if best >= high:
                    self._known[key] = best, most
                    return best
        self._known[key] = (least, best) if best <= floor else (best, best)
        return best

    def _certain(self, filling: Filling) -> int:
        """Return the points that the first castle is sure to bring, if it leaves no room for another one."""
        certain, cells, points = -FAR, filling.cells, filling.grid.points
        for square in filling.grid.deciding:
            if cells[square] in BUILDABLE:
                sure = sum(points[cells[near]] for near in filling.grid.area[square] if cells[near] >= 0)
                certain = max(certain, sure)
        return min(certain, self.most)

    @staticmethod
    def _moves(filling: Filling) -> list[int]:
        moves = filling.moves()
        if len(filling.empty) == 1:  # no square is filled later, so mountain and river have the same value
            square = filling.empty[0] * 6
            if square + M in moves and square + R in moves:
                moves.remove(square + R)
        return moves

    def _claim(self, filling: Filling, low: int, high: int, sign: int) -> int:
        if not self._budget.spend():
            raise OutOfBudget
        claims = Claims(filling.grid, filling.cells)
        if sign > 0:
            return min(self.most, claims.margin(claims.every, low, high))
        return max(-self.most, -claims.margin(claims.every, -high, -low))
