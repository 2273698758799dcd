"""What the fence in progress comes to in Territories, whatever both players do until it closes."""

from __future__ import annotations

from render.games.territories.words import gain
from rules.territories import TerritoriesState
from rules.words import count

MOST_TRUNKS = 600
"""Trunks to follow: a fence that has more ways to go on is too far from its end to be told."""


class _TooFar(Exception):
    """The fence has too many ways to go on."""


def end_of_fence(state: TerritoriesState, seat: int) -> int | None:
    """Return how many squares more than the other a seat is sure to get from the fence in progress; less than 0 for fewer.

    ``None`` where the fence is too far from its end. ``state`` has a fence in progress.
    """
    try:
        return _end(state, seat, -99, 99, [0])
    except _TooFar:
        return None


def _end(state: TerritoriesState, seat: int, low: int, high: int, followed: list[int]) -> int:
    """The same between two bounds beyond which it does not matter. Count the trunks in ``followed``."""
    mine = state.seat == seat
    for move in state.moves():
        followed[0] += 1
        if followed[0] > MOST_TRUNKS:
            raise _TooFar
        after = state.play(move)
        worth = gain(state, after, seat) - gain(state, after, 1 - seat)
        if after.open_end is not None:
            worth += _end(after, seat, low - worth, high - worth, followed)
        if mine:
            low = max(low, worth)
        else:
            high = min(high, worth)
        if low >= high:
            break
    return low if mine else high


def tell_end(more: int) -> str:
    """Return a sentence of what a seat is sure to get more than the other, without its full stop."""
    if more > 0:
        return f"This fence brings you at least {count(more, 'square')} more than your opponent"
    return (
        f"This fence can bring your opponent {count(-more, 'square')} more than you"
        if more
        else "Both can keep this fence even"
    )


def tell_other_end(more: int) -> str:
    """Return the same in few words, to be told behind it."""
    if more > 0:
        return f"at least {more} more for you"
    return f"it can bring them {-more} more" if more else "both can keep it even"
