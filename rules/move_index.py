"""The legal moves of a position with their parts, looked up by what is chosen of them.

A set of tellings is a number here: bit 0 stands for the first telling, bit 1 for the second one. So to choose one part more
is one ``&``, however many moves there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from rules.core import Action, State
from rules.parts import Parts, Telling

S = TypeVar("S", bound=State)

ALL = -1
"""The set of all tellings: every bit is set."""

Told = tuple[Action, Telling]
"""A move and its parts."""


class Tellings(Generic[S]):
    """Every telling of every legal move of a position, in the order of the moves. Immutable."""

    def __init__(self, parts: Parts[S], state: S, *, none: bool = False) -> None:
        """``none``: there are no moves to choose from, whatever the rules say."""
        self._parts, self._state, self._none = parts, state, none
        self._by_part = dict[str, dict[str, int]]()

    @cached_property
    def everything(self) -> tuple[Told, ...]:
        """All of them."""
        moves: Sequence[Action] = () if self._none else self._state.moves()
        parts, state = self._parts, self._state
        return tuple([(move, telling) for move in moves for telling in parts.tell(state, move)])

    def of(self, bits: int) -> tuple[Told, ...]:
        """The tellings in a set, in order."""
        return self.everything if bits == ALL else tuple([self.everything[place] for place in self._places(bits)])

    def first(self, bits: int) -> Told | None:
        """The first telling in a set; ``None`` for the empty set."""
        return next((self.everything[place] for place in self._places(bits)), None)

    def only(self, bits: int) -> Action | None:
        """The move that all tellings in a set tell of; ``None`` where there are several moves, or none."""
        places = self._places(bits)
        first = next((self.everything[place][0] for place in places), None)
        return first if all(self.everything[place][0] == first for place in places) else None

    def values(self, part: str) -> Mapping[str, int]:
        """Value of a part -> the tellings that have it. In the order of the moves."""
        found = self._by_part.get(part)
        if found is None:
            found = self._by_part[part] = {}
            bit = 1
            for _, telling in self.everything:
                if (value := telling.get(part)) is not None:
                    found[value] = found.get(value, 0) | bit
                bit <<= 1
        return found

    def having(self, wanted: Telling, bits: int = ALL) -> int:
        """The tellings in a set that have all these values."""
        for part, value in wanted.items():
            bits &= self.values(part).get(value, 0)
        return bits & self._all if bits < 0 else bits

    @cached_property
    def _all(self) -> int:
        return (1 << len(self.everything)) - 1

    def _places(self, bits: int) -> Iterator[int]:
        """The places in :attr:`everything` that a set has, in order."""
        bits &= self._all
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest


__all__ = ["ALL", "Tellings", "Told"]
