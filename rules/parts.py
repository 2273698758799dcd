"""The parts of a move, such as a column, a row and a terrain. Panels, suggestions and typed text choose a move by its parts.

Each game has its own :class:`Parts` in ``rules/<game>/parts.py``. ``rules.partial_move`` has a partly chosen move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

from rules.squares import LAST_ROW, LETTERS, Square
from rules.words import SMALL_WORDS

if TYPE_CHECKING:
    from rules.core import Action, State

MoveParts = Mapping[str, str]
"""Name of a part -> its value, both as words: ``{"column": "C", "row": "4", "terrain": "F"}``."""

T = TypeVar("T")
S = TypeVar("S", bound="State")


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class PlannedMove(NamedTuple):
    """A move that is possible in a turn of several moves."""

    move: Action
    cost: int
    after: tuple[Action, ...]
    """One of these must be played before it; empty for a move that is legal at once."""


class TurnPlan(NamedTuple):
    """All moves possible in the rest of a turn: each once, in an order in which they are legal, within the budget."""

    moves: tuple[PlannedMove, ...]
    budget: int
    """The maximum total cost."""
    end: Action
    """The move that ends the turn early. It is legal after at least one other move."""


class Parts(Generic[S]):
    """Split a game's moves into parts and build moves from parts. By default, each word of a move's text is a part.

    Names of parts are words in lower case, and values have no spaces. The parts ``column`` and ``row`` together are a square.
    """

    nouns: ClassVar[Mapping[str, str]] = {ordinal: f"the {ordinal} word" for ordinal in _ORDINALS}
    """Part -> its noun in a question: ``a terrain``. In the order in which a panel asks for the parts.

    A move may have other parts too. Panels do not ask for them, but typed words may choose by them.
    """

    place: ClassVar[str] = "a square"
    """The noun for a column and a row together."""

    fillers: ClassVar[frozenset[str]] = SMALL_WORDS
    """Words to ignore if they choose nothing."""

    def describe(self, state: S, move: Action) -> Sequence[MoveParts]:
        """Return the parts of a legal move: several mappings if it can be split in several ways."""
        return (dict(zip(_ORDINALS, str(move).split(), strict=False)),)

    def build(self, state: S, move_parts: MoveParts) -> Action | None:
        """Return the move with these parts, legal or not, or ``None`` if there is none."""
        try:
            return state.parse(" ".join(move_parts[ordinal] for ordinal in _ORDINALS if ordinal in move_parts))
        except ValueError:
            return None

    def mean(self, state: S, chosen: MoveParts, wanted: MoveParts) -> Action | None:
        """Return the move that a refused choice of ``wanted`` after ``chosen`` stands for.

        Its refusal gives the reason. Return ``None`` if every move with these parts is tried instead.
        """
        return None

    def meanings(self, state: S, word: str, *, begun: bool) -> Iterable[MoveParts]:
        """Return the possible meanings of a typed word. Each meaning is one part or several, legal or not.

        The word is in lower case; a letter followed by a number (``c4``) is one word. ``begun``: the word is still being typed,
        so it may be the beginning of a longer word.
        """
        found = {item for move in state.moves() for move_parts in self.describe(state, move) for item in move_parts.items()}
        return [{part: value} for part, value in sorted(found) if matches(word, value.lower(), begun=begun)]

    def plan(self, state: S) -> TurnPlan | None:
        """Return the possible moves of the rest of the turn, so that all can be chosen before any is played.

        ``None`` if moves are chosen one at a time.
        """
        return None

    def name_value(self, part: str, value: str) -> str:
        """Return the value of a part in a player's words: ``forest``."""
        return value

    def noun(self, part: str) -> str:
        """Return the noun of a part: ``a terrain``."""
        return self.nouns.get(part, "a word")


def matches(word: str, name: str, *, begun: bool) -> bool:
    """Return whether a typed word equals a name, or with ``begun`` is its beginning."""
    return name.startswith(word) if begun else name == word


def find_named(word: str, names: Mapping[str, T], *, begun: bool) -> list[T]:
    """Return the values whose names match a typed word, each once. An exact match takes precedence over longer names."""
    if word in names:
        return [names[word]]
    return list(dict.fromkeys(value for name, value in names.items() if matches(word, name, begun=begun)))


def square_parts(square: Square) -> dict[str, str]:
    """Return the parts of a square: ``{"column": "C", "row": "4"}``."""
    return {"column": LETTERS[square.x], "row": str(square.y + 1)}


def square_of(move_parts: MoveParts) -> Square | None:
    """Return the square of the parts ``column`` and ``row``, or ``None`` if one is missing or wrong."""
    try:
        return Square.read(move_parts["column"] + move_parts["row"])
    except (KeyError, ValueError):
        return None


_SQUARE_BEGUN = re.compile(r"([a-z])0*([1-9][0-9]?)")
_ROW = re.compile(r"0*([1-9][0-9]?)")


def square_meanings(word: str, *, begun: bool) -> Iterator[dict[str, str]]:
    """Yield a word's meanings as a square: ``c`` a column, ``4`` a row, ``c4`` both. With ``begun``, ``1`` may be ``12``."""
    if len(word) == 1 and word.upper() in LETTERS:
        yield {"column": word.upper()}
    elif match := _SQUARE_BEGUN.fullmatch(word):
        yield from ({"column": match[1].upper(), "row": row} for row in _rows(match[2], begun=begun))
    elif match := _ROW.fullmatch(word):
        yield from ({"row": row} for row in _rows(match[1], begun=begun))


def _rows(typed: str, *, begun: bool) -> Iterator[str]:
    yield typed
    if begun:
        yield from (typed + digit for digit in "0123456789" if int(typed + digit) <= LAST_ROW)
