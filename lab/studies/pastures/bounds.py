"""Bounds of Pastures New on small boards: ``python -m lab.studies.pastures.bounds 4 5``.

The margin of the seat that places the first castle, if both play perfectly, lies between two bounds that need no search:

- It is 0 at least, and no more than the best castle has: in the claims a seat may always take the best site left.
- On a board with a *deciding* square, where a castle leaves no room for another one, that seat may play plains there in its
  first turn, if it moves first. Then it has 3 points, and those of a race for the other squares around. The race is looked
  through to its end, with less for this seat and more for the other one than the rules allow: it plays forest and wasteland
  alone, which may stand anywhere; the other one may play what is worth nothing anywhere.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from enum import Enum, auto
from functools import cache
from itertools import product
from typing import NamedTuple

from players.pastures.grid import grid_of
from rules.pastures import PasturesOptions
from rules.pastures.grid import P, points_of_terrains

AREA = 9
"""Squares of a whole area (P11)."""


class Kind(Enum):
    """A terrain, as far as the race distinguishes them."""

    FOREST = auto()
    WASTELAND = auto()
    OTHER = auto()


class Race(NamedTuple):
    """The empty squares in the area of the castle to come and outside, and what was played last (P4, P5)."""

    inside: int
    outside: int
    builder: Kind = Kind.OTHER
    spoiler: Kind = Kind.OTHER

    def fill(self, kind: Kind, *, inside: bool, by_builder: bool) -> Race:
        """Return the race after a square was filled."""
        own = {"builder": kind} if by_builder else {"spoiler": kind}
        return self._replace(inside=self.inside - inside, outside=self.outside - (not inside), **own)


@cache
def secured(race: Race, forest: int, *, builder_moves: bool) -> int:
    """Return the points that the builder makes sure of on the empty squares of the area, with ``forest`` for a forest."""
    places = [inside for inside, left in ((True, race.inside), (False, race.outside)) if left]
    if not race.inside:
        return 0

    def after(kind: Kind, inside: bool) -> int:
        gained = forest if inside and kind is Kind.FOREST else 0
        return gained + secured(
            race.fill(kind, inside=inside, by_builder=builder_moves), forest, builder_moves=not builder_moves
        )

    banned = {race.builder, race.spoiler}
    sure = [kind for kind in (Kind.FOREST, Kind.WASTELAND) if kind not in banned]
    if not builder_moves:
        # P8 lifts the bans where nothing else is legal, and that may be so where forest and wasteland are banned.
        kinds = [*(sure or (Kind.FOREST, Kind.WASTELAND)), Kind.OTHER]
        return min(after(kind, inside) for kind, inside in product(kinds, places))
    if sure:
        return max(after(kind, inside) for kind, inside in product(sure, places))
    forced = min(after(Kind.OTHER, inside) for inside in places)
    return min(forced, max(after(kind, inside) for kind, inside in product((Kind.FOREST, Kind.WASTELAND), places)))


def bounds(width: int, height: int, forest: int = 2) -> tuple[int, int]:
    """Return the least and the most margin of the seat that places the first castle."""
    grid = grid_of(PasturesOptions(width=width, height=height, forest=forest))
    points = points_of_terrains(forest)
    least, most = 0, points[P] * max(map(len, grid.area))
    if grid.size % 2 == 0 and grid.deciding:  # P9: seat 0, which moves first, places the first castle
        least = points[P] + secured(Race(AREA - 1, grid.size - AREA), forest, builder_moves=False)
    return least, most


def main(argv: Sequence[str] | None = None) -> None:
    """Print the bounds of a board."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("width", type=int)
    options.add_argument("height", type=int)
    options.add_argument("--forest", type=int, choices=(2, 1), default=2)
    given = options.parse_args(argv)
    least, most = bounds(given.width, given.height, given.forest)
    seat = given.width * given.height % 2
    print(f"{given.width} by {given.height}: seat {seat} gets {least} to {most} points more than seat {1 - seat}.")


if __name__ == "__main__":
    main()
