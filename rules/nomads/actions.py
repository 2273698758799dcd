"""The moves and outcomes of Nomads, and how typed text is parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from rules.nomads.tiles import KINDS, NUMBER, Kind
from rules.nomads.vocabulary import AFTER_ANSWER, AFTER_PLACE, ANSWER_WORDS, DIRECTIONS, FILLERS, KIND_OF, VERBS
from rules.squares import SQUARE, Square, is_square


@dataclass(frozen=True, slots=True)
class Discover:
    """N5: draw a tile for an empty space."""

    square: Square

    def __str__(self) -> str:
        return f"discover {self.square}"


@dataclass(frozen=True, slots=True)
class FoundCity:
    """N6: lay the city tile that every seat has at the start."""

    square: Square

    def __str__(self) -> str:
        return f"city {self.square}"


@dataclass(frozen=True, slots=True)
class Activate:
    """N7: from the tile on ``square``, explore the empty space ``to`` next to it."""

    square: Square
    to: Square

    def __str__(self) -> str:
        return f"activate {self.square} {self.to}"


@dataclass(frozen=True, slots=True)
class Road:
    """N8: put a road on a grass or desert tile."""

    square: Square

    def __str__(self) -> str:
        return f"road {self.square}"


@dataclass(frozen=True, slots=True)
class Take:
    """N7 (6): take a tile of this kind from those drawn."""

    kind: Kind

    def __str__(self) -> str:
        return f"take {self.kind}"


@dataclass(frozen=True, slots=True)
class Placate:
    """N13: give up a treasure for the city."""

    def __str__(self) -> str:
        return "placate"


@dataclass(frozen=True, slots=True)
class Pay:
    """N13: pay the tribute in points for the city."""

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True, slots=True)
class Refuse:
    """N13: let the city be razed."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: a tile of this kind is drawn from the bag."""

    kind: Kind

    def __str__(self) -> str:
        return f"draw {self.kind}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Chance: the corner where the barbarians enter (N1)."""

    square: Square

    def __str__(self) -> str:
        return f"entry {self.square}"


OnSquare = Discover | FoundCity | Road | Entry
OfKind = Take | Draw
_ON_SQUARE, _OF_KIND = get_args(OnSquare), get_args(OfKind)
"""The types of moves and outcomes as a tuple, because ``isinstance`` is faster with a tuple than with a union."""
NomadsAction = OnSquare | Activate | OfKind | Placate | Pay | Refuse


def is_sound(action: NomadsAction) -> bool:
    """Return whether the fields of ``action`` have the right types: squares, on the board or not, and kinds of tiles."""
    if isinstance(action, _OF_KIND):
        return type(action.kind) is str and action.kind in NUMBER
    if isinstance(action, _ON_SQUARE):
        return is_square(action.square)
    if isinstance(action, Activate):
        return is_square(action.square) and is_square(action.to)
    return True


HOW_TO = "Try “discover C4”, “city C4”, “activate C4 D4”, “road C4” or, after an activation, “take grass”."

_ANSWERS: dict[str, Placate | Pay | Refuse] = {"placate": Placate(), "pay": Pay(), "refuse": Refuse()}
_ON_A_SQUARE: dict[str, type[OnSquare]] = {"discover": Discover, "city": FoundCity, "road": Road, "entry": Entry}

_SEPARATORS = re.compile(r"[\s,;:.!()&=>→|‐‑–—−/+-]+")
_GLUED = re.compile(rf"(?:{SQUARE.pattern}){{2}}")
_LONGEST_ECHO = 40


def _shorten(text: str) -> str:
    """Return typed text shortened for a refusal, since it may be as long as a message."""
    return text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}…"


def _words(text: str) -> list[str]:
    """Return the words of ``text`` in lower case, without separators and small words."""
    return [word for word in _SEPARATORS.split(text.lower()) if word and word not in FILLERS]


