"""The expected value of an area with farms of both colours: an estimate by their numbers and their distances to its land.

The weights are close to those fitted to games of level 5, and to those fitted to games with farms at random: ``python -m
lab.studies.territories.weights`` finds both.
"""

from __future__ import annotations

KEPT = 100_000
"""Maximum number of areas with cached estimates: some 40 MB."""
FIRST = 0.05
"""Value of a square for the seat whose farms are nearer."""
FIRMLY = 0.45
"""Additional value of the square if that seat's farms are nearer by two steps or more."""
BY_FARMS = 0.65
"""Weight of each seat's share of the farms in an area."""
START = 0.06
"""Value of starting the next fence, as a fraction of the unsettled land."""
FIRST_START = 0.02
"""Value of starting the first fence, as a fraction of the unsettled land. It is lower because the first fence can begin only
on the rim, and so decides less than fences that can start from earlier ones."""


class Outlook:
    """Estimates for the areas of one board with its farms; cached because searches often return to the same areas."""

    def __init__(self, farms: tuple[int, int], land: int, stride: int) -> None:
        self._farms, self._land, self._stride = farms, land, stride
        self._high = (land | farms[0] | farms[1]).bit_length()
        """Number of bits by which the squares of seat 1 are shifted if a mask holds those of both seats."""
        self._known: dict[tuple[int, int, int], float] = {}

    def of_area(self, squares: int, across: int, down: int) -> float:
        """Return the expected final margin in points of seat 0 over seat 1 in a mixed area."""
        key = squares, across & squares, down & squares
        known = self._known.get(key)
        if known is None:
            nearer, firmly, by_farms = self.features(*key)
            known = FIRST * nearer + FIRMLY * firmly + BY_FARMS * by_farms
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = known
        return known

    def features(self, squares: int, across: int, down: int) -> tuple[int, int, float]:
        """Return the features of a mixed area that the weights multiply, each for seat 0 minus seat 1.

        They are the land nearer to a farm of the seat than to one of the other, the land nearer by two steps, and all the land,
        shared out by the numbers of farms.
        """
        ours, theirs = (squares & self._farms[0]).bit_count(), (squares & self._farms[1]).bit_count()
        by_farms = (squares & self._land).bit_count() * (ours - theirs) / (ours + theirs)
        return (*self._reached(squares, across, down), by_farms)

    def of_the_start(self, land: int, seat: int, *, is_first: bool) -> float:
        """Return the value for seat 0 if ``seat`` starts the next fence, with ``land`` squares in mixed areas."""
        value = (FIRST_START if is_first else START) * land
        return -value if seat else value

    def _reached(self, squares: int, across: int, down: int) -> tuple[int, int]:
        """Return the first two features.

        The farms of both seats expand one step at a time until all squares are reached. A square is nearer to the seat that
        reaches it first, and nearer by two steps if the other seat does not reach it in the next step either. Both seats expand
        in one mask, seat 1 above seat 0.
        """
        stride, high = self._stride, self._high
        across |= across << high
        down |= down << high
        ours, theirs = squares & self._farms[0], squares & self._farms[1]
        reach, either = ours | theirs << high, ours | theirs
        nearer = firmly = covered = 0
        while covered != squares:
            last, covered = reach, either & squares
            reach |= (reach & across) << 1 | reach >> 1 & across | (reach & down) << stride | reach >> stride & down
            reach_of_other = reach >> high | (reach & squares) << high
            either = reach | reach_of_other
            alone = either ^ reach_of_other
            nearer |= alone
            firmly |= last & alone
        return self._margin(nearer), self._margin(firmly)

    def _margin(self, squares: int) -> int:
        """Return the land of seat 0 minus that of seat 1."""
        return (squares & self._land).bit_count() - (squares >> self._high & self._land).bit_count()
