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
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar

from rules.core import Action, IllegalMove, State
from rules.parts import Parts, Telling

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
    told: tuple[tuple[Action, Telling], ...]
    """The legal moves of that position and their parts."""
    chosen: Telling
    """What is chosen of the next decision."""
    fitting: tuple[tuple[Action, Telling], ...]
    """The legal moves with what is chosen, and their parts; never empty while the seat is to move."""

    @classmethod
    def begin(cls, state: S, parts: Parts[S]) -> Self:
        """Nothing is chosen yet."""
        told = _told(parts, state)
        return cls(parts, state, (), state, told, _NOTHING, told)

    @cached_property
    def goes_on(self) -> bool:
        """Whether the seat is still in the turn in which it began to choose."""
        return self.state is self.start or self.state.continues(self.start)

    # ------------------------------------------------------------------ what is chosen, what may follow

    @cached_property
    def move(self) -> Action | None:
        """The only legal move left: what is open has one value. ``None`` while there are several, or nobody is to move."""
        moves = {move for move, _ in self.fitting}
        return moves.pop() if len(moves) == 1 else None

    @cached_property
    def known(self) -> Telling:
        """What is chosen, and every part that has only one value left."""
        first = self.fitting[0][1] if self.fitting else _NOTHING
        return {part: value for part, value in first.items() if all(t.get(part) == value for _, t in self.fitting)}

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The parts that are asked for and not known, in the order in which they are asked for.

        A part is open too where some of the moves have it and others do not, such as the end of a turn.
        """
        return tuple(part for part in self.parts.nouns if len({t.get(part) for _, t in self.fitting}) > 1)

    def values(self, part: str) -> list[str]:
        """The legal values of a part, whatever is chosen of it so far; in the order of the moves, each once."""
        others = {name: value for name, value in self.chosen.items() if name != part}
        fitting = self.fitting if len(others) == len(self.chosen) else _fitting(self.told, others)
        return list(dict.fromkeys(t[part] for _, t in fitting if part in t))

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
        fitting = _fitting(self.fitting, wanted)
        return replace(self, chosen={**self.chosen, **wanted}, fitting=fitting) if fitting else None

    def choose(self, wanted: Telling) -> Choice[S]:
        """With ``wanted`` chosen, and all of what was chosen before that is still legal with it.

        Returns the choice unchanged where no legal move has ``wanted`` at all: see :meth:`refusal`.
        """
        chosen = replace(self, chosen=_NOTHING, fitting=self.told).narrow(wanted)
        if chosen is None:
            return self
        for part, value in self.chosen.items():
            if part not in wanted:
                chosen = chosen.narrow({part: value}) or chosen
        return chosen

    def forget(self, *parts: str) -> Choice[S]:
        """With nothing chosen of these parts."""
        kept = {part: value for part, value in self.chosen.items() if part not in parts}
        return replace(self, chosen=kept, fitting=_fitting(self.told, kept))

    def decide(self, move: Action) -> Choice[S]:
        """With a legal move as the next whole decision, and nothing chosen of the one after it."""
        after = self.state.play(move)
        still = after.seat == self.start.seat
        told = _told(self.parts, after) if still else ()
        return replace(self, decided=(*self.decided, move), state=after, told=told, chosen=_NOTHING, fitting=told)

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


def _told(parts: Parts[Any], state: State) -> tuple[tuple[Action, Telling], ...]:
    return tuple((move, telling) for move in state.moves() for telling in parts.tell(state, move))


def _fitting(told: Iterable[tuple[Action, Telling]], wanted: Telling) -> tuple[tuple[Action, Telling], ...]:
    items = wanted.items()
    if not items:
        return tuple(told)
    return tuple((move, telling) for move, telling in told if items <= telling.items())


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
        readings = _read(choice, words_of(decision), begun=False)
        moves = [reading.move for reading in readings if reading.chosen and reading.move is not None]
        choice = choice.decide(moves[0]) if moves else choice
    if not choice.goes_on:
        return choice
    words = words_of(rest)
    while words:
        size = 2 if words[0] in parts.nouns and len(words) > 1 else 1
        found = _read(choice, words[:size], begun=False)
        choice, words = (found[0] if found else choice), words[size:]
    return choice


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
        same = (t[part] for _, t in reading.fitting if part in t and t[part].lower() == value.lower())
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
