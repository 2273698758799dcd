"""The moves of Pastures New, their canonical texts, and how typed text is parsed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.pastures.vocabulary import (
    ANSWER_WORDS,
    FILLERS,
    LETTER_OF,
    OFFER_WORDS,
    PASS_WORDS,
    PLACES,
    POINT_WORDS,
    TERRAINS,
    THINGS,
    Phase,
    Place,
)
from rules.squares import Square


class Fill(NamedTuple):
    """P3: fill an empty square with a terrain, ``str(Fill(Square(2, 3), "F")) == "C4 F"``."""

    square: Square
    terrain: str
    """A letter of :data:`TERRAINS`."""

    def __str__(self) -> str:
        return f"{self.square} {self.terrain}"


class Castle(NamedTuple):
    """P9: place a castle, ``str(Castle(Square(2, 3))) == "C4 C"``."""

    square: Square

    def __str__(self) -> str:
        return f"{self.square} C"


MOST_OFFERED = 99
"""P15: the highest offer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """P15: offers points for placing second, ``str(Offer(12)) == "offer 12"``."""

    points: int
    """The points, from 0 to :data:`MOST_OFFERED`."""

    def __str__(self) -> str:
        return f"offer {self.points}"


@dataclass(frozen=True, slots=True)
class Answer:
    """P15: answers an offer: ``first`` places the first castle, ``second`` takes the points."""

    place: Place

    def __str__(self) -> str:
        return self.place


PasturesAction = Fill | Castle | Offer | Answer


def _any_of(words: Collection[str]) -> str:
    return "|".join(sorted(words))


_OFFER = re.compile(
    rf"(?P<word>(?:i )?(?:{_any_of(OFFER_WORDS)})\b[\s:,]*)?0*(?P<points>[0-9]{{1,4}})"
    rf"(?P<unit> ?(?:{_any_of(POINT_WORDS)}))?[\s.!]*"
)
_BEFORE_PLACE = _any_of(ANSWER_WORDS | FILLERS | {"castle", "i"})
_ANSWER = re.compile(rf"(?:(?:{_BEFORE_PLACE})\s+)*(?P<place>{_any_of(PLACES)})\b[\s.,;:!]*")
HOW_TO_OFFER = "Offer points for building second, such as offer 12."
HOW_TO_ANSWER = "Answer first, to build the first castle, or second, to take the points."

_HOW_TO: Mapping[Phase, str] = {
    "fill": "Type a square and a terrain, such as C4 forest.",
    "offer": HOW_TO_OFFER,
    "answer": HOW_TO_ANSWER,
    "claim": "Type a square for a castle, such as C4 castle.",
    "over": "",
}
"""Phase -> instructions for the player on what to type."""
_LONGEST_ECHO = 40


def _shorten(text: str) -> str:
    """Return typed text shortened for a refusal, since it may be as long as a message."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_ECHO else text[: _LONGEST_ECHO - 1] + "…"


def _squares_and_words(text: str) -> tuple[list[str], list[str]]:
    """Return the squares named in ``text``, as typed, and its other words, except filler words.

    A letter directly before a number is its column: ``fc4`` is ``f`` and ``c4``. The last letter of a longer word with its own
    meaning is not: ``castle 4`` does not name E4.
    """
    squares, words = list[str](), list[str]()
    for token in re.findall(r"[^\W\d_]+|\d+", text.lower()):
        if token[0].isdigit() and words and words[-1] and not (len(words[-1]) > 2 and words[-1] in LETTER_OF):
            run = words.pop()
            squares.append(run[-1] + token)
            words.append(run[:-1])
        else:
            words.append(token)
    return squares, [word for word in words if word and word not in FILLERS]


@lru_cache(maxsize=4096)  # the same texts recur in the records of all games
def read(text: str, phase: Phase = "fill") -> PasturesAction:
    """Return the move that ``text`` stands for, whether or not it is legal or on the board.

    ``phase``: the phase of the game, which determines the hint in a refusal. In the phase ``offer`` a number alone is an offer.
    Order, case, separators and small words do not matter: ``C4 F``, ``c4f``, ``f c4``, ``forest on c4``, ``c4 = woods``. Raise
    ValueError, with a sentence for the player, if the text is not a move.
    """
    if (bargain := _read_bargain(text, offering=phase == "offer")) is not None:
        return bargain
    squares, words = _squares_and_words(text)
    how = _HOW_TO[phase]
    wanted = "".join(words)
    letter = LETTER_OF.get(wanted)
    if wanted in PASS_WORDS:
        raise ValueError("Nobody may pass in Pastures New: as long as you can move, you must.")
    if len(squares) > 1:
        raise ValueError(f"That names more than one square, and a turn has one move. {how}")
    if not squares:
        if letter is None:
            raise ValueError(f"I could not read a move in “{_shorten(text)}”. {how}")
        raise ValueError(f"On which square do you want {THINGS[letter]}? {how}")
    square = Square.read(_shorten(squares[0]))
    if not words:
        raise ValueError(f"What do you want on {square}? {how}")
    if letter is None:
        there_are = f"There are {', '.join(TERRAINS.values())}." if phase == "fill" else how
        raise ValueError(f"“{_shorten(' '.join(words))}” is nothing that goes on {square}. {there_are}")
    return Castle(square) if letter == "C" else Fill(square, letter)


def _read_bargain(text: str, *, offering: bool) -> Offer | Answer | None:
    """Return the offer or the answer that ``text`` stands for (P15), or ``None`` if it is neither."""
    plain = " ".join(text.lower().split())
    if (match := _OFFER.fullmatch(plain)) and (offering or match["word"] or match["unit"]):
        return Offer(int(match["points"]))
    if match := _ANSWER.fullmatch(plain):
        return Answer(PLACES[match["place"]])
    if plain.startswith(tuple(OFFER_WORDS)):
        raise ValueError(f"An offer is a whole number of points from 0 to {MOST_OFFERED}, such as offer 12.")
    return None


def split(text: str) -> list[str]:
    """Return the single decisions in the text of a player who answers an offer (P15): ``first, c4 castle`` has two."""
    match = _ANSWER.match(text.lower())
    if match is None or match.end() == len(text):
        return [text]
    answer, rest = text[: match.end()], text[match.end() :]
    if PLACES[match["place"]] == "second" and LETTER_OF.get(rest.lower().strip(" .!")) == "C":
        return [answer]  # “second castle”
    return [answer, rest]
