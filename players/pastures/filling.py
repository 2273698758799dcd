"""A position of the fill for the search: mutable lists instead of new states."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from players.pastures.grid import CHOICES, EMPTY, FOE_BIT, NONE, FillGrid, grid_of
from rules.pastures import PasturesState
from rules.pastures.grid import NONE_YET


class Filling:
    """A grid that is not full yet. A move is a number: 6 times the number of its square, plus the index of its terrain."""

    __slots__ = ("banned", "before", "cells", "empty", "grid", "last")

    grid: FillGrid
    cells: list[int]
    """By square, its terrain or :data:`EMPTY`."""
    banned: list[int]
    """P6, P7: by square, the terrains that its neighbours forbid, one bit per terrain."""
    empty: list[int]
    """The empty squares."""
    last: int
    """The terrain of the last turn, for P5; ``NONE`` before the first turn."""
    before: int
    """The terrain of the turn before that, for P4."""

    @classmethod
    def of(cls, state: PasturesState) -> Filling:
        """Return the position of a state in the phase ``fill``."""
        filling = cls.__new__(cls)
        filling.grid = grid_of(state.options)
        size = filling.grid.size
        filling.cells = [EMPTY] * size
        filling.banned = [0] * size
        filling.empty = list(range(size))
        filling.last = filling.before = NONE
        for square, terrain in enumerate(filling.grid.cells_of(state.terrain_masks)):
            if terrain != EMPTY:
                filling.play(square * 6 + terrain)
        filling.before, filling.last = (NONE if terrain == NONE_YET else terrain for terrain in state.recent)
        return filling

    def copy(self) -> Filling:
        """Return an independent copy."""
        filling = Filling.__new__(Filling)
        filling.grid = self.grid
        filling.cells = self.cells[:]
        filling.banned = self.banned[:]
        filling.empty = self.empty[:]
        filling.last = self.last
        filling.before = self.before
        return filling

    def play(self, move: int) -> None:
        """Fill a square."""
        square, terrain = divmod(move, 6)
        self.cells[square] = terrain
        self.empty.remove(square)
        foe = FOE_BIT[terrain]
        if foe:
            for near in self.grid.near[square]:
                self.banned[near] |= foe
        self.before = self.last
        self.last = terrain

    def moves(self) -> list[int]:
        """Return the legal moves, square by square (P4 to P8)."""
        choices, banned = CHOICES[self.before * 7 + self.last], self.banned
        moves = [square * 6 + terrain for square in self.empty for terrain in choices[banned[square]]]
        return moves or list(self._moves_without_bans())

    def _moves_without_bans(self) -> Iterator[int]:
        """Yield the legal moves while the bans are lifted (P8)."""
        choices = CHOICES[NONE * 7 + NONE]
        return (square * 6 + terrain for square in self.empty for terrain in choices[self.banned[square]])

    def fill_up(self, random: Random, liking: list[float], sign: int) -> list[int]:
        """Return every square's terrain after filling the empty ones in a random order. This position does not change.

        For each square two terrains are drawn, and the seat takes the better one by ``liking``, which is indexed by move. High
        values are good for the seat to move if ``sign`` is 1, for the other one if it is -1.
        """
        cells, banned, near = self.cells[:], self.banned[:], self.grid.near
        draw = random.random
        order = self.empty[:]
        order.sort(key=lambda _: draw())
        last, before = self.last, self.before
        while order:
            put_off = []
            choices = CHOICES[before * 7 + last]
            for square in order:
                terrains = choices[banned[square]]
                if not terrains:
                    put_off.append(square)
                    continue
                many = len(terrains)
                terrain, other = terrains[int(draw() * many)], terrains[int(draw() * many)]
                if other != terrain and (liking[square * 6 + other] - liking[square * 6 + terrain]) * sign > 0:
                    terrain = other
                sign = -sign
                cells[square] = terrain
                foe = FOE_BIT[terrain]
                if foe:
                    for beside in near[square]:
                        banned[beside] |= foe
                before = last
                last = terrain
                choices = CHOICES[before * 7 + last]
            if len(put_off) == len(order):
                last = before = NONE  # P8: on all remaining squares, only the bans of P4 and P5 prevent a move
            order = put_off
        return cells
