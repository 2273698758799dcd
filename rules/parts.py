"""How a game tells of its moves as parts: a square and a terrain, an action and where.

Each game has its own :class:`Parts` in ``rules/<game>/parts.py``. ``rules.partial_move`` holds what somebody has chosen of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from rules.squares import LAST_ROW, LETTERS, Square

if TYPE_CHECKING:
    from rules.core import Action, State

Telling = Mapping[str, str]
"""Name of a part -> its value, both as words: ``{"column": "C", "row": "4", "terrain": "F"}``."""

T = TypeVar("T")
S = TypeVar("S", bound="State")


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


FILLERS = frozenset(
    ("an", "the", "some", "on", "at", "in", "into", "to", "of", "with", "and", "then", "is", "my", "please", "also", "from")
)
"""Small words of any game."""


class Parts(Generic[S]):
    """The parts of a game's moves. This class itself serves any game: each word of a move's text is a part.

    Names of parts are lower-case words, values have no spaces. The parts ``column`` and ``row`` together are a square.
    """

    nouns: ClassVar[Mapping[str, str]] = {ordinal: f"the {ordinal} word" for ordinal in _ORDINALS}
    """Part -> what is asked for, for a sentence: ``a terrain``. In the order in which the parts are asked for.

    A telling may have other parts too: they are never asked for, but typed words may choose by them.
    """

    fillers: ClassVar[frozenset[str]] = FILLERS
    """Words that say nothing where they do not choose anything."""

    def tell(self, state: S, move: Action) -> Sequence[Telling]:
        """The parts of a legal move; several tellings where it can be told in several ways."""
        return (dict(zip(_ORDINALS, str(move).split(), strict=False)),)

    def build(self, state: S, telling: Telling) -> Action | None:
        """The move that parts make, legal or not, for the rules to refuse; ``None`` where they make none."""
        try:
            return state.parse(" ".join(telling[ordinal] for ordinal in _ORDINALS if ordinal in telling))
        except ValueError:
            return None

    def meanings(self, state: S, word: str, *, begun: bool) -> Iterable[Telling]:
        """What a typed word may choose: each meaning is one or several parts, whether or not they are legal.

        ``begun``: the word may be the beginning of a longer one, because it is still being typed. Words are in lower case;
        a letter with a number after it (``c4``) is one word.
        """
        told = {item for move in state.moves() for telling in self.tell(state, move) for item in telling.items()}
        return [{part: value} for part, value in sorted(told) if means(word, value.lower(), begun=begun)]

    def noun(self, part: str) -> str:
        """What a part is called where it is asked for: ``a terrain``."""
        return self.nouns.get(part, "a word")


def means(word: str, name: str, *, begun: bool) -> bool:
    """Whether a typed word is a name, or with ``begun`` the beginning of one."""
    return name.startswith(word) if begun else name == word


def meant(word: str, names: Mapping[str, T], *, begun: bool) -> list[T]:
    """What a typed word means by a list of names, each once. A whole name counts before names that only begin with the word."""
    if word in names:
        return [names[word]]
    return list(dict.fromkeys(value for name, value in names.items() if means(word, name, begun=begun)))


def square_parts(square: Square) -> dict[str, str]:
    """A square as parts: ``{"column": "C", "row": "4"}``."""
    return {"column": LETTERS[square.x], "row": str(square.y + 1)}


def square_of(telling: Telling) -> Square | None:
    """The square that ``column`` and ``row`` of a telling make; ``None`` where one is missing or names nothing."""
    try:
        return Square.read(telling["column"] + telling["row"])
    except (KeyError, ValueError):
        return None


_SQUARE_BEGUN = re.compile(r"([a-z])0*([1-9][0-9]?)")
_ROW = re.compile(r"0*([1-9][0-9]?)")


def square_meanings(word: str, *, begun: bool) -> Iterator[dict[str, str]]:
    """What a word says of a square: ``c`` a column, ``4`` a row, ``c4`` both; with ``begun``, ``1`` may become ``12``."""
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
