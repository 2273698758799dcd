"""Positions of the fence phase, for search: the legal trunks and their effects.

A move is the place of a trunk as in ``rules.territories.grid``: the bit of its first square, positive for an upright trunk and
negative for a level one. Values are the points of seat 0 minus those of seat 1, actual or expected.
"""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from players.territories.outlook import Outlook
from rules.grid import bits
from rules.territories import TerritoriesState, Trunk
from rules.territories.grid import TerritoriesGrid, area, near


class Mixed(NamedTuple):
    """An area that holds farms of both colours."""

    squares: int
    land: int
    """The number of the area's squares that will score."""
    outlook: float
    """The expected final value of the area, estimated between two fences."""


class FencePosition(NamedTuple):
    """One position. The first five fields are masks as in :class:`TerritoriesState`."""

    across: int
    down: int
    ends: int
    open_end: int
    fenceable: int
    seat: int
    settled: int
    """The value of the areas of one colour."""
    mixed: tuple[Mixed, ...]
    """The areas that hold farms of both colours; none is left at the end of the game."""

    @property
    def key(self) -> tuple[int, int, int]:
        """Distinguishes the position from other ones with the same farms."""
        return self.across, self.down, self.seat


class Ground:
    """A board with its farms: the constants of the fence phase."""

    def __init__(self, grid: TerritoriesGrid, farms: tuple[int, int]) -> None:
        self.grid, self.stride, self.rim = grid, grid.stride, grid.rim
        self.farms, self.every_farm = farms, farms[0] | farms[1]
        self.land = grid.board & ~self.every_farm
        """The squares that score. Farms that count as land (T13) change no margin: both seats have four in the end."""
        self.outlook = Outlook(farms, self.land, grid.stride)
        self.places = {place.first if place.upright else -place.first: place for place in grid.places.values()}
        """Move -> the place of its trunk."""
        self._from = defaultdict[int, list[tuple[int, bool, int, int]]](list)
        """Node -> the moves from there, each with the first two fields of its place and the squares on both sides."""
        for move, (upright, first, second, ends) in self.places.items():
            for node in bits(ends):
                self._from[node].append((move, upright, first, first | second))

    @classmethod
    def of(cls, state: TerritoriesState) -> Ground:
        """Return the ground of a game in which all farms are placed."""
        return cls(state.grid, state.farm_masks)

    def position(self, state: TerritoriesState) -> FencePosition:
        """Return the position of a state in the fence phase."""
        first, second = state.owned_masks
        settled = (first & self.land).bit_count() - (second & self.land).bit_count()
        mixed, rest = list[Mixed](), self.grid.board & ~(first | second)
        while rest:
            one = area(rest & -rest, state.across, state.down, self.stride)
            mixed.append(self._mixed(one, state.across, state.down))
            rest &= ~one
        return FencePosition(
            state.across, state.down, state.ends, state.open_mask, state.fenceable, state.seat or 0, settled, tuple(mixed)
        )

    def start(self) -> FencePosition:
        """Return the position in which the last farm has just been placed."""
        grid = self.grid
        whole = self._mixed(grid.board, grid.across, grid.down)
        return FencePosition(grid.across, grid.down, 0, 0, grid.board, 0, 0, (whole,))

    def trunk(self, move: int) -> Trunk:
        """Return the trunk of a move."""
        return self.grid.upright[move] if move > 0 else self.grid.level[-move]

    def move(self, trunk: Trunk) -> int:
        """Return the move that lays a given trunk."""
        place = self.grid.places[trunk]
        return place.first if place.upright else -place.first

    def moves(self, position: FencePosition) -> list[int]:
        """Return the legal moves, upright trunks first (T8 to T11)."""
        across, down, ends, open_end, fenceable, seat, _, _ = position
        if open_end:
            return [
                move
                for move, upright, first, beside in self._from[open_end]
                if first & (across if upright else down) and beside & fenceable == beside
            ]
        sound = self.grid.sound_places(across, down, fenceable)
        upright, level = self.grid.next_places(sound, open_end, ends, self.farms[1 - seat])
        return [*bits(upright), *(-bit for bit in bits(level))]

    def lay(self, position: FencePosition, move: int) -> FencePosition:
        """Return the position after a move, complete enough to be evaluated. Call :meth:`trim` on it before :meth:`moves`."""
        across, down, ends, _, fenceable, seat, settled, mixed = position
        upright, first, _, new_ends = self.places[move]
        if upright:
            across ^= first
        else:
            down ^= first
        open_end = new_ends & ~(ends | self.rim)
        ends |= new_ends
        if open_end:
            return FencePosition(across, down, ends, open_end, fenceable, 1 - seat, settled, mixed)
        one, left, split = area(first, across, down, self.stride), list[Mixed](), 0
        for each in mixed:
            if each.squares & first:
                split = each.squares
            else:
                left.append(each)
        for part in (one, split & ~one):
            if not part & self.farms[1]:
                settled += (part & self.land).bit_count()
                fenceable &= ~part
            elif not part & self.farms[0]:
                settled -= (part & self.land).bit_count()
                fenceable &= ~part
            else:
                left.append(self._mixed(part, across, down))
        return FencePosition(across, down, ends, 0, fenceable, seat, settled, tuple(left))

    def trim(self, laid: FencePosition, move: int) -> FencePosition:
        """Return a position from :meth:`lay`, updated with the squares that can still be fenced (T10, T11)."""
        across, down, ends, open_end, fenceable, seat, settled, mixed = laid
        left = self.grid.still_fenceable(fenceable, self.places[move], open_end, ends, self.every_farm, across, down)
        return laid if left == fenceable else FencePosition(across, down, ends, open_end, left, seat, settled, mixed)

    def value(self, position: FencePosition) -> float:
        """Return the expected final value of a position."""
        if position.open_end:
            return position.settled + self._outlook_in_progress(position)
        land, expected = 0, float(position.settled)
        for each in position.mixed:
            land += each.land
            expected += each.outlook
        return expected + self.outlook.of_the_start(land, position.seat, is_first=not position.ends)

    def contested(self, position: FencePosition) -> float:
        """Return how much land of the mixed areas is contested.

        A square counts its distance from the edge of the nearest farm, divided by 1 plus the steps by which it is nearer to a
        farm of one seat than to one of the other. Distances are in steps, as if there were no fences: these make ways longer,
        but land no more uncertain. The sum is divided by the square root of the farms' spacing, because fences part land in
        larger pieces if the farms are close together.
        """
        land = self.land & sum(each.squares for each in position.mixed)
        first, second = (self._steps_from(farms) for farms in self.farms)
        uncertain = sum((min(first[bit], second[bit]) - 0.5) / (1 + abs(first[bit] - second[bit])) for bit in bits(land))
        return uncertain / sqrt(self._spacing())

    def _spacing(self) -> float:
        """Return the mean distance of a farm from the nearest other one, in steps."""
        farms = list(self.grid.squares_of(self.every_farm))
        return fmean(min(abs(x - a) + abs(y - b) for a, b in farms if (a, b) != (x, y)) for x, y in farms)

    def _steps_from(self, farms: int) -> dict[int, int]:
        """Return for each square how many steps it is from the nearest of some farms, if there are no fences."""
        steps, reached, count = dict.fromkeys(bits(farms), 0), farms, 0
        while new := near(reached, self.grid.across, self.grid.down, self.stride) & ~reached:
            count += 1
            steps |= dict.fromkeys(bits(new), count)
            reached |= new
        return steps

    def _outlook_in_progress(self, position: FencePosition) -> float:
        """Return the expected value of the mixed areas, taking the unfinished fence into account."""
        across, down, beside = position.across, position.down, position.open_end
        beside |= beside >> 1 | beside >> self.stride | beside >> self.stride + 1
        expected = 0.0
        for each in position.mixed:
            expected += self.outlook.of_area(each.squares, across, down) if each.squares & beside else each.outlook
        return expected

    def _mixed(self, squares: int, across: int, down: int) -> Mixed:
        return Mixed(squares, (squares & self.land).bit_count(), self.outlook.of_area(squares, across, down))
