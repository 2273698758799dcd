"""The words that players of Pastures New type, for both ``actions`` and ``parts``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.words import SMALL_WORDS

TERRAINS: Mapping[str, str] = MappingProxyType(
    {"M": "mountain", "P": "plains", "F": "forest", "R": "river", "D": "desert", "W": "wasteland"}
)
"""P2: letter -> word, in the order used wherever terrains are listed."""

THINGS = {**TERRAINS, "C": "castle"}
"""Letter -> word for everything that can be put on a square."""

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
"""Word -> letter of the terrain, or of the castle."""
# The seven full words begin with different letters, so every prefix of one ("f", "for", "waste") identifies it.
LETTER_OF.update({word[:end]: letter for letter, word in THINGS.items() for end in range(1, len(word) + 1)})

Phase = Literal["fill", "offer", "answer", "claim", "over"]
"""The phase of a game: filling the grid (P3), offer and answer (P15), placing castles (P9), over."""

Place = Literal["first", "second"]

PLACES: Mapping[str, Place] = {"first": "first", "1st": "first", "second": "second", "2nd": "second"}
"""P15: word -> the place chosen by an answer."""

OFFER_WORDS = frozenset({"offer", "offers", "bid", "bids"})
"""P15: words before the points of an offer."""
POINT_WORDS = frozenset({"point", "points", "pt", "pts"})
"""P15: words after the points of an offer."""
ANSWER_WORDS = frozenset({"go", "goes", "going", "take", "place", "answer", "play", "be", "am"})
"""P15: words before the place of an answer."""

FILLERS = SMALL_WORDS | {"a", "play", "plant", "put", "place", "build", "fill", "set", "square", "take"}
"""Words to ignore around a square and its terrain or castle."""
PASS_WORDS = frozenset({"pass", "skip", "done"})
"""Words for passing, which the rules do not allow."""
