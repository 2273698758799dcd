"""The moves of Land as parts: a plot, or the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rules.core import Action
from rules.land.actions import DONE
from rules.land.state import LandState
from rules.land.vocabulary import DONE_WORDS, FILLERS, JOINER
from rules.parts import MoveParts, Parts, matches, square_meanings, square_of, square_parts
from rules.squares import Square


class LandParts(Parts[LandState]):
    """``column`` and ``row`` of a plot, or ``end``, which has the value ``done``."""

    nouns: ClassVar[Mapping[str, str]] = {"column": "a column", "row": "a row", "end": "whether to stop"}
    fillers = FILLERS | {JOINER}

    def describe(self, state: LandState, move: Action) -> Sequence[MoveParts]:
        """Describe a plot by column and row: ``C4`` has the column C and the row 4."""
        return (square_parts(move),) if isinstance(move, Square) else ({"end": "done"},)

    def build(self, state: LandState, move_parts: MoveParts) -> Action | None:
        """Return the plot, or the end of the turn."""
        return DONE if "end" in move_parts else square_of(move_parts)

    def meanings(self, state: LandState, word: str, *, begun: bool) -> Iterator[MoveParts]:
        """Yield a plot or a part of one; the end of the turn."""
        if any(matches(word, name, begun=begun) for name in DONE_WORDS):
            yield {"end": "done"}
        yield from square_meanings(word, begun=begun)
