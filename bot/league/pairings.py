"""Who meets whom in a division, and in which order the games begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Seats = tuple[int, ...]
"""A game: its members by number, in the order of seating."""

TABLES: Mapping[int, tuple[Seats, ...]] = {
    3: ((0, 1, 2), (1, 2, 0), (2, 0, 1)),
    4: ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1)),
    5: ((0, 1, 3, 4), (1, 0, 4, 2), (2, 4, 0, 3), (3, 2, 1)),
    6: ((0, 1, 5, 3), (1, 2, 4, 5), (2, 3, 1, 4), (3, 0, 2), (4, 5, 0)),
    7: ((0, 4, 6, 5), (1, 2, 4, 6), (2, 5, 3, 4), (3, 0, 2), (5, 1, 0), (6, 3, 1)),
}
"""Tables of four and three by the number of members, as few as can be. Everybody sits at three, each time in another
place of the order of seating, and meets everybody else."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of a round, or a bye."""

    first: int
    """Begins."""
    second: int | None
    """``None``: ``first`` has a bye, which counts as a win."""
    points: tuple[int, int] = (2, 0)
    """2 for a win, 1 for a draw."""
    played: bool = True
    """Whether it was played: one that a member withdrew from before it began was not."""


def list_pairs(members: int, *, both_ways: bool) -> list[Seats]:
    """Return the games for two in which each member meets each other one, in rounds.

    ``both_ways``: two games a pair, so that each begins once. With one game, nobody begins two games more than they follow in.
    """
    ring: list[int | None] = [*([None] if members % 2 else []), *range(members)]
    half, games = len(ring) // 2, list[Seats]()
    for turn in range(len(ring) - 1):
        for place in range(half):
            first, second = ring[place], ring[-1 - place]
            if first is None or second is None:
                continue
            if place == 0 and turn % 2:  # the first of the ring never moves on; everybody else begins and follows in turn
                first, second = second, first
            games += [(first, second), (second, first)] if both_ways else [(first, second)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return games


def choose_next(waiting: Sequence[Seats], running: Sequence[Seats], begun: Sequence[Seats], at_once: int) -> list[int]:
    """Return which of the waiting games begin now, by index, so that nobody plays more than ``at_once`` games.

    Whoever plays least is served first, then whoever has begun fewest games, then the order of ``waiting``.
    ``begun``: the games that have begun, also those that are over.
    """
    playing = Counter(member for seats in running for member in seats)
    served = Counter(member for seats in begun for member in seats)
    left, chosen = dict(enumerate(waiting)), list[int]()
    while True:
        free = [
            (sum(playing[member] for member in seats), sum(served[member] for member in seats), index)
            for index, seats in left.items()
            if all(playing[member] < at_once for member in seats)
        ]
        if not free:
            return chosen
        index = min(free)[-1]
        for member in left.pop(index):
            playing[member] += 1
            served[member] += 1
        chosen.append(index)
