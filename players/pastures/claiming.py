"""Placing castles, and the result to expect once the grid is full."""

from __future__ import annotations

from random import Random

from players.budget import Budget, OutOfBudget
from players.overlooking import notice_bits
from players.pastures.claims import Claims
from players.pastures.grid import grid_of
from players.pastures.levels import Claiming, PasturesLevel
from players.pastures.meter import claims_of, meter_of, solve_claims
from players.pastures.offers import margin_ahead
from rules.pastures import Castle, PasturesState

ERROR_OF_GUESS = 3.0
"""The error of estimates of the claim phase, in points, as a standard deviation."""


def choose_castle(state: PasturesState, level: PasturesLevel, budget: Budget, random: Random) -> Castle:
    """Return the castle that the level places."""
    claims, left = claims_of(state)
    left, points = notice_bits(left, level.sees, random) or left, claims.points
    if level.claiming is Claiming.AT_SIGHT:
        site = max(claims.numbers(left), key=lambda site: points[site])
    elif level.claiming is Claiming.WITH_ANSWER:
        site = max(claims.numbers(left), key=lambda site: points[site] - claims.highest(left & claims.left_by[site]))
    else:
        site = _best_site(claims, left, state, budget)
    return Castle(grid_of(state.options).squares[claims.sites[site]])


def _best_site(claims: Claims, left: int, state: PasturesState, budget: Budget) -> int:
    """Return the site that keeps the highest margin, or a promising site if the budget is too small for the board."""
    meter = meter_of(state, budget)
    good = claims.guess(left) if meter else 0
    try:
        return claims.best(left, meter)
    except OutOfBudget:
        return good


def expect_after_fill(state: PasturesState, budget: Budget) -> tuple[float, bool]:
    """Return the margin of the seat that decides under perfect play, and whether it is exact.

    It is not if the budget was too small.
    """
    if state.phase != "claim":
        return margin_ahead(state, budget)
    mine, other = state.scores if state.seat == 0 else state.scores[::-1]
    to_come, exact = solve_claims(state, budget)
    return mine - other + to_come, exact
