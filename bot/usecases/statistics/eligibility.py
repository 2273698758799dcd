"""What counts: which games the ranking takes, and in which order their seats came in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules import State

Counting = Literal["members", "computers", "figures", "nothing"]
"""What a finished game counts for.

``members``: the ranking of members and everything else. ``computers``: the computers' list and a member's own figures.
``figures``: a member's own figures alone. ``nothing``: nothing.
"""

Ending = Literal["played", "agreed", "resigned"]
"""How a game ended: by its rules, as a draw by agreement, or because all but one gave up or lost on time."""

TURNS_NEEDED = 2
"""Turns that each player must have had in a game that was not played to its end."""


def counting(ending: Ending, turns: Sequence[int], holders: Sequence[str], *, helped: bool, again: bool = False) -> Counting:
    """Return what a finished game counts for.

    ``turns``: how many each seat had; ``holders``: of every seat, whoever held it at any time; ``helped``: whether a computer
    gave hints, or decided in the place of a member whose time was out; ``again``: whether somebody gave it up who had given up
    another one as early not long before. A former player was a member while the game went on, so their games still count.
    """
    if ending != "played" and min(turns) < TURNS_NEEDED and not again:
        return "nothing"
    if helped:
        return "figures"
    return "computers" if "computer" in holders else "members"


def find_places(state: State, gone: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat at the end of a game, 1 for the best; equal results share the better place.

    The winners come first, then the others by their scores, then those who gave up: ``gone`` lists them as they went, and
    whoever stayed longer comes before them. Where nobody wins, those who stayed are ordered by their scores alone.
    """
    winners, scores = state.winners or (), state.scores

    def key(seat: int) -> tuple[int, int]:
        if seat in winners:
            return 0, 0
        if seat in gone:
            return 2, -gone.index(seat)
        return 1, -scores[seat]

    keys = [key(seat) for seat in range(state.seats)]
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)
