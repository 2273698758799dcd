"""The moves of Pastures New, their canonical texts, and how people's texts are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from rules.squares import Square

TERRAINS: Mapping[str, str] = MappingProxyType(
    {"M": "mountain", "P": "plains", "F": "forest", "R": "river", "D": "desert", "W": "wasteland"}
)
"""P2: letter -> word, in the order in which terrains are listed everywhere."""


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
    """From 0 to :data:`MOST_OFFERED`."""

    def __str__(self) -> str:
        return f"offer {self.points}"


Place = Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class Answer:
    """P15: answers an offer: ``first`` places the first castle, ``second`` takes the points."""

    place: Place

    def __str__(self) -> str:
        return self.place


PasturesAction = Fill | Castle | Offer | Answer

_FULL_WORDS = {**TERRAINS, "C": "castle"}
_SYNONYMS = {
    "M": "mount mountains hill hills peak peaks rock rocks",
    "P": "grass grassland grasslands meadow meadows pasture pastures field fields",
    "F": "forests wood woods woodland woodlands tree trees",
    "R": "rivers stream streams water",
    "D": "deserts sand sands dune dunes",
    "W": "wastelands wastes barren barrens",
    "C": "castles keep fort fortress",
}
LETTER_OF = {word: letter for letter, words in _SYNONYMS.items() for word in words.split()}
# The seven full words begin with different letters, so every beginning of one ("f", "for", "waste") names it.
LETTER_OF.update({word[:end]: letter for letter, word in _FULL_WORDS.items() for end in range(1, len(word) + 1)})

_SMALL_WORD = re.compile("a|an|the|some|on|at|in|to|of|with|and|is|play|plant|put|place|build|fill|set|square")
_PASS = frozenset({"pass", "skip", "done"})

_OFFER = re.compile(r"(?:(?:i )?(?:offers?|bids?)\b[\s:,]*)?0*([0-9]{1,4})(?: ?(?:points?|pts?))?[\s.!]*")
_ANSWER = re.compile(r"(?:(?:i|go|goes|going|take|place|castle|answer|play|be|the|am)\s+)*(first|1st|second|2nd)[\s.!]*")
_PLACES: dict[str, Place] = {"first": "first", "1st": "first", "second": "second", "2nd": "second"}
HOW_TO_OFFER = "Say how many points make up for placing second, such as offer 12."

_HOW_TO_FILL = "Type a square and a terrain, such as C4 forest."
_HOW_TO_CLAIM = "Type a square for a castle, such as C4 castle."
_LONGEST_ECHO = 40


def _shorten(text: str) -> str:
    """Return the beginning of what was typed, for a refusal: the text may be as long as a message."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_ECHO else text[: _LONGEST_ECHO - 1] + "…"


def _squares_and_words(text: str) -> tuple[list[str], list[str]]:
    """Return the squares that ``text`` names, as typed, and its other words without the small ones.

    A number takes the letter before it as its column: ``fc4`` is ``f`` and ``c4``. It takes no letter from a word
    that means something, so ``castle 4`` is not a castle on E4.
    """
    squares, words = list[str](), list[str]()
    for token in re.findall(r"[^\W\d_]+|\d+", text.lower()):
        if token[0].isdigit() and words and words[-1] and not (len(words[-1]) > 2 and words[-1] in LETTER_OF):
            run = words.pop()
            squares.append(run[-1] + token)
            words.append(run[:-1])
        else:
            words.append(token)
    return squares, [word for word in words if word and not _SMALL_WORD.fullmatch(word)]


@lru_cache(maxsize=4096)  # records are read again and again, and their texts are the same in every game
def read(text: str, *, filling: bool = True) -> PasturesAction:
    """Return the move that ``text`` means, whether or not it is legal or on the board.

    ``filling``: whether the grid is not full yet, so that a refusal explains how to fill it and not how to claim.

    Order, case, separators and small words do not matter: ``C4 F``, ``c4f``, ``f c4``, ``forest on c4``, ``c4 = woods``.
    Raise ValueError, with a sentence for the player, where it means no move.
    """
    if (bargain := _read_bargain(text)) is not None:
        return bargain
    squares, words = _squares_and_words(text)
    how = _HOW_TO_FILL if filling else _HOW_TO_CLAIM
    wanted = "".join(words)
    letter = LETTER_OF.get(wanted)
    if wanted in _PASS:
        raise ValueError("Nobody may pass in Pastures New: as long as you can move, you must.")
    if len(squares) > 1:
        raise ValueError(f"That names more than one square, and a turn has one move. {how}")
    if not squares:
        if letter is None:
            raise ValueError(f"I could not read a move in “{_shorten(text)}”. {how}")
        raise ValueError(f"On which square do you want {_FULL_WORDS[letter]}? {how}")
    square = Square.read(_shorten(squares[0]))
    if not words:
        raise ValueError(f"What do you want on {square}? {how}")
    if letter is None:
        there_are = f"There are {', '.join(TERRAINS.values())}." if filling else how
        raise ValueError(f"“{_shorten(' '.join(words))}” is nothing that goes on {square}. {there_are}")
    return Castle(square) if letter == "C" else Fill(square, letter)


def _read_bargain(text: str) -> Offer | Answer | None:
    """Return the offer or the answer that ``text`` means (P15), ``None`` where it means something else."""
    plain = " ".join(text.lower().split())
    if match := _OFFER.fullmatch(plain):
        return Offer(int(match[1]))
    if match := _ANSWER.fullmatch(plain):
        return Answer(_PLACES[match[1]])
    if plain.startswith(("offer", "bid")):
        raise ValueError(f"An offer is a whole number of points from 0 to {MOST_OFFERED}, such as offer 12.")
    return None
