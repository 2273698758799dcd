"""An index of the legal moves of a position by their parts.

An entry is a legal move with its parts. A set of entries is an integer: bit 0 stands for the first entry, bit 1 for the second.
Choosing one more part is therefore one ``&``, regardless of the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from rules.core import Action, State
from rules.parts import MoveParts, Parts

S = TypeVar("S", bound=State)

ALL = -1
"""The set of all entries: every bit is set."""

DescribedMove = tuple[Action, MoveParts]
"""A move and its parts."""


class MoveIndex(Generic[S]):
    """The legal moves of a position with their parts. Immutable.

    A move that can be split into parts in several ways has several entries.
    """

    def __init__(self, parts: Parts[S], state: S, *, empty: bool = False) -> None:
        """Index the legal moves of ``state``; no moves if ``empty``."""
        self._parts, self._state, self._none = parts, state, empty
        self._by_part = dict[str, dict[str, int]]()

    @cached_property
    def entries(self) -> tuple[DescribedMove, ...]:
        """All entries, in the order of the moves."""
        moves: Sequence[Action] = () if self._none else self._state.moves()
        parts, state = self._parts, self._state
        return tuple([(move, move_parts) for move in moves for move_parts in parts.describe(state, move)])

    def entries_in(self, bits: int) -> tuple[DescribedMove, ...]:
        """Return the entries of a set, in order."""
        return self.entries if bits == ALL else tuple([self.entries[place] for place in self._indices(bits)])

    def first_entry(self, bits: int) -> DescribedMove | None:
        """Return the first entry of a set, or ``None`` if it is empty."""
        return next((self.entries[place] for place in self._indices(bits)), None)

    def only_move(self, bits: int) -> Action | None:
        """Return the move that all entries of a set share; ``None`` if they have several moves, or the set is empty."""
        places = self._indices(bits)
        first = next((self.entries[place][0] for place in places), None)
        return first if all(self.entries[place][0] == first for place in places) else None

    def sets_by_value(self, part: str) -> Mapping[str, int]:
        """Return the set of entries for each value of a part, in the order of the moves."""
        found = self._by_part.get(part)
        if found is None:
            found = self._by_part[part] = {}
            bit = 1
            for _, move_parts in self.entries:
                if (value := move_parts.get(part)) is not None:
                    found[value] = found.get(value, 0) | bit
                bit <<= 1
        return found

    def select(self, wanted: MoveParts, bits: int = ALL) -> int:
        """Return the entries in a set that match all of ``wanted``."""
        for part, value in wanted.items():
            bits &= self.sets_by_value(part).get(value, 0)
        return bits & self._all if bits < 0 else bits

    @cached_property
    def _all(self) -> int:
        return (1 << len(self.entries)) - 1

    def _indices(self, bits: int) -> Iterator[int]:
        """Yield the indices of a set's entries in :attr:`entries`, in order."""
        bits &= self._all
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest


__all__ = ["ALL", "DescribedMove", "MoveIndex"]
