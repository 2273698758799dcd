"""What an area that holds farms of both colours will be worth: an estimate by which farms reach its land first."""

from __future__ import annotations

KEPT = 100_000
"""Areas whose estimates are remembered, at most: some 40 MB."""
FIRST = 0.15
"""What a square counts for the seat whose farms are nearer."""
FIRMLY = 0.15
"""What is added where they are two steps nearer or more."""
BY_FARMS = 0.9
"""Weight of how many of an area's farms each seat has."""
START = 0.08
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
            ours, theirs = ((squares & farms).bit_count() for farms in self._farms)
            by_farms = (squares & self._land).bit_count() * (ours - theirs) / (ours + theirs)
            known = self._by_reach(*key) + BY_FARMS * by_farms
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = known
        return known

    def of_the_start(self, land: int, seat: int) -> float:
        """Return the value for seat 0 of ``seat`` starting the next fence, with ``land`` squares in mixed areas."""
        return -START * land if seat else START * land

    def _by_reach(self, squares: int, across: int, down: int) -> float:
        """Return the land of an area, each square weighted by how much nearer it is to seat 0's farms than to seat 1's.

        The farms of both seats reach out a step at a time, until all is reached. Of two seats the nearer one is there first; it
        is two steps nearer where the other one does not come along in the next step either.
        """
        stride, land = self._stride, self._land
        ours = seen = squares & self._farms[0]
        theirs = seen_by_them = squares & self._farms[1]
        first = firmly = first_them = firmly_them = 0
        left = squares
        while ours | theirs:
            before, before_them = ours, theirs
            ours = ((ours & across) << 1 | ours >> 1 & across | (ours & down) << stride | ours >> stride & down) & ~seen
            theirs = (
                (theirs & across) << 1 | theirs >> 1 & across | (theirs & down) << stride | theirs >> stride & down
            ) & ~seen_by_them
            seen |= ours
            seen_by_them |= theirs
            firmly |= before & ~seen_by_them
            firmly_them |= before_them & ~seen
            if not left:
                break
            first |= ours & ~seen_by_them
            first_them |= theirs & ~seen
            left &= ~(seen | seen_by_them)
        return FIRST * ((first & land).bit_count() - (first_them & land).bit_count()) + FIRMLY * (
            (firmly & land).bit_count() - (firmly_them & land).bit_count()
        )
