"""Compares a member's try with the turn that was played."""

from __future__ import annotations

from typing import NamedTuple

from players.core import HIGHEST_LEVEL
from players.lookback import Judge, get_smallest_change
from players.registry import PLAYERS
from rules import Record


class Weighed(NamedTuple):
    """A seat's share of the win, or expected points, after its own try and after the turn that was played."""

    tried: float
    played: float
    in_points: bool = False

    @property
    def is_better(self) -> bool:
        """Whether the try is better by a significant amount."""
        return self.tried - self.played >= get_smallest_change(in_points=self.in_points)


def weigh_try(record: Record, place: int, text: str, *, seconds: float | None = None, work: int | None = None) -> Weighed:
    """Return the value of an alternative turn at the index ``place``, and of the turn that was played there.

    Each of the two may take ``seconds``, or ``work``. Raise :class:`IllegalMove` or ValueError if it cannot be played,
    ValueError if neither ``seconds`` nor ``work`` is given.
    """
    states = record.states()
    state, judge = states[place], Judge(PLAYERS[record.game], HIGHEST_LEVEL, seconds, work)
    seat = state.seat or 0
    after, decisions = state.play_all(text)
    end = place + len(decisions)
    if not after.continues(state):
        end = place + 1
        while states[end].continues(state):
            end += 1
    tried, played = judge.stand(after), judge.stand(states[end])
    return Weighed(tried.measure[seat], played.measure[seat], bool(tried.margins))
