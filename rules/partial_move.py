"""A partial move: what is chosen, what may follow, and what is wrong. Panels, suggestions and typed text use it.

>>> partial = PartialMove.begin(state, PARTS)
>>> partial = partial.choose({"terrain": "F"})
>>> partial.values("column")          # the columns in which forest is legal
>>> partial.choose({"column": "C", "row": "4"}).move
Fill(square=Square(x=2, y=3), terrain='F')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.core import Action, IllegalMove, State
from rules.move_index import ALL, DescribedMove, MoveIndex
from rules.parts import MoveParts, Parts
from rules.squares import Square

S = TypeVar("S", bound=State)

MOST_READINGS = 24
"""Readings of a text that are followed; others are dropped."""
MOST_WORDS = 400
"""Words of the longest text that is read; Land's longest turn has some 300 plots."""
MOST_PROBES = 40
"""Moves to try when looking for the reason why nothing fits."""

_NOTHING: MoveParts = MappingProxyType({})


@dataclass(frozen=True)
class PartialMove(Generic[S]):
    """What a seat has chosen so far: whole decisions of its turn, then parts of the next one. Immutable."""

    parts: Parts[S]
    start: S
    """The position in which the choosing began."""
    decided: tuple[Action, ...]
    """Complete decisions in order, not played yet."""
    state: S
    """The position after :attr:`decided`, before any chance that follows."""
    chosen: MoveParts
    """What is chosen of the next decision."""
    index: MoveIndex[S] = field(compare=False, repr=False)
    """The legal moves of :attr:`state`; none where another seat, or chance, is next."""
    fits: int = field(compare=False, repr=False)
    """The set of entries of :attr:`index` that have what is chosen."""

    @classmethod
    def begin(cls, state: S, parts: Parts[S]) -> PartialMove[S]:
        """Return the partial move with nothing chosen."""
        return PartialMove(parts, state, (), state, _NOTHING, MoveIndex(parts, state), ALL)

    @property
    def goes_on(self) -> bool:
        """Whether the turn in which the choosing began still goes on."""
        return self.state is self.start or self.state.continues(self.start)

    @property
    def entries(self) -> tuple[DescribedMove, ...]:
        """The legal moves with their parts, whatever is chosen."""
        return self.index.entries

    @cached_property
    def fitting(self) -> tuple[DescribedMove, ...]:
        """The legal moves that have what is chosen, with their parts. Never empty while the seat is to move."""
        return self.index.entries_in(self.fits)

    # ------------------------------------------------------------------ what is chosen, what may follow

    @cached_property
    def move(self) -> Action | None:
        """The only legal move left; ``None`` while there are several, or the seat is not to move."""
        return self.index.only_move(self.fits)

    @cached_property
    def settled(self) -> MoveParts:
        """What is chosen, with every part that has only one value left."""
        first, bits = self.index.first_entry(self.fits), self.index.select(_NOTHING, self.fits)
        move_parts = _NOTHING if first is None else first[1]
        return {part: value for part, value in move_parts.items() if self.index.select({part: value}, bits) == bits}

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The parts still to ask for, in order.

        A part is open too where some of the moves have it and others do not, such as the end of a turn.
        """
        return tuple(part for part in self.parts.nouns if part not in self.settled and self.values(part))

    def values(self, part: str) -> list[str]:
        """Return the legal values of a part by the other parts chosen, each once, in the order of the moves."""
        sets = self.forget(part)._sets(part)
        return sorted(sets, key=lambda value: sets[value] & -sets[value])

    def _sets(self, part: str) -> dict[str, int]:
        """Return the set of fitting entries for each value of a part."""
        return {value: both for value, those in self.index.sets_by_value(part).items() if (both := those & self.fits)}

    @cached_property
    def squares(self) -> Sequence[Square]:
        """The legal squares by the other parts chosen, row by row."""
        others = self.forget("column", "row")
        columns, rows = others._sets("column"), others._sets("row")
        found = [(row, column) for row, there in rows.items() for column, those in columns.items() if there & those]
        return [Square.read(column + row) for row, column in sorted(found, key=lambda place: (int(place[0]), place[1]))]

    def has(self, wanted: MoveParts) -> bool:
        """Return whether ``wanted`` can be chosen too."""
        return self.index.select(wanted, self.fits) != 0

    @property
    def question(self) -> str:
        """What to choose next: ``a terrain``; empty where nothing is open."""
        if {"column", "row"} <= set(self.open):
            return "a square"
        return self.parts.noun(self.open[0]) if self.open else ""

    # ------------------------------------------------------------------ choosing

    def narrow(self, wanted: MoveParts) -> PartialMove[S] | None:
        """Return this with ``wanted`` chosen too; ``None`` where no legal move has all of it."""
        if any(self.chosen.get(part, value) != value for part, value in wanted.items()):
            return None
        fits = self.index.select(wanted, self.fits)
        return self._with({**self.chosen, **wanted}, fits) if fits else None

    def choose(self, wanted: MoveParts) -> PartialMove[S]:
        """Return this with ``wanted`` chosen. Earlier choices stay where they are legal with it.

        Return this unchanged where no legal move has ``wanted``: see :meth:`refusal`.
        """
        fits, chosen = self.index.select(wanted), dict(wanted)
        if not fits:
            return self
        for part, value in self.chosen.items():
            if part not in wanted and (both := self.index.select({part: value}, fits)):
                fits, chosen[part] = both, value
        return self._with(chosen, fits)

    def forget(self, *parts: str) -> PartialMove[S]:
        """Return this with nothing chosen of these parts."""
        kept = {part: value for part, value in self.chosen.items() if part not in parts}
        return self if len(kept) == len(self.chosen) else self._with(kept, self.index.select(kept))

    def decide(self, move: Action) -> PartialMove[S]:
        """Return this with a legal move as the next decision, and nothing chosen of the one after it."""
        after = self.state.play(move)
        index = MoveIndex(self.parts, after, empty=after.seat != self.start.seat)
        return PartialMove(self.parts, self.start, (*self.decided, move), after, _NOTHING, index, ALL)

    def redecide(self, moves: Iterable[Action]) -> PartialMove[S]:
        """Return this with these decisions instead, in an order in which they are legal. Leave out those that are not legal."""
        partial, waiting = PartialMove.begin(self.start, self.parts), list(dict.fromkeys(moves))
        while partial.goes_on and (fits := next((move for move in waiting if partial.admits(move)), None)) is not None:
            waiting.remove(fits)
            partial = partial.decide(fits)
        return partial

    def admits(self, move: Action) -> bool:
        """Return whether a move is legal and has what is chosen."""
        return any(move == other for other, _ in self.fitting)

    def _with(self, chosen: MoveParts, fits: int) -> PartialMove[S]:
        return PartialMove(self.parts, self.start, self.decided, self.state, chosen, self.index, fits)

    # ------------------------------------------------------------------ as text

    @property
    def text(self) -> str:
        """The text that :func:`read_draft` reads: ``C4; C5; column D``. Drafts are stored as this text."""
        parts = " ".join(f"{part} {value}" for part, value in self.chosen.items())
        return "; ".join([*map(str, self.decided), parts])

    def refusal(self, wanted: MoveParts) -> IllegalMove | None:
        """Return the rules' reason why ``wanted`` cannot be chosen too; ``None`` where it can, or no reason is found."""
        if self.narrow(wanted) is not None:
            return None
        asked = {**self.chosen, **wanted}
        for _, move_parts in self.entries[:MOST_PROBES]:
            move = self.parts.build(self.state, {**move_parts, **asked})
            if move is None:
                continue
            try:
                self.state.play(move)
            except IllegalMove as refusal:
                return refusal
        return None


