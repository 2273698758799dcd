"""Texts for people, rendered by Discord and by the page: sentences with marks, and their values.

A :class:`Text` is a pattern and the values that it names in braces. The pattern has three marks: ``**strong**`` for names and
buttons, `` `code` `` for commands and moves, ``*emphasis*``. The words of ``render`` and of the guides are patterns, too. Names
and typed texts are values, which are escaped when a text is rendered. ``bot.common.markdown`` renders texts for Discord,
``bot.web.spans`` for the page.

Texts that only Discord shows (most of ``bot/ui``) are Markdown strings.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from rules import IllegalMove

YOUR_TURN = "it is your turn"
STILL_YOUR_TURN = "it is still your turn"
IT_IS_YOUR_TURN = "It is your turn"

_VALUE = re.compile(r"\{(\w+)\}")
_QUOTATION = re.compile(r"“(.*)”", re.DOTALL)
"""Matches from the first to the last quotation mark, because the typed text can contain quotation marks too."""


class Name(str):
    """The name of a player or member."""

    __slots__ = ()


class Typed(str):
    """A text that somebody typed.

    It is shown as typed, except for invisible characters and those that change the writing direction.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Return the text without those characters."""
        return super().__new__(cls, "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs")))


class Time(int):
    """A moment (milliseconds since 1970), which each reader sees in their own time zone."""

    __slots__ = ()


class Link(NamedTuple):
    """A link to an address of Discord. The page shows only its words."""

    words: str
    address: str


@dataclass(frozen=True, init=False, slots=True)
class Text:
    """A sentence or several, with their values: ``Text("**{host}** opened this table.", host=Name(name))``."""

    pattern: str
    values: Mapping[str, Value]

    def __init__(self, pattern: str, /, **values: Value) -> None:
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "values", values)

    def __bool__(self) -> bool:
        return bool(self.pattern)

    def split(self, pattern: str) -> Iterator[tuple[str, Value | None]]:
        """Return the pattern, or a part of it, in pieces: words, and the value that follows them (``None`` at the end)."""
        at = 0
        for found in _VALUE.finditer(pattern):
            if found[1] in self.values:
                yield pattern[at : found.start()], self.values[found[1]]
                at = found.end()
        yield pattern[at:], None


class InDiscord(Text):
    """A part of a text for Discord alone, such as which button to press. The page omits it."""


Value: TypeAlias = str | int | Link | Text


def join(texts: Iterable[Text], between: str = " ") -> Text:
    """Return the texts that are not empty as one."""
    told = [text for text in texts if text]
    return Text(between.join(f"{{part{number}}}" for number in range(len(told))), **{f"part{n}": t for n, t in enumerate(told)})


def list_names(names: Iterable[str]) -> Text:
    """Return ``**A**, **B** and **C**``."""
    told = [Text("**{name}**", name=Name(name)) for name in names]
    return join([join(told[:-1], ", "), *told[-1:]], " and ")


def with_names(tell: Callable[[Sequence[str]], str], names: Sequence[str], mark: str = "") -> Text:
    """Return a text with players' names as values.

    ``tell`` returns its pattern, given a placeholder for each name. ``mark`` is put around each placeholder.
    """
    values = {f"seat{seat}": Name(name) for seat, name in enumerate(names)}
    return Text(tell(tuple(f"{mark}{{{value}}}{mark}" for value in values)), **values)


def quote(sentence: str) -> Text:
    """Return a sentence that quotes typed text in “ ”."""
    found = _QUOTATION.search(sentence)
    if found is None:
        return Text(sentence)
    return Text(f"{sentence[: found.start(1)]}{{typed}}{sentence[found.end(1) :]}", typed=Typed(found[1]))


def explain_illegal(error: ValueError) -> Text:
    """Return the reason why a move is illegal, with the rule that forbids it. ``error`` is an error of the rules."""
    rule = f" *(rule {error.rule})*" if isinstance(error, IllegalMove) else ""
    return join([quote(str(error)), Text(rule)], "")
