"""The march of the barbarians (N13 to N16): band by band, until a founder has a choice or the attack is over."""

from __future__ import annotations

from collections.abc import Iterator

from rules.nomads import attack
from rules.nomads.actions import Pay, Placate, Refuse
from rules.nomads.grid import EMPTY, SPIRALS, SQUARES
from rules.nomads.position import ATTACK, NOWHERE, OVER, Position
from rules.nomads.tiles import CITY, TREASURE


class March(Position):
    """A position in which the bands can march. Its methods modify it in place: call them only on a fresh copy."""

    __slots__ = ()

    def _finish_march(self) -> None:
        """Move the bands until a founder has a choice, or the attack is over; see :meth:`_march`."""
        for _ in self._march():
            pass

    def _march(self) -> Iterator[None]:
        """Move the bands until a founder has a choice, or the attack is over (N13 to N16).

        Yield whenever a band has reached the city of a founder who has no choice. Do nothing if there is no attack, or the
        founder of the current city has not answered yet.
        """
        if self._stage != ATTACK or self._awaits_answer():
            return
        start, entry = self._start(), self._entry
        while self.bands:
            cities = attack.standing_cities(self.cells)
            if not cities:
                break
            if self._occupied.issuperset(cities):
                self._occupied = frozenset()
                self.raids = (*self.raids, attack.Raid("left"))
            at = start if self._target == NOWHERE else self._target
            self._target = attack.next_city(cities, self._occupied, at, start, entry)
            if self._founder() not in self.dropped and (self.can_placate() or self.can_pay()):
                return
            yield
            self._raze()
        self.final = attack.final_scores(self.cells, self.points, self.treasures)
        self._stage = OVER

    def _awaits_answer(self) -> bool:
        """Return whether a band has reached a city whose fate is undecided."""
        return self._target in attack.standing_cities(self.cells) and self._target not in self._occupied

    def _raze(self) -> None:
        founder = self._founder()
        self._spent = add_at(self._spent, CITY, 1)
        self._put(self._target, EMPTY)
        self.raids = (*self.raids, attack.Raid("razed", SQUARES[self._target], founder))

    def _put(self, space: int, code: int) -> None:
        """Set the contents of a space, and advance along the spiral over spaces that are not empty (N4)."""
        cells = bytearray(self.cells)
        cells[space] = code
        self.cells = bytes(cells)
        if self._entry != NOWHERE:
            spiral, pointer = SPIRALS[self._entry], self._pointer
            while pointer < len(spiral) and cells[spiral[pointer]] != EMPTY:
                pointer += 1
            self._pointer = pointer

    def _spare(self, fate: attack.Fate) -> None:
        self._occupied |= {self._target}
        self.raids = (*self.raids, attack.Raid(fate, SQUARES[self._target], self._founder()))

    def _placate(self, _: Placate) -> None:
        self.treasures = add_at(self.treasures, self._founder(), -1)
        self._spent = add_at(self._spent, TREASURE, 1)
        self._spare("placated")

    def _pay(self, _: Pay) -> None:
        self.points = add_at(self.points, self._founder(), -self.options.tribute)
        self._spare("paid")

    def _refuse(self, _: Refuse) -> None:
        self._raze()


def add_at(counts: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """Return the counts with ``more`` added at one index."""
    added = list(counts)
    added[at] += more
    return tuple(added)
