"""A position of Nomads from a player's view: the contents of the board, and the number of unseen tiles of each kind.

It contains nothing hidden: the unseen tiles are those in the bag and those face down, together.
"""

from __future__ import annotations

from typing import Self

from rules.nomads import NomadsState
from rules.nomads.grid import (
    BESIDE,
    BUILDABLE,
    EMPTY,
    FACE_DOWN,
    KIND,
    SPIRALS,
    SQUARES,
    number,
    open_spaces,
    with_road,
)
from rules.nomads.networks import road_points, scored_by_road
from rules.nomads.tiles import TERRAIN

SPACES = len(SQUARES)


class NomadsBoard:
    """A mutable position. Spaces are numbers, row by row from the top."""

    __slots__ = (
        "bands",
        "cells",
        "closed",
        "dropped",
        "entry",
        "hands",
        "last",
        "points",
        "seats",
        "spiral",
        "treasures",
        "tribute",
        "turn",
        "unseen",
    )

    cells: bytearray
    """The contents of each space, coded as in ``rules.nomads.grid``."""
    unseen: tuple[int, ...]
    """The number of tiles of each kind that are in the bag, drawn at the moment, or face down."""
    points: list[int]
    treasures: list[int]
    bands: int
    """Barbarian tiles held by all seats."""
    hands: list[bool]
    """Whether each seat still has its own city to found."""
    last: int
    """The start of the attack: the last tile laid face down, or the entry."""
    turn: int
    entry: int
    spiral: tuple[int, ...]
    seats: int
    dropped: frozenset[int]
    """Seats that have given up."""
    closed: bool
    """Whether discoveries keep away from tiles on the board (option ``frontier``)."""
    tribute: int

    @classmethod
    def of(cls, state: NomadsState) -> Self:
        """Return the position of a state in which a seat decides."""
        new = object.__new__(cls)
        new.cells = bytearray(state.cells)
        in_hand = state.drawn
        new.unseen = tuple(count + in_hand.count(kind) for kind, count in state.unseen.items())
        new.points, new.treasures = list(state.points), list(state.treasures)
        new.bands, new.hands = state.all_bands, list(state.cities_in_hand)
        new.entry = number(state.entry) if state.entry is not None else 0
        new.spiral = SPIRALS[new.entry]
        new.last = number(state.start) if state.start is not None else new.entry
        new.turn, new.seats, new.dropped = state.turn or 0, state.seats, state.dropped
        new.closed, new.tribute = state.options.frontier == "closed", state.options.tribute
        return new

    def copy(self) -> Self:
        """Return an independent copy."""
        new = object.__new__(type(self))
        new.cells = self.cells[:]
        new.points, new.treasures, new.hands = self.points[:], self.treasures[:], self.hands[:]
        new.unseen, new.bands, new.last, new.turn = self.unseen, self.bands, self.last, self.turn
        new.entry, new.spiral, new.seats, new.dropped = self.entry, self.spiral, self.seats, self.dropped
        new.closed, new.tribute = self.closed, self.tribute
        return new

    # ------------------------------------------------------------------ reading

    @property
    def empty(self) -> int:
        """The number of empty spaces."""
        return self.cells.count(EMPTY)

    def seat_before(self) -> int:
        """Return the seat whose turn was before: it moved last, unless a special tile has given another turn (N5)."""
        seat = (self.turn - 1) % self.seats
        while seat in self.dropped:
            seat = (seat - 1) % self.seats
        return seat

    def next_space(self) -> int:
        """Return the space for the next face-down tile (N4); -1 if the board is full."""
        cells = self.cells
        for space in self.spiral:
            if not cells[space]:
                return space
        return -1

    def last_space(self) -> int:
        """Return the empty space that the spiral reaches last, or the start of the attack if the board is full.

        Most attacks start near this space, because the last tiles are laid there.
        """
        cells = self.cells
        for space in reversed(self.spiral):
            if not cells[space]:
                return space
        return self.last

    def open_spaces(self) -> list[int]:
        """Return the empty spaces where a tile may be discovered or a city founded (N5, N6)."""
        return open_spaces(self.cells, closed=self.closed)

    def not_to_explore(self) -> int:
        """Return the space that an activation fills before it explores (N7, ruling); -1 if it is the only empty space."""
        return self.next_space() if self.empty > 1 else -1

    def terrains(self) -> list[bool]:
        """Return for each terrain whether a tile of it on the board can be activated (N7)."""
        cells = self.cells
        barred = self.not_to_explore()
        found = [False] * len(TERRAIN)
        for space in range(SPACES):
            if not cells[space] and space != barred:
                for other in BESIDE[space]:
                    kind = KIND[cells[other]]
                    if kind >= 0:
                        found[kind] = True
        return found

    def roads(self) -> list[tuple[int, list[int]]]:
        """Return the spaces where a road would score, each with the points of every seat (N8, N10)."""
        cells = self.cells
        return [(space, road_points(cells, scored, self.turn, self.seats)) for space, scored in self.scoring_roads()]

    def scoring_roads(self) -> list[tuple[int, set[int]]]:
        """Return the spaces where a road would score, each with the spaces that would score (N10)."""
        cells, found = self.cells, list[tuple[int, set[int]]]()
        for space in range(SPACES):
            code = cells[space]
            if BUILDABLE[code]:
                cells[space] = with_road(code)
                scored = scored_by_road(cells, space)
                if scored:
                    found.append((space, scored))
                cells[space] = code
        return found

    # ------------------------------------------------------------------ changing

    def fill(self) -> None:
        """Lay a tile face down, if there is room (N4)."""
        space = self.next_space()
        if space >= 0:
            self.cells[space] = FACE_DOWN
            self.last = space

    def pass_turn(self) -> None:
        """Pass the turn to the next seat."""
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.dropped:
            self.turn = (self.turn + 1) % self.seats