# ---------------------------------------------------------------------- reading


_TOKEN = re.compile(r"[^\W\d_]+|[0-9]+")
_LONGEST_RUN = 3
"""With so many letters directly before a number, the last one may be a column (``fc4``); more letters are a word."""


def words_of(text: str) -> list[str]:
    """Return the words of what was typed, in lower case: ``Forest, c 4`` gives ``forest`` and ``c4``."""
    words, end = list[str](), 0
    for token in _TOKEN.finditer(text.lower()):
        word, gap = token[0], text[end : token.start()]
        before = words[-1] if words else ""
        if word[0].isdigit() and len(before) == 1 and before.isalpha() and not gap.strip(" -–—"):
            words[-1] = before + word
        elif word[0].isdigit() and before.isalpha() and not gap and len(before) <= _LONGEST_RUN:
            words[-1:] = [before[:-1], before[-1] + word]
        else:
            words.append(word)
        end = token.end()
    return words


def read(state: S, parts: Parts[S], text: str, *, begun: bool = False) -> list[PartialMove[S]]:
    """Return the readings of a text as a partial move of the seat to move: the likeliest first, none where nothing fits.

    The words may come in any order, and several decisions may follow each other. ``begun``: the last word is still being
    typed.
    """
    return _read(PartialMove.begin(state, parts), words_of(text), begun=begun)


