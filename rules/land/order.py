"""The order of play: rolled at the start (L4), and for each round (L14)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

Groups = tuple[tuple[int, ...], ...]
"""The seats from first to last, in groups. Seats in one group are still tied and sorted by number."""


def tied_group(groups: Groups) -> tuple[int, ...]:
    """Return the first group of several seats, which rolls now; ``()`` once the order is settled."""
    return next((group for group in groups if len(group) > 1), ())


def settle(groups: Groups, rolls: Sequence[int]) -> Groups:
    """Return ``groups`` after the tied group has rolled: higher rolls come first, equal rolls stay tied."""
    group = tied_group(groups)
    ranked = sorted(zip(rolls, group, strict=True), key=lambda pair: -pair[0])
    parts = tuple(tuple(seat for _, seat in same) for _, same in groupby(ranked, key=lambda pair: pair[0]))
    place = groups.index(group)
    return groups[:place] + parts + groups[place + 1 :]


def line_of_round(rule: str, order: Sequence[int], number: int, plots: Sequence[int]) -> tuple[int, ...]:
    """Return the seats in their order in round ``number`` (from 1) by the house rule ``order`` (L14).

    ``order`` is the order of L4, ``plots`` the number of plots that each seat owns at the start of the round.
    """
    if rule == "rotate":
        first = (number - 1) % len(order)
        return (*order[first:], *order[:first])
    if rule == "poorest":
        return tuple(sorted(order, key=lambda seat: plots[seat]))
    return tuple(order)
