"""The moves of Pastures New as parts.

The parts are a square and a terrain, a square for a castle, the points of an offer, or the place that answers it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rules.core import Action
from rules.parts import MoveParts, Parts, find_named, matches, square_meanings, square_of, square_parts
from rules.pastures.actions import MOST_OFFERED, Answer, Castle, Fill, Offer
from rules.pastures.state import PasturesState
from rules.pastures.vocabulary import ANSWER_WORDS, FILLERS, LETTER_OF, OFFER_WORDS, PLACES, POINT_WORDS, THINGS


class PasturesParts(Parts[PasturesState]):
    """``column``, ``row`` and ``terrain``: a letter of ``TERRAINS``, or ``C`` for a castle. ``points`` to offer; ``answer``."""

    nouns: ClassVar[Mapping[str, str]] = {
        "column": "a column",
        "row": "a row",
        "terrain": "a terrain",
        "points": "a number of points",
        "answer": "first or second",
    }
    fillers = FILLERS | OFFER_WORDS | POINT_WORDS | ANSWER_WORDS

    def describe(self, state: PasturesState, move: Action) -> Sequence[MoveParts]:
        """Describe a move: ``C4 F`` has the column C, the row 4 and the terrain F."""
        if isinstance(move, Fill):
            return (square_parts(move.square) | {"terrain": move.terrain},)
        if isinstance(move, Castle):
            return (square_parts(move.square) | {"terrain": "C"},)
        if isinstance(move, Offer):
            return ({"points": str(move.points)},)
        if isinstance(move, Answer):
            return ({"answer": move.place},)
        return super().describe(state, move)

    def build(self, state: PasturesState, move_parts: MoveParts) -> Action | None:
        """Return the fill, the castle, the offer or the answer that the parts make."""
        if move_parts.get("points", "").isdecimal():
            return Offer(int(move_parts["points"]))
        if move_parts.get("answer") in PLACES:
            return Answer(PLACES[move_parts["answer"]])
        square, terrain = square_of(move_parts), move_parts.get("terrain")
        if square is None or terrain is None:
            return super().build(state, move_parts)
        return Castle(square) if terrain == "C" else Fill(square, terrain)

    def name_value(self, part: str, value: str) -> str:
        """Return the word for a terrain, or for the castle."""
        return THINGS.get(value, value) if part == "terrain" else value

    def meanings(self, state: PasturesState, word: str, *, begun: bool) -> Iterator[MoveParts]:
        """Yield the meanings of a word as parts of a move.

        They are a square or a part of one; a terrain by its name, a synonym or an abbreviation; points; a place.
        """
        if state.phase == "offer":
            numbers = (str(points) for points in range(MOST_OFFERED + 1))
            yield from ({"points": number} for number in numbers if matches(word, number, begun=begun))
        elif state.phase == "answer":
            yield from ({"answer": place} for place in find_named(word, PLACES, begun=begun))
        yield from ({"terrain": letter} for letter in find_named(word, LETTER_OF, begun=begun))
        yield from square_meanings(word, begun=begun)
