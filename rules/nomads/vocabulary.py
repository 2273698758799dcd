"""The words that players of Nomads type, for both ``actions`` and ``parts``."""

from __future__ import annotations

from collections.abc import Mapping

from rules.nomads.tiles import KINDS, Kind
from rules.words import SMALL_WORDS

VERBS: Mapping[str, str] = {
    "discover": "discover", "disc": "discover", "explore": "discover", "d": "discover",
    "city": "city", "found": "city", "settle": "city", "c": "city",
    "activate": "activate", "act": "activate", "a": "activate",
    "road": "road", "build": "road", "pave": "road", "r": "road",
    "take": "take", "keep": "take", "choose": "take", "pick": "take", "t": "take",
    "placate": "placate", "give": "placate",
    "pay": "pay", "tribute": "pay",
    "refuse": "refuse", "decline": "refuse", "lose": "refuse",
    "draw": "draw", "entry": "entry", "enter": "entry",
}  # fmt: skip
"""First typed word -> the move that it begins."""

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "up": (0, -1), "north": (0, -1), "n": (0, -1), "above": (0, -1),
    "left": (-1, 0), "west": (-1, 0), "w": (-1, 0),
    "right": (1, 0), "east": (1, 0), "e": (1, 0),
    "down": (0, 1), "south": (0, 1), "s": (0, 1), "below": (0, 1),
}  # fmt: skip
"""Word -> its step, across and down."""

KIND_OF: Mapping[str, Kind] = {
    **{kind: kind for kind in KINDS},
    "oases": "oasis", "cities": "city", "mines": "mine", "deserts": "desert", "mountains": "mountain", "mount": "mountain",
    "grassland": "grass", "gras": "grass", "treasures": "treasure", "barbarians": "barbarian",
}  # fmt: skip
"""Word -> its kind of tile."""

ANSWER_WORDS = frozenset({"placate", "give", "pay", "refuse", "decline", "lose"})
"""Words that begin an answer to the barbarians, also after another decision (N13)."""
AFTER_ANSWER = frozenset({"a", "the", "city", "treasure", "tribute", "points", "barbarians", "them", "this", "band"})
"""Words that may follow an answer, and are ignored."""
AFTER_PLACE = frozenset({"a", "city", "road"})
"""Words to ignore around the space of a move."""

FILLERS = SMALL_WORDS | {"towards", "for", "tile", "tiles", "space", "it", "i"}
"""Words to ignore anywhere."""
