"""The claims of a full grid, and how much of them a budget allows to look at."""

from __future__ import annotations

from players.budget import Budget
from players.pastures.claims import Claims, TooMuch
from players.pastures.grid import LETTERS, grid_of
from rules.pastures import PasturesState

ALWAYS_SOLVED = 144
"""Boards of up to so many squares are solved whatever the budget: that takes some milliseconds."""
POSITIONS_A_UNIT = 100
"""Positions of the claim phase that count as one unit of work, as a filled grid does."""


def claims_of(state: PasturesState) -> tuple[Claims, int]:
    """Return the claims of a full grid, and the sites that are left."""
    grid = grid_of(state.options)
    claims = Claims(grid, [LETTERS.index(state.terrain_at(square) or "") for square in grid.squares])
    return claims, claims.free_of(grid.number_of[castle] for castle in state.castles)


def meter_of(state: PasturesState, budget: Budget) -> Meter | None:
    """Return the meter that stops the claims when the budget is spent; boards that are always solved have none."""
    return None if state.width * state.height <= ALWAYS_SOLVED else Meter(budget)


class Meter:
    """Counts positions of the claim phase on a budget; raises :class:`TooMuch` when it is spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._count = 0

    def __call__(self) -> None:
        """Count one position."""
        self._count += 1
        if self._count % POSITIONS_A_UNIT == 0 and not self._budget.spend():
            raise TooMuch