def read_draft(state: S, parts: Parts[S], text: str) -> PartialMove[S]:
    """Return the partial move of a stored text. Ignore words that do not fit this state."""
    partial = PartialMove.begin(state, parts)
    *decisions, rest = text.split(";")
    for decision in decisions:
        move = _read_decision(partial, decision.strip())
        partial = partial if move is None else partial.decide(move)
    if not partial.goes_on:
        return partial
    words = words_of(rest)
    while words:
        size = 2 if words[0] in parts.nouns and len(words) > 1 else 1
        found = _read(partial, words[:size], begun=False)
        partial, words = (found[0] if found else partial), words[size:]
    return partial


def _read_decision(partial: PartialMove[Any], text: str) -> Action | None:
    """Return the decision of a stored text: the move with that text, or the move that its words choose."""
    named = next((move for move, _ in partial.entries if str(move) == text), None)
    if named is not None:
        return named
    readings = _read(partial, words_of(text), begun=False)
    whole = (reading.move for reading in readings if reading.chosen and reading.decided == partial.decided)
    return next((move for move in whole if move is not None), None)


def find_refusal(state: State, parts: Parts[Any], text: str) -> IllegalMove | None:
    """Return the rules' reason why a text chooses nothing legal; ``None`` where it does, or means nothing."""
    partial = PartialMove.begin(state, parts)
    for word in words_of(text)[:MOST_WORDS]:
        found = _add_word([partial], word, begun=False)
        if found:
            partial = found[0]
            continue
        for meaning in parts.meanings(partial.state, word, begun=False):
            if (refusal := partial.refusal(meaning)) is not None:
                return refusal
    return None


def _read(partial: PartialMove[Any], words: Sequence[str], *, begun: bool) -> list[PartialMove[Any]]:
    readings, at = [partial], 0
    if len(words) > MOST_WORDS:
        return []
    while at < len(words) and readings:
        if words[at] in partial.parts.nouns and at + 1 < len(words):  # as ``PartialMove.text`` writes it: ``column C``
            named = [_add_meaning(reading, {words[at]: words[at + 1]}) for reading in readings]
            if any(named):
                readings, at = [reading for reading in named if reading], at + 2
                continue
        readings = _add_word(readings, words[at], begun=begun and at == len(words) - 1)
        at += 1
    return readings


def _add_word(readings: Sequence[PartialMove[Any]], word: str, *, begun: bool) -> list[PartialMove[Any]]:
    """Return every reading with one more word."""
    found = list[PartialMove[Any]]()
    for reading in readings:
        for meaning in reading.parts.meanings(reading.state, word, begun=begun):
            found += filter(None, (_add_meaning(reading, meaning),))
    if not found and any(word in reading.parts.fillers for reading in readings):
        return list(readings)
    return list(_drop_duplicates(found))[:MOST_READINGS]


def _add_meaning(reading: PartialMove[Any], meaning: MoveParts) -> PartialMove[Any] | None:
    """Return a reading with one more meaning, of the next decision where this one is complete.

    Return ``None`` where the meaning does not fit.
    """
    wanted = _match_case(reading, meaning)
    narrowed = reading.narrow(wanted)
    if narrowed is not None or not reading.chosen or reading.move is None:
        return narrowed
    after = reading.decide(reading.move)
    return after.narrow(_match_case(after, meaning)) if after.goes_on else None


def _match_case(reading: PartialMove[Any], meaning: MoveParts) -> MoveParts:
    """Return a meaning in the case of the moves' values: words are read in lower case, values may have capitals."""
    matched = dict[str, str]()
    for part, value in meaning.items():
        same = (other for other in reading._sets(part) if other.lower() == value.lower())
        matched[part] = next(same, value)
    return matched


def _drop_duplicates(readings: Iterable[PartialMove[Any]]) -> Iterator[PartialMove[Any]]:
    seen = set[tuple[tuple[Action, ...], frozenset[tuple[str, str]]]]()
    for reading in readings:
        key = reading.decided, frozenset(reading.chosen.items())
        if key not in seen:
            seen.add(key)
            yield reading


__all__ = ["PartialMove", "find_refusal", "read", "read_draft", "words_of"]
