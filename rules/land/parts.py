"""The moves of Land as parts: a plot, or the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rules.core import Action
from rules.land.actions import DONE
from rules.land.state import LandState
from rules.land.vocabulary import DONE_WORDS, FILLERS, JOINER
from rules.parts import MoveParts, Parts, PlannedMove, TurnPlan, matches, square_meanings, square_of, square_parts
from rules.squares import Square


class LandParts(Parts[LandState]):
    """``column`` and ``row`` of a plot, or ``end``, which has the value ``done``."""

    nouns: ClassVar[Mapping[str, str]] = {"column": "a column", "row": "a row", "end": "whether to stop"}
    place = "a plot"
    fillers = FILLERS | {JOINER}

    def describe(self, state: LandState, move: Action) -> Sequence[MoveParts]:
        """Describe a plot by column and row: ``C4`` has the column C and the row 4."""
        return (square_parts(move),) if isinstance(move, Square) else ({"end": "done"},)

    def build(self, state: LandState, move_parts: MoveParts) -> Action | None:
        """Return the move of these parts: the plot, or the end of the turn."""
        return DONE if "end" in move_parts else square_of(move_parts)

    def plan(self, state: LandState) -> TurnPlan | None:
        """Return the plots within the budget of cows; plots further away come after those that lead to them (L10)."""
        if state.phase != "reclaim":
            return None
        land, cows = state.map, state.cows
        free = state.free if cows >= state.options.mountain else state.free & ~land.mountain
        near = found = state.reach & free
        if state.options.reach == "chain":
            for _ in range(cows - 1):
                found |= land.beside(found) & free

        def planned(plot: Square) -> PlannedMove:
            bit = land.bit(plot)
            after = () if bit & near else tuple(land.squares_of(land.beside(bit) & found))
            return PlannedMove(plot, state.cost(plot), after)

        return TurnPlan(tuple(map(planned, land.squares_of(found))), cows, DONE)

    def name_value(self, part: str, value: str) -> str:
        """Return ``stop here`` for the end of the turn."""
        return "stop here" if part == "end" else value

    def meanings(self, state: LandState, word: str, *, begun: bool) -> Iterator[MoveParts]:
        """Yield the meanings of a word as a plot, a part of a plot, or the end of the turn."""
        if any(matches(word, name, begun=begun) for name in DONE_WORDS):
            yield {"end": "done"}
        yield from square_meanings(word, begun=begun)
