"""The claims of a full grid, and the limit that a budget sets for solving them."""

from __future__ import annotations

from players.budget import Budget, OutOfBudget
from players.pastures.claims import Claims
from players.pastures.grid import grid_of
from rules.pastures import PasturesState

ALWAYS_SOLVED = 144
"""Maximum number of squares of a board that is solved regardless of the budget, which takes some milliseconds."""
POSITIONS_A_UNIT = 100
"""Number of positions of the claim phase that count as one unit of work, as much as one filled grid."""


def claims_of(state: PasturesState) -> tuple[Claims, int]:
    """Return the claims of a full grid, and the set of remaining sites."""
    grid = grid_of(state.options)
    claims = Claims(grid, grid.cells_of(state.terrain_masks))
    return claims, claims.set_of(grid.numbers_of(state.sites))


def solve_claims(state: PasturesState, budget: Budget) -> tuple[int, bool]:
    """Return the margin of the castles to come for the seat that places the next one, and whether it is exact.

    If the budget is too small, it is a guess. Points that the seats already have are not included.
    """
    claims, left = claims_of(state)
    try:
        return claims.margin(left, tick=meter_of(state, budget)), True
    except OutOfBudget:
        return claims.estimate(left), False


def meter_of(state: PasturesState, budget: Budget) -> Meter | None:
    """Return the meter that stops the claims when the budget is spent, or ``None`` for boards that are always solved."""
    return None if state.width * state.height <= ALWAYS_SOLVED else Meter(budget)


class Meter:
    """Counts positions of the claim phase on a budget. Raises :class:`OutOfBudget` when it is spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._count = 0

    def __call__(self) -> None:
        """Count one position."""
        self._count += 1
        if self._count % POSITIONS_A_UNIT == 0 and not self._budget.spend():
            raise OutOfBudget
