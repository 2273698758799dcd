"""Texts for the page: spans of words, each with the element that marks it. No text is ever interpreted as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from markupsafe import Markup

from bot.common.words import InDiscord, Link, Name, Text, Time
from rules.words import isolated

_MARKED = re.compile(r"\*\*(?P<strong>.+?)\*\*|`(?P<code>[^`]+)`|(?<![\w*])\*(?P<em>\S(?:.*?\S)?)\*(?![\w*])")
Span: TypeAlias = tuple[str, str | Time]
"""The name of an element, and the words in it (for ``time``: milliseconds since 1970). Words without a mark have an empty
name."""


def to_spans(text: Text) -> str | list[Span]:
    """Return a text in the form used by the page: a string if nothing is marked, otherwise spans."""
    told = list(_split(text))
    return told if any(mark for mark, _ in told) else "".join(str(words) for _, words in told)


def to_html(text: Text) -> Markup:
    """Return a text as HTML for a page that is made on the server."""
    return Markup().join(Markup("<{0}>{1}</{0}>").format(mark, words) if mark else str(words) for mark, words in _split(text))


def _split(text: Text, mark: str = "") -> Iterator[Span]:
    at = 0
    for found in _MARKED.finditer(text.pattern):
        yield from _fill(text, text.pattern[at : found.start()], mark)
        yield from _fill(text, found[found.lastgroup or 0], found.lastgroup or mark)
        at = found.end()
    yield from _fill(text, text.pattern[at:], mark)


def _fill(text: Text, pattern: str, mark: str) -> Iterator[Span]:
    for words, value in text.split(pattern):
        if words:
            yield mark, words
        match value:
            case None | InDiscord():
                pass
            case Text():
                yield from _split(value, mark)
            case Link():
                yield mark, value.words
            case Time():
                yield "time", value
            case Name():
                yield mark, isolated(value)
            case _:
                yield mark, str(value)
