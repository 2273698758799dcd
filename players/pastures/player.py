"""The computer player of Pastures New."""

from __future__ import annotations

from math import sqrt
from random import Random

from players.budget import Budget
from players.core import Player
from players.estimates import Estimate, logistic, share_of_margin
from players.overlooking import notice
from players.pastures.claiming import ERROR_OF_GUESS, choose_castle, expect_after_fill
from players.pastures.claims import FAR, Claims
from players.pastures.endgame import Endgame
from players.pastures.filling import Filling
from players.pastures.grid import LETTERS, FillGrid
from players.pastures.levels import LEVELS, Claiming, PasturesLevel
from players.pastures.offers import choose_answer, choose_offer
from players.pastures.search import FillSearch, Value
from rules import Action
from rules.pastures import Fill, PasturesState

WARM_UP = 60
"""Number of grids to fill before the tree is started."""
STRAIGHT = 4
"""Maximum number of empty squares with which the search goes to the end at once, without a tree first."""
EXACT_SITES = 32
"""Maximum number of sites for which the search solves the claims of a filled grid; above it they are estimated."""
SAFETY = 0.1
"""With an offer (P15) the opponent is compensated for a margin above 0. For safety, this small part of it counts
nevertheless."""
FILL_ERROR = 0.6
"""The error of the outlook with one empty square, in points (standard deviation); it grows with the root of the squares."""
NORMAL = 1.7
"""The factor that makes the logistic curve closest to the normal one."""


class PasturesPlayer(Player[PasturesState]):
    """Fills by a tree search over filled grids, and solves the last squares, the offer and the claims exactly.

    A unit of work is a grid filled and claimed.
    """

    game = "pastures"
    prefers_margins = True
    opening = 4

    def _choose(self, state: PasturesState, level: int, budget: Budget, random: Random) -> Action:
        phases = {"fill": _choose_fill, "offer": choose_offer, "answer": choose_answer, "claim": choose_castle}
        return phases[state.phase](state, LEVELS[level], budget, random)

    def can_estimate(self, state: PasturesState) -> bool:
        """Return whether estimates are meaningful. They are not before an offer, which cancels any advantage (P15)."""
        return state.options.claim != "offer" or state.phase not in ("fill", "offer")

    def look(self, state: PasturesState, level: int, budget: Budget, random: Random) -> Estimate:
        """Return the estimate of the tree.

        Once the grid is full, it is that of perfect play, and certain if the level plays perfectly.
        """
        if not self.can_estimate(state):
            return Estimate((0.5, 0.5), (0.0, 0.0), is_sure=True)  # P15: an offer cancels any advantage
        mine, error = _expect(state, budget, random)
        is_sure = not error and LEVELS[level].claiming is Claiming.PERFECT
        share = share_of_margin(mine) if is_sure else logistic(NORMAL * mine / (error or ERROR_OF_GUESS))
        if state.seat:
            share, mine = 1 - share, -mine
        filled = sum(mask.bit_count() for mask in state.terrain_masks)
        return Estimate((share, 1 - share), (mine, -mine), 1 - filled / state.grid.board.bit_count(), is_sure)


def _expect(state: PasturesState, budget: Budget, random: Random) -> tuple[float, float]:
    """Return the expected margin of the seat to move, and its error in points: 0 if the margin is exact."""
    if state.phase != "fill":
        margin, exact = expect_after_fill(state, budget)
        return margin, 0.0 if exact else ERROR_OF_GUESS
    search = _search_of(state, random)
    search.warm_up(budget, WARM_UP)
    search.run(budget)
    return search.sign * search.outlook(), FILL_ERROR * sqrt(len(search.filling.empty))


def _search_of(state: PasturesState, random: Random) -> FillSearch:
    filling = Filling.of(state)
    sign = 1 if state.seat == filling.grid.size % 2 else -1  # P9
    return FillSearch(filling, sign, _value_grid(filling.grid, offer=state.options.claim == "offer"), random)


def _value_grid(grid: FillGrid, *, offer: bool) -> Value:
    """Return the function that values a full grid: the margin of the seat that places first, estimated if solving is slow."""

    def value(cells: list[int]) -> float:
        claims = Claims(grid, cells)
        many = len(claims.sites) > EXACT_SITES
        margin = claims.estimate(claims.every) if many else claims.margin(claims.every)
        return SAFETY * margin if offer and margin > 0 else margin

    return value


def _choose_fill(state: PasturesState, level: PasturesLevel, budget: Budget, random: Random) -> Fill:
    search = _search_of(state, random)
    if level.playouts is not None:
        budget = budget.at_most(level.playouts)
    return _fill_of(search.filling.grid, _search_move(state, search, level, budget))


def _search_move(state: PasturesState, search: FillSearch, level: PasturesLevel, budget: Budget) -> int:
    """Return the number of the move found by a search: with a tree, without one, or to the end of the fill."""
    left = len(search.filling.empty)
    if not level.tree:
        search.warm_up(budget)
        seen = set(notice(search.filling.moves(), level.sees, search.random))
        return next(move for move in search.ranking() if move in seen)
    search.warm_up(budget, WARM_UP)
    if left > level.endgame:
        search.run(budget)
        return search.ranking()[0]
    if left > STRAIGHT:
        search.run(budget.part(0.3))
    return _find_last_move(search, budget, 0 if state.options.claim == "offer" else FAR)


def _find_last_move(search: FillSearch, budget: Budget, most: int) -> int:
    """Return the best move with few empty squares, by the margin, as deep as the budget allows.

    On a small board one castle can end the game, so there the result has precedence over the margin.
    """
    moves, filling = search.ranking(), search.filling
    endgame = Endgame(filling, search.sign, search.effects.of, most)
    if filling.grid.deciding and len(filling.empty) > STRAIGHT:
        safe = endgame.keep_result(moves, budget.part(0.7))
        moves = [safe, *(move for move in moves if move != safe)]
    return endgame.solve(moves, budget)[1]


def _fill_of(grid: FillGrid, move: int) -> Fill:
    return Fill(grid.squares[move // 6], LETTERS[move % 6])
