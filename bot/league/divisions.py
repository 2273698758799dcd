"""Divisions: dividing the members, and exchanging members between neighbouring divisions at the end of a season."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

M = TypeVar("M")

LEAST = 3
"""Minimum number of members of a division if there are several."""
MOVED = 2
"""Maximum number of members that two neighbouring divisions exchange."""


def cut_divisions(members: Sequence[M], size: int) -> list[list[M]]:
    """Return the members, best first, in the fewest possible divisions of at most ``size`` members, as equal as possible.

    The upper divisions are the larger ones. If a division would have fewer than ``LEAST`` members, there is one division less.
    For sizes from 4 on, this happens only with five members in divisions of four.
    """
    number = max(1, -(-len(members) // size))
    while number > 1 and len(members) // number < LEAST:
        number -= 1
    short, extra = divmod(len(members), number)
    ends = [division * short + min(division, extra) for division in range(number + 1)]
    return [list(members[first:last]) for first, last in pairwise(ends)]


def count_moved(upper: int, lower: int) -> int:
    """Return the number of members that two neighbouring divisions of these sizes exchange."""
    return min(MOVED, upper // 2, lower // 2)


def exchange(divisions: Sequence[Sequence[M]]) -> list[M]:
    """Return the members in order for the next season, from the last season's divisions, each sorted by places."""
    moved = [count_moved(len(upper), len(lower)) for upper, lower in pairwise(divisions)]
    order: list[M] = []
    for number, division in enumerate(divisions):
        up = moved[number - 1] if number else 0
        down = moved[number] if number < len(moved) else 0
        if up:
            above = divisions[number - 1]
            order += above[len(above) - up :]
        order += division[up : len(division) - down]
        if down:
            order += divisions[number + 1][:down]
    return order
