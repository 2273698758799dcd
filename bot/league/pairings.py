"""The pairings in a division, and the order in which the games begin."""

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
"""Number of members -> the smallest possible set of tables of four and three. Each member sits at three tables, each time in
another seat, and meets all others."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of a round, or a bye."""

    first: int
    """The member who begins."""
    second: int | None
    """The other member; ``None`` if ``first`` has a bye, which counts as a win."""
    points: tuple[int, int] = (2, 0)
    """The points of ``first`` and of ``second``: 2 for a win, 1 for a draw."""
    played: bool = True
    """Whether the game was played, which it is not if a member withdrew before it began."""


def list_pairs(members: int, *, both_ways: bool) -> list[Seats]:
    """Return the games for two in which each member meets each other, round by round.

    ``both_ways``: two games for each pair, so that each begins once. Otherwise the numbers of games that a member begins and
    does not begin differ by less than two.
    """
    ring: list[int | None] = [*([None] if members % 2 else []), *range(members)]
    half, games = len(ring) // 2, list[Seats]()
    for turn in range(len(ring) - 1):
        for place in range(half):
            first, second = ring[place], ring[-1 - place]
            if first is None or second is None:
                continue
            if place == 0 and turn % 2:  # the first of the ring never moves: it begins every other game
                first, second = second, first
            games += [(first, second), (second, first)] if both_ways else [(first, second)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return games


def choose_next(waiting: Sequence[Seats], running: Sequence[Seats], begun: Sequence[Seats], at_once: int) -> list[int]:
    """Return the indices of the waiting games that begin now, so that nobody plays more than ``at_once`` games.

    Members with the fewest running games come first, then those with the fewest begun games, then the order of ``waiting``.
    ``begun``: all games that have begun, including finished ones.
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
