"""A partial move: the parts chosen so far, the possible values of the others, and the reason why a choice is refused.

Panels, suggestions and typed text (``rules.typed_move``) use it.

    >>> partial = PartialMove.begin(state, PARTS)
    >>> partial = partial.choose({"terrain": "F"})
    >>> partial.values("column")          # the columns in which forest is legal
    >>> partial.choose({"column": "C", "row": "4"}).move
    Fill(square=Square(x=2, y=3), terrain='F')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.core import Action, IllegalMove, State
from rules.move_index import ALL, DescribedMove, MoveIndex
from rules.parts import MoveParts, Parts
from rules.squares import Square

S = TypeVar("S", bound=State)

MOST_PROBES = 40
"""Maximum number of moves to try when looking for the reason for a refusal."""

_NOTHING: MoveParts = MappingProxyType({})


@dataclass(frozen=True)
class PartialMove(Generic[S]):
    """A seat's choices so far: whole decisions of its turn, then parts of the next one. Immutable."""

    parts: Parts[S]
    start: S
    """The position at the first choice."""
    decided: tuple[Action, ...]
    """Complete decisions in order, not played yet."""
    state: S
    """The position after :attr:`decided`, before any chance that follows."""
    chosen: MoveParts
    """The parts chosen for the next decision."""
    index: MoveIndex[S] = field(compare=False, repr=False)
    """The legal moves of :attr:`state`; none if another seat, or chance, is next."""
    fits: int = field(compare=False, repr=False)
    """The set of entries of :attr:`index` that match :attr:`chosen`."""

    @classmethod
    def begin(cls, state: S, parts: Parts[S]) -> PartialMove[S]:
        """Return the partial move with nothing chosen."""
        return PartialMove(parts, state, (), state, _NOTHING, MoveIndex(parts, state), ALL)

    @property
    def goes_on(self) -> bool:
        """Whether the turn of the first choice still continues."""
        return self.state is self.start or self.state.continues(self.start)

    @property
    def entries(self) -> tuple[DescribedMove, ...]:
        """The legal moves with their parts, regardless of :attr:`chosen`."""
        return self.index.entries

    @cached_property
    def fitting(self) -> tuple[DescribedMove, ...]:
        """The legal moves that match :attr:`chosen`, with their parts. It is never empty while the seat is to move."""
        return self.index.entries_in(self.fits)

    # ------------------------------------------------------------------ chosen parts and possible values

    @cached_property
    def move(self) -> Action | None:
        """The only legal move left; ``None`` while there are several, or if the seat is not to move."""
        return self.index.only_move(self.fits)

    @cached_property
    def settled(self) -> MoveParts:
        """The chosen parts, and every other part with only one value left."""
        first, bits = self.index.first_entry(self.fits), self.index.select(_NOTHING, self.fits)
        move_parts = _NOTHING if first is None else first[1]
        return {part: value for part, value in move_parts.items() if self.index.select({part: value}, bits) == bits}

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The parts to ask for, in order.

        A part is also open if only some of the moves have it, such as the end of a turn.
        """
        return tuple(part for part in self.parts.nouns if part not in self.settled and self.values(part))

    def values(self, part: str) -> list[str]:
        """Return the legal values of a part given the other chosen parts, each once, in the order of the moves."""
        sets = self.forget(part).sets(part)
        return sorted(sets, key=lambda value: sets[value] & -sets[value])

    def sets(self, part: str) -> dict[str, int]:
        """Return the set of fitting entries for each value of a part."""
        return {value: both for value, those in self.index.sets_by_value(part).items() if (both := those & self.fits)}

    @cached_property
    def squares(self) -> Sequence[Square]:
        """The legal squares given the other chosen parts, row by row."""
        others = self.forget("column", "row")
        columns, rows = others.sets("column"), others.sets("row")
        found = [(row, column) for row, there in rows.items() for column, those in columns.items() if there & those]
        return [Square.read(column + row) for row, column in sorted(found, key=lambda place: (int(place[0]), place[1]))]

    def has(self, wanted: MoveParts) -> bool:
        """Return whether ``wanted`` can be chosen as well."""
        return self.index.select(wanted, self.fits) != 0

    @property
    def question(self) -> str:
        """The next choice in words: ``a terrain``; empty if nothing is open."""
        if {"column", "row"} <= set(self.open):
            return self.parts.place
        return self.parts.noun(self.open[0]) if self.open else ""

    # ------------------------------------------------------------------ choosing

    def narrow(self, wanted: MoveParts) -> PartialMove[S] | None:
        """Return the partial move with ``wanted`` chosen as well, or ``None`` if no legal move matches all of it."""
        if any(self.chosen.get(part, value) != value for part, value in wanted.items()):
            return None
        fits = self.index.select(wanted, self.fits)
        return self._with({**self.chosen, **wanted}, fits) if fits else None

    def choose(self, wanted: MoveParts) -> PartialMove[S]:
        """Return the partial move with ``wanted`` chosen.

        Earlier choices are kept if they are legal with it. If no legal move has ``wanted``, return the partial move unchanged:
        see :meth:`refusal`.
        """
        fits, chosen = self.index.select(wanted), dict(wanted)
        if not fits:
            return self
        for part, value in self.chosen.items():
            if part not in wanted and (both := self.index.select({part: value}, fits)):
                fits, chosen[part] = both, value
        return self._with(chosen, fits)

    def forget(self, *parts: str) -> PartialMove[S]:
        """Return the partial move without the choices for the given parts."""
        kept = {part: value for part, value in self.chosen.items() if part not in parts}
        return self if len(kept) == len(self.chosen) else self._with(kept, self.index.select(kept))

    def decide(self, move: Action) -> PartialMove[S]:
        """Return the partial move with a legal move as its next decision, and nothing chosen of the decision after it."""
        after = self.state.play(move)
        index = MoveIndex(self.parts, after, empty=after.seat != self.start.seat)
        return PartialMove(self.parts, self.start, (*self.decided, move), after, _NOTHING, index, ALL)

    def redecide(self, moves: Iterable[Action]) -> PartialMove[S]:
        """Return the partial move with the given decisions instead of its own, in an order in which they are legal.

        Illegal ones are ignored.
        """
        partial, waiting = PartialMove.begin(self.start, self.parts), list(dict.fromkeys(moves))
        while partial.goes_on and (fits := next((move for move in waiting if partial.admits(move)), None)) is not None:
            waiting.remove(fits)
            partial = partial.decide(fits)
        return partial

    def admits(self, move: Action) -> bool:
        """Return whether a move is legal and matches the chosen parts."""
        return any(move == other for other, _ in self.fitting)

    def _with(self, chosen: MoveParts, fits: int) -> PartialMove[S]:
        return PartialMove(self.parts, self.start, self.decided, self.state, chosen, self.index, fits)

    # ------------------------------------------------------------------ stored form and refusals

    @property
    def data(self) -> dict[str, Any]:
        """The decisions and chosen parts, ready for JSON. Drafts are stored in this form; :func:`restore` reads it."""
        return {"decided": [str(move) for move in self.decided], "chosen": dict(self.chosen)}

    def refusal(self, wanted: MoveParts) -> IllegalMove | None:
        """Return the rules' reason why ``wanted`` cannot be chosen as well, regardless of other choices.

        Return ``None`` if it can be chosen, or if the reason depends on parts that are not chosen yet.
        """
        if self.narrow(wanted) is not None:
            return None
        found: dict[str, IllegalMove] = {}
        meant = self.parts.mean(self.state, self.chosen, wanted)
        probes = (self.parts.build(self.state, {**parts, **self.chosen, **wanted}) for _, parts in self.entries[:MOST_PROBES])
        for move in [meant] if meant is not None else filter(None, probes):
            try:
                self.state.play(move)
            except IllegalMove as refusal:
                found[str(refusal)] = refusal
        return next(iter(found.values())) if len(found) == 1 else None


def restore(state: S, parts: Parts[S], data: object) -> PartialMove[S]:
    """Return the partial move that :attr:`PartialMove.data` describes.

    Invalid data, and entries that are illegal in this state, are ignored.
    """
    partial = PartialMove.begin(state, parts)
    if not isinstance(data, Mapping):
        return partial
    for text in data.get("decided", ()):
        move = next((move for move, _ in partial.entries if str(move) == text), None)
        if move is None or not partial.goes_on:
            return partial
        partial = partial.decide(move)
    for part, value in data.get("chosen", {}).items():
        partial = partial.narrow({part: value}) or partial
    return partial


__all__ = ["PartialMove", "restore"]
