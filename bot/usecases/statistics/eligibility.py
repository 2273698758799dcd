"""Eligibility: which games count for the ranking, and the places of their seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules import State

Counting = Literal["members", "computers", "figures", "nothing"]
"""The statistics that a finished game counts for. ``members``: the ranking of members and everything else. ``computers``: the
computers' list and a member's own figures. ``figures``: only a member's own figures. ``nothing``: none of these."""

Ending = Literal["played", "agreed", "resigned"]
"""The kind of a game's end: by its rules, as a draw by agreement, or because all but one gave up or lost on time."""

TURNS_NEEDED = 2
"""Turns that each player must have had for an unfinished game to count."""


def counting(ending: Ending, turns: Sequence[int], holders: Sequence[str], *, helped: bool, again: bool = False) -> Counting:
    """Return the statistics that a finished game counts for.

    ``turns``: the number of turns of each seat; ``holders``: all present and former holders of each seat; ``helped``: whether a
    computer gave hints, or decided for a member whose time was up; ``again``: whether it was resigned early by a player who had
    resigned another game early shortly before. Former players were members during the game, so their games still count.
    """
    if ending != "played" and min(turns) < TURNS_NEEDED and not again:
        return "nothing"
    if helped:
        return "figures"
    return "computers" if "computer" in holders else "members"


def find_places(state: State, gone: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat at the end of a game, 1 for the best; equal results share the better place.

    The winners come first, then the others by their scores, then those who dropped out, the last one first. ``gone``: the seats
    that dropped out, in order. If nobody wins, the remaining seats are ordered by their scores.
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
