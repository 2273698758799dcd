"""The ``custom_id`` of buttons and menus: ``lg1:<word>:<part>:…``.

Each kind of button is a class with its word and its ordered parts, declared where the buttons are made. The ``custom_id``
contains everything needed to answer a press, however old the message is. The number is the version of the format; presses of
another version get a friendly answer. Words and parts must never change, because old messages contain them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Self, TypeVar, dataclass_transform, get_args, get_type_hints

PREFIX = "lg1"
MOST_PAGES = 100_000
"""Maximum page number; larger ones come from forged buttons."""


class UnknownId(ValueError):
    """Raised for a press with a word or number that no button or menu of the bot has.

    It is answered like an outdated button.
    """


W = TypeVar("W")


def read_number(part: str) -> int:
    """Return the id or version in a part of a ``custom_id``. Raise UnknownId unless a database can have it."""
    if not part.isascii() or not part.isdecimal() or len(part) > 19 or int(part) >= 2**63:
        raise UnknownId(f"no number: {part[:40]!r}")
    return int(part)


def find_word(word: str, known: Mapping[str, W]) -> W:
    """Return the value that a word of a ``custom_id`` stands for. Raise UnknownId if it is not among the ``known`` words."""
    if word not in known:
        raise UnknownId(f"no such word: {word[:40]!r}")
    return known[word]


def one_of(*words: str) -> Callable[[str], str]:
    """Return a reader of a part that is one of these words. The reader raises UnknownId for any other word."""

    def read(part: str) -> str:
        return find_word(part, {word: word for word in words})

    return read


def _read_page(part: str) -> int:
    return min(read_number(part), MOST_PAGES)


Page = Annotated[int, _read_page]
"""A part with the number of a page, from 0."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Press:
    """A press of a button or menu. A subclass names its ``word``, declares its parts as fields, and is a frozen dataclass.

    A part is a text, a number (``int``), or the result of the reader in ``Annotated``. The last part may have a default.
    """

    word: ClassVar[str]
    readers: ClassVar[Mapping[str, Callable[[str], Any]]]
    """The readers of the parts, in the order of the parts."""
    values: tuple[str, ...] = field(default=(), kw_only=True, compare=False)
    """The values chosen in a menu or typed into a form; not part of the ``custom_id``."""

    def __init_subclass__(cls, word: str) -> None:
        """Register the subclass by its word."""
        if word in KINDS:
            raise ValueError(f"two kinds of buttons have the word {word!r}")
        cls.word, KINDS[word] = word, dataclass(frozen=True)(cls)
        hints = get_type_hints(cls, include_extras=True)
        cls.readers = {name: _find_reader(hints[name]) for name in cls.__annotations__}

    @property
    def about_game(self) -> int | None:
        """The id of the game that the press is about, or ``None``."""
        found: int | None = getattr(self, "game_id", None)
        return found

    @property
    def id(self) -> str:
        """The ``custom_id``."""
        parts = (getattr(self, name) for name in self.readers)
        return ":".join([PREFIX, self.word, *(str(part) for part in parts if part is not None)])

    @classmethod
    def prefix(cls, *parts: object) -> str:
        """Return the common prefix of the ids of this kind of press that begin with these parts. Messages are found by it."""
        return ":".join([PREFIX, cls.word, *map(str, parts), ""])

    @classmethod
    def read(cls, parts: Sequence[str], values: Sequence[str] = ()) -> Self:
        """Return the press with these parts. Raise UnknownId if no button of this kind has them."""
        least = sum(not hasattr(cls, name) for name in cls.readers)
        if not least <= len(parts) <= len(cls.readers):
            raise UnknownId(f"{len(parts)} parts")
        read = {name: reader(part) for (name, reader), part in zip(cls.readers.items(), parts, strict=False)}
        return cls(**read, values=tuple(values))


KINDS: dict[str, type[Press]] = {}
"""Word -> kind of button or menu."""


def _find_reader(hint: Any) -> Callable[[str], Any]:
    marks: tuple[Callable[[str], Any], ...] = getattr(hint, "__metadata__", ())
    if marks:
        return marks[0]
    return read_number if int in (hint, *get_args(hint)) else str


def read_press(custom_id: str, values: Sequence[str] = ()) -> Press:
    """Return the press of a button or menu. Raise UnknownId if the bot makes none with such an id."""
    prefix, *parts = custom_id.split(":")
    if prefix != PREFIX or not parts:
        raise UnknownId("another format")
    return find_word(parts[0], KINDS).read(parts[1:], values)
