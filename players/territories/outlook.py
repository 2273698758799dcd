"""What an area that holds farms of both colours will be worth: an estimate by how many they are and which reach its land first.

The weights are near to those that fit games of level 5, and those that fit games with houses at random:
``python -m lab.studies.territories.weights`` finds both.
"""

from __future__ import annotations

KEPT = 100_000
"""Areas whose estimates are remembered, at most: some 40 MB."""
FIRST = 0.05
"""What a square counts for the seat whose farms are nearer."""
FIRMLY = 0.45
"""What is added where they are two steps nearer or more."""
BY_FARMS = 0.65
"""Weight of how many of an area's farms each seat has."""
START = 0.06
"""What it is worth to start the next fence, as a part of the land that is not settled."""


class Outlook:
    """Estimates for the areas of one board with its farms; kept, for search comes back to the same areas often."""

    def __init__(self, farms: tuple[int, int], land: int, stride: int) -> None:
        self._farms, self._land, self._stride = farms, land, stride
        self._known: dict[tuple[int, int, int], float] = {}

    def of_area(self, squares: int, across: int, down: int) -> float:
        """Return what seat 0 will have more than seat 1 of a mixed area, in points."""
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
        """Return what the weights of a mixed area are multiplied with, each for seat 0 less that of seat 1.

        These are the land that is nearer to a farm of the seat than to one of the other, the land that is two steps nearer,
        and all the land, shared out by farms.
        """
        ours, theirs = ((squares & farms).bit_count() for farms in self._farms)
        by_farms = (squares & self._land).bit_count() * (ours - theirs) / (ours + theirs)
        return (*self._reached(squares, across, down), by_farms)

    def of_the_start(self, land: int, seat: int) -> float:
        """Return the value for seat 0 of ``seat`` starting the next fence, with ``land`` squares in mixed areas."""
        return -START * land if seat else START * land

    def _reached(self, squares: int, across: int, down: int) -> tuple[int, int]:
        """Return the first two features.

        The farms of both seats reach out a step at a time, until all is reached. The nearer ones are there first; they are two
        steps nearer where the others do not come along in the next step either.
        """
        stride, land = self._stride, self._land
        ours = our_reach = squares & self._farms[0]
        theirs = their_reach = squares & self._farms[1]
        our_first = our_far = their_first = their_far = 0
        left = squares
        while ours | theirs:
            our_last, their_last = ours, theirs
            ours = (ours & across) << 1 | ours >> 1 & across | (ours & down) << stride | ours >> stride & down
            ours &= ~our_reach
            theirs = (theirs & across) << 1 | theirs >> 1 & across | (theirs & down) << stride | theirs >> stride & down
            theirs &= ~their_reach
            our_reach |= ours
            their_reach |= theirs
            our_far |= our_last & ~their_reach
            their_far |= their_last & ~our_reach
            if not left:
                break
            our_first |= ours & ~their_reach
            their_first |= theirs & ~our_reach
            left &= ~(our_reach | their_reach)
        return (
            (our_first & land).bit_count() - (their_first & land).bit_count(),
            (our_far & land).bit_count() - (their_far & land).bit_count(),
        )
