"""What a turn of Land leaves for the next one, beside what it would leave with another plot in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules import Action
from rules.land import DONE, LandState
from rules.squares import Square
from rules.words import count


class Ahead(NamedTuple):
    """What a seat has for its next turn, as the land lies."""

    cows: int
    """Its allowance (L7)."""
    plots: int
    """The free plots beside its land (L8, L10)."""


class Swap(NamedTuple):
    """A turn in which one plot gives way to another one."""

    plot: Square
    """The plot that is not taken."""
    ahead: Ahead


def look_ahead(after: LandState, seat: int) -> Ahead:
    """Return what a seat has for its next turn once its turn has come to ``after``."""
    return Ahead(after.allowance(seat), (after.map.beside(after.owned[seat]) & after.free).bit_count())


def tell_ahead(ahead: Ahead) -> str:
    """Return ``Next turn you have 3 cows, and 4 free plots beside your land as it lies``."""
    but = "and" if ahead.plots >= ahead.cows else "but only" if ahead.plots else "but"
    return f"Next turn you have {count(ahead.cows, 'cow')}, {but} {_plots(ahead)} beside your land as it lies"


def tell_difference(ahead: Ahead, there: Ahead) -> str:
    """Return what is not the same ``there``: ``4 cows and 5 free plots``; empty where all is."""
    cows = count(there.cows, "cow") if there.cows != ahead.cows else ""
    plots = _plots(there) if there.plots != ahead.plots else ""
    return " and ".join(filter(None, (cows, plots)))


def tell_opened(ahead: Ahead, other: Square, there: Ahead) -> str:
    """Return a sentence of the free plots beside the land while the turn goes on, with one plot or with the ``other``."""
    return f"Your land then has {_plots(ahead)} beside it for your next turn; with {other}, {there.plots or 'none'}."


def _plots(ahead: Ahead) -> str:
    return count(ahead.plots, "free plot") if ahead.plots else "no free plot"


def best_swap(state: LandState, moves: Sequence[Action], other: Square) -> Swap | None:
    """Return the turn ``moves`` with ``other`` instead of one plot, so that most is left for the next turn.

    ``None`` where none can give way: only a plot that costs as much does, so that the rest of the turn stays the same.
    """
    swaps = [
        Swap(plot, look_ahead(after, state.seat or 0))
        for plot in moves
        if isinstance(plot, Square) and state.cost(plot) == state.cost(other)
        if (after := _play(state, [other if move == plot else move for move in moves])) is not None
    ]
    return max(swaps, key=lambda swap: (swap.ahead.plots, swap.ahead.cows), default=None)


def _play(state: LandState, moves: Sequence[Action]) -> LandState | None:
    """Return the position after a whole turn; ``None`` where it is not legal, is no whole turn or ends the game."""
    at = state
    for move in moves:
        if at.continues(state) and move in at.moves():
            at = at.play(move)
        elif move != DONE:
            return None
    return None if at.is_over or at.continues(state) else at
