"""The prospects for the next turn of Land, compared with those after a turn with another plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules import Action
from rules.land import DONE, LandState
from rules.squares import Square
from rules.words import count


class Ahead(NamedTuple):
    """A seat's prospects for its next turn in the current position."""

    cows: int
    """Its allowance (L7)."""
    plots: int
    """The free plots beside its land (L8, L10)."""


class Swap(NamedTuple):
    """A turn in which one plot is replaced by another."""

    plot: Square
    """The plot that is replaced."""
    ahead: Ahead


def look_ahead(after: LandState, seat: int) -> Ahead:
    """Return a seat's prospects for its next turn, given the position ``after`` its turn."""
    return Ahead(after.allowance(seat), (after.map.beside(after.owned[seat]) & after.free).bit_count())


def tell_ahead(ahead: Ahead) -> str:
    """Return ``Next turn you have 3 cows, and 4 free plots beside your land as it lies``."""
    but = "and" if ahead.plots >= ahead.cows else "but only" if ahead.plots else "but"
    return f"Next turn you have {count(ahead.cows, 'cow')}, {but} {_plots(ahead)} beside your land as it lies"


def tell_difference(ahead: Ahead, there: Ahead) -> str:
    """Return the differing values of ``there``: ``4 cows and 5 free plots``; empty if all are equal."""
    cows = count(there.cows, "cow") if there.cows != ahead.cows else ""
    plots = _plots(there) if there.plots != ahead.plots else ""
    return " and ".join(filter(None, (cows, plots)))


def tell_opened(ahead: Ahead, other: Square, there: Ahead) -> str:
    """Return a sentence about the free plots beside the land while the turn continues, after one plot and after ``other``."""
    return f"Your land then has {_plots(ahead)} beside it for your next turn; with {other}, {there.plots or 'none'}."


def _plots(ahead: Ahead) -> str:
    return count(ahead.plots, "free plot") if ahead.plots else "no free plot"


def best_swap(state: LandState, moves: Sequence[Action], other: Square) -> Swap | None:
    """Return the turn ``moves`` with ``other`` instead of one plot, with the best prospects for the next turn.

    Only plots with the same cost can be replaced, so that the rest of the turn stays the same. ``None`` if there is none.
    """
    swaps = [
        Swap(plot, look_ahead(after, state.seat or 0))
        for plot in moves
        if isinstance(plot, Square) and state.cost(plot) == state.cost(other)
        if (after := _play(state, [other if move == plot else move for move in moves])) is not None
    ]
    return max(swaps, key=lambda swap: (swap.ahead.plots, swap.ahead.cows), default=None)


def _play(state: LandState, moves: Sequence[Action]) -> LandState | None:
    """Return the position after a whole turn; ``None`` if the turn is illegal or incomplete, or ends the game."""
    at = state
    for move in moves:
        if at.continues(state) and move in at.moves():
            at = at.play(move)
        elif move != DONE:
            return None
    return None if at.is_over or at.continues(state) else at
