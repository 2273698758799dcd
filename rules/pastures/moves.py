"""The two kinds of move, their canonical texts, and how people's texts are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

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
_LETTER_OF = {word: letter for letter, words in _SYNONYMS.items() for word in words.split()}
# The seven full words begin with different letters, so every beginning of one ("f", "for", "waste") names it.
_LETTER_OF.update({word[:end]: letter for letter, word in _FULL_WORDS.items() for end in range(1, len(word) + 1)})

_SMALL_WORD = re.compile("a|an|the|some|on|at|in|to|of|with|and|is|play|plant|put|place|build|fill|set|square")
_PASS = frozenset({"pass", "skip", "done"})

_HOW = "Type a square and a terrain, such as C4 forest, or a square and castle, such as C4 castle."
_LONGEST_ECHO = 40


def _shorten(text: str) -> str:
    """What a refusal repeats of what was typed, which may be as long as a message."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_ECHO else text[: _LONGEST_ECHO - 1] + "…"


def _squares_and_words(text: str) -> tuple[list[str], list[str]]:
    """The squares that ``text`` names, as typed, and its words but the small ones.

    A number takes the letter before it as its column, and leaves the rest: ``fc4`` is ``f`` and ``c4``. It takes none from
    a word that means something by itself, so that ``castle 4`` is not a castle on E4.
    """
    squares, words = list[str](), list[str]()
    for token in re.findall(r"[^\W\d_]+|\d+", text.lower()):
        if token[0].isdigit() and words and words[-1] and not (len(words[-1]) > 2 and words[-1] in _LETTER_OF):
            run = words.pop()
            squares.append(run[-1] + token)
            words.append(run[:-1])
        else:
            words.append(token)
    return squares, [word for word in words if word and not _SMALL_WORD.fullmatch(word)]


@lru_cache(maxsize=4096)  # records are read again and again, and their texts are the same in every game
def read_move(text: str) -> Fill | Castle:
    """The move that ``text`` means, whether or not it is legal or on the board.

    Order, case, separators and small words do not matter: ``C4 F``, ``c4f``, ``f c4``, ``forest on c4``, ``c4 = woods``.
    Raises ValueError, with a sentence for the player, where it means no move.
    """
    squares, words = _squares_and_words(text)
    wanted = "".join(words)
    letter = _LETTER_OF.get(wanted)
    if wanted in _PASS:
        raise ValueError("Nobody may pass in Pastures New: as long as you can move, you must.")
    if len(squares) > 1:
        raise ValueError(f"That names more than one square, and a turn has one move. {_HOW}")
    if not squares:
        if letter is None:
            raise ValueError(f"I could not read a move in “{_shorten(text)}”. {_HOW}")
        raise ValueError(f"On which square do you want {_FULL_WORDS[letter]}? {_HOW}")
    square = Square.read(_shorten(squares[0]))
    if not words:
        raise ValueError(f"What do you want on {square}? {_HOW}")
    if letter is None:
        terrains = ", ".join(TERRAINS.values())
        raise ValueError(f"“{_shorten(' '.join(words))}” is nothing that goes on {square}. There are {terrains}, and castle.")
    return Castle(square) if letter == "C" else Fill(square, letter)
