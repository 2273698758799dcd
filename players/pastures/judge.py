"""The proved value of each castle once the grid is full."""

from __future__ import annotations

from players.budget import Budget, OutOfBudget
from players.judgement import Judgement, TooHard
from players.pastures.grid import grid_of
from players.pastures.meter import Meter, claims_of
from rules.pastures import Castle, PasturesState


def judge(state: PasturesState, budget: Budget) -> Judgement | None:
    """Return the margin in points that each castle leads to; ``None`` outside the claim phase. Raise TooHard."""
    if state.phase != "claim" or state.seat is None:
        return None
    claims, left = claims_of(state)
    squares, meter = grid_of(state.options).squares, Meter(budget)
    ahead = state.scores[state.seat] - state.scores[1 - state.seat]
    try:
        return Judgement(
            {
                str(Castle(squares[claims.sites[site]])): ahead
                + claims.points[site]
                - claims.margin(left & claims.left_by[site], tick=meter)
                for site in claims.numbers(left)
            }
        )
    except OutOfBudget:
        raise TooHard from None
