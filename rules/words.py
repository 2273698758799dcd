"""Words for numbers, safe names for texts, and the small words that players type in any game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_ISOLATE, _POP = "\u2068", "\u2069"
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text after them."""

_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look blank."""

SMALL_WORDS = frozenset(
    ("an", "the", "some", "on", "at", "in", "into", "to", "of", "with", "and", "then", "is", "my", "please", "also", "from")
)
"""Small words to ignore in any game. Each game adds its own in ``rules/<game>/vocabulary.py``."""


def count(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun: ``1 castle``, ``2 castles``. ``things``: a plural that is not formed with an s."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


@lru_cache(4096)
def isolated(name: str) -> str:
    """Return the name in a form that cannot change the reading order of the text around it.

    A name written from right to left gets Unicode's isolating marks (U+2068, U+2069). Characters that change the direction of
    the text after them are removed.
    """
    name = _DIRECTIONS.sub("", name)
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return f"{_ISOLATE}{name}{_POP}" if turns else name


def has_visible(name: str) -> bool:
    """Return whether a name has a visible character: one that is not blank, a control character or a combining mark."""
    return any(unicodedata.category(each)[0] not in "CZM" and each not in _FILLERS for each in name)


def tell_apart(names: Sequence[str]) -> list[str]:
    """Return the names of players, changed so that all are visible and no two are equal.

    Equal names get the number of their seat.
    """
    shown = [name if has_visible(name) else "No name" for name in names]
    alike = {name for name in shown if shown.count(name) > 1}
    return [f"{name} ({seat})" if name in alike else name for seat, name in enumerate(shown, 1)]
