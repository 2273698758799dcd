"""The land that a player of Territories is sure to get from the fence in progress, whatever the other player does."""

from __future__ import annotations

from render.games.territories.words import gain
from rules.territories import TerritoriesState

MOST_TRUNKS = 600
"""Maximum number of trunks to follow. A fence with more continuations is too far from its end."""


class _TooFar(Exception):
    """Raised if the fence has too many continuations."""


def end_of_fence(state: TerritoriesState, seat: int) -> int | None:
    """Return the number of squares that a seat is sure to get from the fence in progress, minus those of the other seat.

    Return ``None`` if the fence is too far from its end. ``state`` must have a fence in progress.
    """
    try:
        return _end(state, seat, -99, 99, [0])
    except _TooFar:
        return None


def _end(state: TerritoriesState, seat: int, low: int, high: int, followed: list[int]) -> int:
    """Return the result of :func:`end_of_fence` between two bounds; beyond them the exact value does not matter.

    Count the trunks in ``followed``.
    """
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


def can_gain(state: TerritoriesState) -> bool:
    """Return whether one trunk brings the seat to move more land than the other seat."""
    seat, replies = state.seat or 0, map(state.play, state.moves())
    return any(gain(state, after, seat) > gain(state, after, 1 - seat) for after in replies)
