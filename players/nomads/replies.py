"""The next seat's best reply to a position, found by judging a few dozen boards.

The space of a tile matters little in a reply, so one space represents all.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from players.budget import Budget, OutOfBudget
from players.nomads.board import NomadsBoard
from players.nomads.lookahead import NOTHING, Worths, activate, build_road, chances, expect_discovery, found_city, mean
from players.nomads.value import worths_of
from rules.nomads.grid import BUILDABLE
from rules.nomads.tiles import KINDS, TABLE


class Replies:
    """Searches for best replies. A unit of work is a position judged."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def after_best(self, board: NomadsBoard) -> Worths:
        """Return the values after the best move of the seat to move. Raise OutOfBudget if the budget is spent."""
        if not board.empty:
            return self._judge(board)
        return max(self._moves(board), key=itemgetter(board.turn))

    def _judge(self, board: NomadsBoard) -> Worths:
        if not self._budget.spend():
            raise OutOfBudget
        return worths_of(board)

    def _moves(self, board: NomadsBoard) -> Iterator[Worths]:
        """Yield the values after each move; moves that differ only by their space are judged once."""
        free = board.open_spaces()
        space = free[len(free) // 2]
        yield expect_discovery(board, space, self._judge)
        yield from self._activations(board)
        if board.hands[board.turn]:
            yield self._judge(found_city(board, space))
        scoring = board.roads()
        for road, gains in scoring:
            yield self._judge(build_road(board, road, gains))
        found = {road for road, _ in scoring}
        plain = next((each for each, code in enumerate(board.cells) if BUILDABLE[code] and each not in found), None)
        if plain is not None:
            yield self._judge(build_road(board, plain, [0] * board.seats))

    def _activations(self, board: NomadsBoard) -> Iterator[Worths]:
        terrains = [terrain for terrain, is_there in enumerate(board.terrains()) if is_there]
        if not terrains:
            return
        barred = board.not_to_explore()
        free = [each for each, code in enumerate(board.cells) if not code and each != barred]
        to = free[len(free) // 2]
        wanted = [
            kind
            for kind, count in enumerate(board.unseen)
            if count and any(kind not in TABLE[terrain].forbidden for terrain in terrains)
        ]
        after = {kind: self._judge(activate(board, to, kind)) for kind in wanted}
        worths = [after[kind][board.turn] if kind in after else 0.0 for kind in range(len(KINDS))]
        for terrain in terrains:
            odds = chances(terrain, board.unseen, worths)
            if NOTHING not in after and any(kind == NOTHING for kind, _ in odds):
                after[NOTHING] = self._judge(activate(board, to, NOTHING))
            yield mean((chance, after[kind]) for kind, chance in odds)
