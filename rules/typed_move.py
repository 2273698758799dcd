"""Parses typed text as a partial move: its words in any order, and several decisions in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rules.core import Action, IllegalMove, State
from rules.partial_move import PartialMove
from rules.parts import MoveParts, Parts

S = TypeVar("S", bound=State)

MOST_READINGS = 24
"""Maximum number of interpretations of a text to follow; others are dropped."""
MOST_WORDS = 400
"""Maximum number of words of a text; Land's longest turn has some 300 plots."""

_TOKEN = re.compile(r"[0-9]+(?:st|nd|rd|th)\b|[^\W\d_]+|[0-9]+")
_LONGEST_RUN = 3
"""Maximum number of letters before a number whose last letter may be a column, as in ``fc4``. More letters are a word."""


def words_of(text: str) -> list[str]:
    """Return the words of a typed text, in lower case: ``Forest, c 4`` gives ``forest`` and ``c4``."""
    words, end = list[str](), 0
    for token in _TOKEN.finditer(text.lower()):
        word, gap = token[0], text[end : token.start()]
        before = words[-1] if words else ""
        if word.isdigit() and len(before) == 1 and before.isalpha() and not gap.strip(" -–—"):
            words[-1] = before + word
        elif word.isdigit() and before.isalpha() and not gap and len(before) <= _LONGEST_RUN:
            words[-1:] = [before[:-1], before[-1] + word]
        else:
            words.append(word)
        end = token.end()
    return words


def read(state: S, parts: Parts[S], text: str, *, begun: bool = False) -> list[PartialMove[S]]:
    """Return the interpretations of a text as partial moves of the seat to move, likeliest first; none if nothing fits.

    The words may come in any order, and several decisions may follow each other. The name of a part may precede its value:
    ``column C``. ``begun``: the last word is still being typed.
    """
    words = words_of(text)
    readings, at = [PartialMove.begin(state, parts)], 0
    if len(words) > MOST_WORDS:
        return []
    while at < len(words) and readings:
        if words[at] in parts.nouns and at + 1 < len(words):
            named = [_add_meaning(reading, {words[at]: words[at + 1]}) for reading in readings]
            if any(named):
                readings, at = [reading for reading in named if reading], at + 2
                continue
        readings = _add_word(readings, words[at], begun=begun and at == len(words) - 1)
        at += 1
    return readings


def find_refusal(state: State, parts: Parts[Any], text: str) -> IllegalMove | None:
    """Return the rules' reason why a text chooses nothing legal; ``None`` if it chooses something, or has no meaning."""
    partial = PartialMove.begin(state, parts)
    for word in words_of(text)[:MOST_WORDS]:
        found = _add_word([partial], word, begun=False)
        if found:
            partial = found[0]
            continue
        for decision in filter(None, (partial, follow(partial))):
            for meaning in parts.meanings(decision.state, word, begun=False):
                if (refusal := decision.refusal(meaning)) is not None:
                    return refusal
    return None


def _add_word(readings: Sequence[PartialMove[Any]], word: str, *, begun: bool) -> list[PartialMove[Any]]:
    """Return every interpretation extended by one word.

    Those in which the word chooses something new, in the same decision or the next, come before those in which it repeats an
    earlier choice.
    """
    new, again = list[PartialMove[Any]](), list[PartialMove[Any]]()
    for reading in readings:
        narrowed = _narrow(reading, word, begun=begun)
        new += (one for one in narrowed if one.chosen != reading.chosen)
        again += (one for one in narrowed if one.chosen == reading.chosen)
        if (after := follow(reading)) is not None:
            new += _narrow(after, word, begun=begun)
    if not new and not again and len(word) > 1 and any(word in reading.parts.fillers for reading in readings):
        return list(readings)  # a single letter is never ignored: it may be meant as a column
    return list(_drop_duplicates([*new, *again]))[:MOST_READINGS]


def follow(reading: PartialMove[S]) -> PartialMove[S] | None:
    """Return the next decision after a complete interpretation; ``None`` if it is incomplete, or the turn ends with it."""
    if not reading.chosen or reading.move is None:
        return None
    after = reading.decide(reading.move)
    return after if after.goes_on else None


def _narrow(reading: PartialMove[Any], word: str, *, begun: bool) -> list[PartialMove[Any]]:
    """Return an interpretation extended by each fitting meaning of a word.

    The meanings depend on the position of the decision.
    """
    meanings = reading.parts.meanings(reading.state, word, begun=begun)
    return [one for meaning in meanings if (one := reading.narrow(_match_case(reading, meaning))) is not None]


def _add_meaning(reading: PartialMove[Any], meaning: MoveParts) -> PartialMove[Any] | None:
    """Return an interpretation extended by one meaning, for the next decision if this one is complete.

    Return ``None`` if the meaning does not fit.
    """
    narrowed = reading.narrow(_match_case(reading, meaning))
    if narrowed is not None or (after := follow(reading)) is None:
        return narrowed
    return after.narrow(_match_case(after, meaning))


def _match_case(reading: PartialMove[Any], meaning: MoveParts) -> MoveParts:
    """Return a meaning with its values spelled as in the moves, because typed words are in lower case."""
    matched = dict[str, str]()
    for part, value in meaning.items():
        same = (other for other in reading.sets(part) if other.lower() == value.lower())
        matched[part] = next(same, value)
    return matched


def _drop_duplicates(readings: Iterable[PartialMove[Any]]) -> Iterator[PartialMove[Any]]:
    seen = set[tuple[tuple[Action, ...], frozenset[tuple[str, str]]]]()
    for reading in readings:
        key = reading.decided, frozenset(reading.chosen.items())
        if key not in seen:
            seen.add(key)
            yield reading


__all__ = ["find_refusal", "follow", "read", "words_of"]
