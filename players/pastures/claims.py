"""The claim phase, solved exactly.

The areas of two castles never share a square (P11), so a castle on a site always scores the same and only removes the sites too
close to it. The margin of the seat to move therefore depends only on the remaining sites, not on who placed which castle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from players.pastures.grid import BUILDABLE, FillGrid

FAR = 10_000
"""More points than any board has."""


class Claims:
    """The sites of a full grid, best first, and the margin in points that the seat to move gets from any set of them.

    A set of sites is an ``int`` with one bit per site, in the order of :attr:`sites`.
    """

    def __init__(self, grid: FillGrid, cells: Sequence[int]) -> None:
        """Score the sites of a full grid. ``cells`` has each square's terrain."""
        points = grid.points_of_castles(cells)
        self.sites = [square for square, terrain in enumerate(cells) if terrain in BUILDABLE]
        """The squares, most points first."""
        self.sites.sort(key=points.__getitem__, reverse=True)
        self.points = [points[square] for square in self.sites]
        self.every = (1 << len(self.sites)) - 1
        self.left_by = self._left_by(grid)
        """Site -> the set of sites that a castle there leaves free."""
        self._known: dict[int, tuple[int, int]] = {}
        """Set of sites -> the lower and upper bounds of its margin."""

    def _left_by(self, grid: FillGrid) -> list[int]:
        """Return the sites left by each site (P11): two are too close if less than three columns and three rows apart."""
        every, columns, rows = self.every, [0] * (grid.width + 4), [0] * (grid.height + 4)
        places = [grid.places[square] for square in self.sites]
        bit = 1
        for x, y in places:
            columns[x] |= bit
            rows[y] |= bit
            bit <<= 1
        columns, rows = _with_neighbours(columns), _with_neighbours(rows)
        return [every ^ (columns[x] & rows[y]) for x, y in places]

    def highest(self, left: int) -> int:
        """Return the maximum points of one castle; 0 if there is no site."""
        return self.points[(left & -left).bit_length() - 1] if left else 0

    def greedy(self, left: int) -> int:
        """Return the margin of the seat to move if both seats always take the site with the most points."""
        margin, sign = 0, 1
        while left:
            site = (left & -left).bit_length() - 1
            margin += sign * self.points[site]
            left &= self.left_by[site]
            sign = -sign
        return margin

    def estimate(self, left: int) -> int:
        """Return the margin as :meth:`greedy` does, but try every site for the first castle."""
        worths = [self.points[site] - self.greedy(left & self.left_by[site]) for site in self.numbers(left)]
        return max(worths, default=0)

    def margin(self, left: int, low: int = -FAR, high: int = FAR, tick: Callable[[], object] | None = None) -> int:
        """Return the margin that the seat to move gets from the sites of ``left`` if both play perfectly.

        It is exact if it lies between ``low`` and ``high``; else it is a bound on the same side of them. ``tick`` is called at
        every position, and may raise to abort. The site with most points gains at most its own points, because the other seat
        can always answer with the best remaining site, so that no later castle of the first seat is better than the castle just
        before it. By the same strategy, the seat to move never loses.
        """
        if not left:
            return 0
        points, left_by, known = self.points, self.left_by, self._known

        def search(left: int, low: int, high: int) -> int:
            least, most = known.get(left) or (0, points[(left & -left).bit_length() - 1])
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            if tick is not None:
                tick()
            best, floor, rest = -FAR, low, left
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                site = lowest.bit_length() - 1
                margin = points[site]
                if margin <= low:  # no later site has more points
                    best = max(best, margin)
                    break
                after = left & left_by[site]
                if after:
                    margin -= search(after, margin - high, margin - low)
                if margin > best:
                    best = margin
                    if best > low:
                        low = best
                        if best >= high:
                            known[left] = best, most
                            return best
            known[left] = (least, best) if best <= floor else (best, best)
            return best

        return search(left, low, high)

    def set_of(self, squares: Collection[int]) -> int:
        """Return the set of the sites on these squares."""
        return sum(1 << site for site, square in enumerate(self.sites) if square in squares)

    def best(self, left: int, tick: Callable[[], object] | None = None) -> int:
        """Return the site of ``left`` that keeps the highest margin; of several the one with most points."""
        margin = self.margin(left, tick=tick)
        for site in self.numbers(left):
            allowed = self.points[site] - margin
            if self.margin(left & self.left_by[site], allowed, allowed + 1, tick) <= allowed:
                return site
        raise ValueError("There is no site left to claim.")

    def guess(self, left: int) -> int:
        """Return the site of ``left`` that is best in a search three castles deep, followed by greedy play."""
        return max(self.numbers(left), key=lambda site: self.points[site] - self._deeper(left & self.left_by[site]))

    def _deeper(self, left: int) -> int:
        worths = [self.points[site] - self.estimate(left & self.left_by[site]) for site in self.numbers(left)]
        return max(worths, default=0)

    @staticmethod
    def numbers(left: int) -> list[int]:
        """Return the sites of a set, best first."""
        return [site for site in range(left.bit_length()) if left >> site & 1]


def _with_neighbours(lines: list[int]) -> list[int]:
    """Return each line of sites joined with the two lines on either side.

    The last four lines are empty, so that none wraps around.
    """
    return [lines[i - 2] | lines[i - 1] | line | lines[i + 1] | lines[i + 2] for i, line in enumerate(lines[:-4])]
