"""A half-chosen move: what is chosen, what may follow, and what is wrong. The panels, the suggestions and typed text use it.

>>> choice = Choice.begin(state, PARTS)
>>> choice = choice.choose({"terrain": "F"})
>>> choice.values("column")          # the columns in which forest is legal
>>> choice.choose({"column": "C", "row": "4"}).move
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
from rules.move_index import ALL, Tellings, Told
from rules.parts import Parts, Telling
from rules.squares import Square

S = TypeVar("S", bound=State)

MOST_READINGS = 24
"""A text that could be read in more ways than this is read in the first ones only."""
MOST_WORDS = 400
"""Words of a text that are read; Land's longest turn has some 300 plots."""
MOST_PROBES = 40
"""Moves that are tried to find out why nothing fits."""

_NOTHING: Telling = MappingProxyType({})


@dataclass(frozen=True)
class Choice(Generic[S]):
    """What a seat has chosen: whole decisions of its turn, and parts of the next one. Immutable."""

    parts: Parts[S]
    start: S
    """The position in which the seat began to choose."""
    decided: tuple[Action, ...]
    """Decisions that are complete, in order, not played yet."""
    state: S
    """The position after them. Dice and tiles that come next are not drawn in it."""
    chosen: Telling
    """What is chosen of the next decision."""
    tellings: Tellings[S] = field(compare=False, repr=False)
    """The legal moves of that position and their parts; none where the seat is not to move in it."""
    fits: int = field(compare=False, repr=False)
    """The set of those that have what is chosen."""

    @classmethod
    def begin(cls, state: S, parts: Parts[S]) -> Choice[S]:
        """Nothing is chosen yet."""
        return Choice(parts, state, (), state, _NOTHING, Tellings(parts, state), ALL)

    @property
    def goes_on(self) -> bool:
        """Whether the seat is still in the turn in which it began to choose."""
        return self.state is self.start or self.state.continues(self.start)

    @property
    def told(self) -> tuple[Told, ...]:
        """The legal moves and their parts, whatever is chosen."""
        return self.tellings.everything

    @cached_property
    def fitting(self) -> tuple[Told, ...]:
        """The legal moves with what is chosen, and their parts; never empty while the seat is to move."""
        return self.tellings.of(self.fits)

    # ------------------------------------------------------------------ what is chosen, what may follow

    @cached_property
    def move(self) -> Action | None:
        """The only legal move left: what is open has one value. ``None`` while there are several, or nobody is to move."""
        return self.tellings.only(self.fits)

    @cached_property
    def known(self) -> Telling:
        """What is chosen, and every part that has only one value left."""
        first, bits = self.tellings.first(self.fits), self.tellings.having(_NOTHING, self.fits)
        telling = _NOTHING if first is None else first[1]
        return {part: value for part, value in telling.items() if self.tellings.having({part: value}, bits) == bits}

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The parts that are asked for and not known, in the order in which they are asked for.

        A part is open too where some of the moves have it and others do not, such as the end of a turn.
        """
        return tuple(part for part in self.parts.nouns if part not in self.known and self.values(part))

    def values(self, part: str) -> list[str]:
        """The legal values of a part, whatever is chosen of it so far; in the order of the moves, each once."""
        sets = self.forget(part)._sets(part)
        return sorted(sets, key=lambda value: sets[value] & -sets[value])

    def _sets(self, part: str) -> dict[str, int]:
        """Value of a part -> the moves with what is chosen that have it."""
        return {value: both for value, those in self.tellings.values(part).items() if (both := those & self.fits)}

    @cached_property
    def squares(self) -> Sequence[Square]:
        """The squares of the legal moves that have everything else that is chosen, row by row."""
        others = self.forget("column", "row")
        columns, rows = others._sets("column"), others._sets("row")
        found = [(row, column) for row, there in rows.items() for column, those in columns.items() if there & those]
        return [Square.read(column + row) for row, column in sorted(found, key=lambda place: (int(place[0]), place[1]))]

    def has(self, wanted: Telling) -> bool:
        """Whether a legal move with what is chosen has all of ``wanted``."""
        return self.tellings.having(wanted, self.fits) != 0

    @property
    def question(self) -> str:
        """What is to be chosen next: ``a terrain``; empty where nothing is open."""
        if {"column", "row"} <= set(self.open):
            return "a square"
        return self.parts.noun(self.open[0]) if self.open else ""

    # ------------------------------------------------------------------ choosing

    def narrow(self, wanted: Telling) -> Choice[S] | None:
        """With ``wanted`` chosen too; ``None`` where no legal move has all of it."""
        if any(self.chosen.get(part, value) != value for part, value in wanted.items()):
            return None
        fits = self.tellings.having(wanted, self.fits)
        return self._with({**self.chosen, **wanted}, fits) if fits else None

    def choose(self, wanted: Telling) -> Choice[S]:
        """With ``wanted`` chosen, and all of what was chosen before that is still legal with it.

        Returns the choice unchanged where no legal move has ``wanted`` at all: see :meth:`refusal`.
        """
        fits, chosen = self.tellings.having(wanted), dict(wanted)
        if not fits:
            return self
        for part, value in self.chosen.items():
            if part not in wanted and (both := self.tellings.having({part: value}, fits)):
                fits, chosen[part] = both, value
        return self._with(chosen, fits)

    def forget(self, *parts: str) -> Choice[S]:
        """With nothing chosen of these parts."""
        kept = {part: value for part, value in self.chosen.items() if part not in parts}
        return self if len(kept) == len(self.chosen) else self._with(kept, self.tellings.having(kept))

    def decide(self, move: Action) -> Choice[S]:
        """With a legal move as the next whole decision, and nothing chosen of the one after it."""
        after = self.state.play(move)
        tellings = Tellings(self.parts, after, none=after.seat != self.start.seat)
        return Choice(self.parts, self.start, (*self.decided, move), after, _NOTHING, tellings, ALL)

    def redecide(self, moves: Iterable[Action]) -> Choice[S]:
        """With these whole decisions instead, in an order in which they are legal; those that are not are left out."""
        choice, waiting = Choice.begin(self.start, self.parts), list(dict.fromkeys(moves))
        while choice.goes_on and (fits := next((move for move in waiting if choice.admits(move)), None)) is not None:
            waiting.remove(fits)
            choice = choice.decide(fits)
        return choice

    def admits(self, move: Action) -> bool:
        """Whether a move is among the legal ones with what is chosen."""
        return any(move == other for other, _ in self.fitting)

    def _with(self, chosen: Telling, fits: int) -> Choice[S]:
        return Choice(self.parts, self.start, self.decided, self.state, chosen, self.tellings, fits)

    # ------------------------------------------------------------------ as text

    @property
    def text(self) -> str:
        """The choice in words that :func:`read_draft` understands: ``C4; C5; column D``. A draft is stored so."""
        parts = " ".join(f"{part} {value}" for part, value in self.chosen.items())
        return "; ".join([*map(str, self.decided), parts])

    def refusal(self, wanted: Telling) -> IllegalMove | None:
        """Why no legal move has ``wanted`` and what is chosen, in the words of the rules.

        ``None`` where one has, or where the rules cannot say.
        """
        if self.narrow(wanted) is not None:
            return None
        asked = {**self.chosen, **wanted}
        for _, telling in self.told[:MOST_PROBES]:
            move = self.parts.build(self.state, {**telling, **asked})
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
"""Letters that stand directly before a number: the last may be the column of a square (``fc4``), or it is a word."""


def words_of(text: str) -> list[str]:
    """The words of what was typed, in lower case: ``Forest, c 4`` has ``forest`` and ``c4``."""
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


def read(state: S, parts: Parts[S], text: str, *, begun: bool = False) -> list[Choice[S]]:
    """The ways in which a text can be read as a choice of the seat to move: the likeliest first, none where nothing fits.

    The words may come in any order. ``begun``: the last word is still being typed. A decision that is complete is followed
    by the next one where the seat goes on.
    """
    return _read(Choice.begin(state, parts), words_of(text), begun=begun)


def read_draft(state: S, parts: Parts[S], text: str) -> Choice[S]:
    """The choice that a stored text describes; words that do not fit this state are ignored."""
    choice = Choice.begin(state, parts)
    *decisions, rest = text.split(";")
    for decision in decisions:
        move = _decision(choice, decision.strip())
        choice = choice if move is None else choice.decide(move)
    if not choice.goes_on:
        return choice
    words = words_of(rest)
    while words:
        size = 2 if words[0] in parts.nouns and len(words) > 1 else 1
        found = _read(choice, words[:size], begun=False)
        choice, words = (found[0] if found else choice), words[size:]
    return choice


def _decision(choice: Choice[Any], text: str) -> Action | None:
    """The whole decision that a stored text describes: the move of that very name, or what its words choose."""
    named = next((move for move, _ in choice.told if str(move) == text), None)
    if named is not None:
        return named
    readings = _read(choice, words_of(text), begun=False)
    whole = (reading.move for reading in readings if reading.chosen and reading.decided == choice.decided)
    return next((move for move in whole if move is not None), None)


def why_not(state: State, parts: Parts[Any], text: str) -> IllegalMove | None:
    """Why a text chooses nothing legal, in the words of the rules; ``None`` where it does, or means nothing."""
    choice = Choice.begin(state, parts)
    for word in words_of(text)[:MOST_WORDS]:
        found = _next_word([choice], word, begun=False)
        if found:
            choice = found[0]
            continue
        for meaning in parts.meanings(choice.state, word, begun=False):
            if (refusal := choice.refusal(meaning)) is not None:
                return refusal
    return None


def _read(choice: Choice[Any], words: Sequence[str], *, begun: bool) -> list[Choice[Any]]:
    readings, at = [choice], 0
    if len(words) > MOST_WORDS:
        return []
    while at < len(words) and readings:
        if words[at] in choice.parts.nouns and at + 1 < len(words):  # as ``Choice.text`` writes it: ``column C``
            named = [_with(reading, {words[at]: words[at + 1]}) for reading in readings]
            if any(named):
                readings, at = [reading for reading in named if reading], at + 2
                continue
        readings = _next_word(readings, words[at], begun=begun and at == len(words) - 1)
        at += 1
    return readings


def _next_word(readings: Sequence[Choice[Any]], word: str, *, begun: bool) -> list[Choice[Any]]:
    """Every reading with one more word."""
    found = list[Choice[Any]]()
    for reading in readings:
        for meaning in reading.parts.meanings(reading.state, word, begun=begun):
            found += filter(None, (_with(reading, meaning),))
    if not found and any(word in reading.parts.fillers for reading in readings):
        return list(readings)
    return list(_distinct(found))[:MOST_READINGS]


def _with(reading: Choice[Any], meaning: Telling) -> Choice[Any] | None:
    """A reading with one more meaning, of the next decision where the one before is complete.

    ``None`` where the meaning does not fit.
    """
    wanted = _as_told(reading, meaning)
    narrowed = reading.narrow(wanted)
    if narrowed is not None or not reading.chosen or reading.move is None:
        return narrowed
    after = reading.decide(reading.move)
    return after.narrow(_as_told(after, meaning)) if after.goes_on else None


def _as_told(reading: Choice[Any], meaning: Telling) -> Telling:
    """A meaning in the letters of the moves: words are read in lower case, values may have capitals."""
    told = dict[str, str]()
    for part, value in meaning.items():
        same = (other for other in reading._sets(part) if other.lower() == value.lower())
        told[part] = next(same, value)
    return told


def _distinct(readings: Iterable[Choice[Any]]) -> Iterator[Choice[Any]]:
    seen = set[tuple[tuple[Action, ...], frozenset[tuple[str, str]]]]()
    for reading in readings:
        key = reading.decided, frozenset(reading.chosen.items())
        if key not in seen:
            seen.add(key)
            yield reading


__all__ = ["Choice", "read", "read_draft", "why_not", "words_of"]