@lru_cache(maxsize=4096)  # the same texts recur in the logs and records of all games
def read(text: str) -> NomadsAction:
    """Return the move or outcome that ``text`` stands for, legal or not. Raise ValueError, with a hint, for any other text.

    Case, commas, dashes, arrows and small words do not matter. ``c4-d4`` is an activation, ``grass`` is a choice, and
    ``activate c4 right`` works too.
    """
    words = _words(text)
    if not words:
        raise ValueError(f"There is no move in that. {HOW_TO}")
    both = _two_squares("".join(words))
    if both is not None:
        return Activate(*both)
    if words[0] not in VERBS:
        if len(words) == 1 and words[0] in KIND_OF:
            return Take(_read_kind(words))
        return _without_verb(text, words)
    verb, rest = VERBS[words[0]], words[1:]
    if words == ["city"]:
        return Take("city")  # a tile's name alone is the choice of that tile
    return _with_verb(verb, rest)


_ANSWER = re.compile(rf"\b(?=(?:{'|'.join(sorted(ANSWER_WORDS))})\b)", re.IGNORECASE)


def split(text: str) -> list[str]:
    """Return the texts of the single decisions in ``text``. Only answers to the barbarians can follow another decision."""
    return [part.strip() for part in _ANSWER.split(text) if _words(part)]


def _without_verb(text: str, words: list[str]) -> NomadsAction:
    """Return the action of a text that does not begin with a verb. Raise ValueError if there is none."""
    joined = "".join(words)
    if SQUARE.fullmatch(joined):
        name = Square.read(joined)
        raise ValueError(
            f"What about {name}? Say “discover {name}”, “city {name}”, “road {name}” or “activate {name}” and a space."
        )
    head = SQUARE.match(joined)
    if head is not None and VERBS.get(joined[head.end() :]) in ("discover", "city", "road"):
        return _with_verb(VERBS[joined[head.end() :]], [head[0]])
    raise ValueError(f"“{_shorten(text.strip())}” is no move that I know. {HOW_TO}")


def _with_verb(verb: str, rest: list[str]) -> NomadsAction:
    """Return the action that ``verb`` begins, from the words after it."""
    if verb in _ANSWERS:
        if not AFTER_ANSWER.issuperset(rest):
            raise ValueError(f"Nothing follows “{verb}”: I do not understand “{_shorten(' '.join(rest))}”.")
        return _ANSWERS[verb]
    if verb == "take":
        return Take(_read_kind(rest))
    if verb == "draw":
        return Draw(_read_kind(rest))
    if verb == "activate":
        return Activate(*_from_and_to(rest))
    rest = [word for word in rest if word not in AFTER_PLACE]
    if not rest:
        raise ValueError(f"Where? For example “{verb} C4”.")
    return _ON_A_SQUARE[verb](Square.read(_shorten("".join(rest))))


def _from_and_to(words: list[str]) -> tuple[Square, Square]:
    """Return the tile to activate and the space to explore. Raise ValueError if the words do not name both."""
    if words and words[-1] in DIRECTIONS:
        dx, dy = DIRECTIONS[words[-1]]
        start = Square.read(_shorten("".join(words[:-1])))
        to = Square(start.x + dx, start.y + dy)
        if not to.has_name:
            raise ValueError(f"The board ends at {start} on that side.")
        return start, to
    both = _two_squares("".join(words))
    if both is None:
        raise ValueError("To activate, name the tile and the empty space next to it: “activate C4 D4”.")
    return both


def _two_squares(joined: str) -> tuple[Square, Square] | None:
    """Return the two squares in ``joined`` (``c4d4``), or ``None`` for any other text."""
    if _GLUED.fullmatch(joined) is None:
        return None
    first, second = SQUARE.finditer(joined)
    return Square.read(first[0]), Square.read(second[0])


def _read_kind(words: list[str]) -> Kind:
    """Return the kind of tile that the last word names; only small words such as “a” may come before it."""
    kind = KIND_OF.get(words[-1]) if words else None
    if kind is None or any(word not in ("a", "an", "one", "1") for word in words[:-1]):
        raise ValueError(f"Which tile? One of {', '.join(KINDS)}: for example “take grass”.")
    return kind
