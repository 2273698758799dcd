"""A tiny game in two versions of its rules, for tests: what holds for every game must hold for a game that nobody knew.

Stones: a toss says who begins; then every seat in turn takes one to three stones from a heap. By version 1 of the rules whoever
takes the last stone wins; by version 2 that seat loses, and all others win.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import Field

from rules import Action, Game, IllegalMove, Options, State

MOST = 3
"""Stones that a seat may take at once."""


@dataclass(frozen=True, slots=True)
class Take:
    """S2: takes some stones."""

    stones: int

    def __str__(self) -> str:
        return f"take {self.stones}"


@dataclass(frozen=True, slots=True)
class Begin:
    """S1: the toss says that this seat begins."""

    seat: int

    def __str__(self) -> str:
        return f"begin {self.seat}"


class StonesOptions(Options):
    """How a game of Stones is set up."""

    heap: int = Field(default=9, ge=5, le=30, description="Stones in the heap at the start.")


class StonesState(State):
    """A position of Stones by version 1 of its rules."""

    __slots__ = ("_over", "heap", "last", "to_move")

    game: ClassVar[str] = "stones"
    actions: ClassVar[frozenset[type]] = frozenset({Take, Begin})
    over_rule: ClassVar[str] = "S3"
    turn_rule: ClassVar[str] = "S2"

    options: StonesOptions
    heap: int
    """Stones that are left."""
    to_move: int | None
    """The seat to move; ``None`` before the toss."""
    last: int | None
    """The seat that took stones last."""
    _over: bool

    @classmethod
    def begin(cls, seats: int, options: StonesOptions, setup: Mapping[str, Any] | None) -> Self:
        """The heap before the toss."""
        if setup:
            raise ValueError("Stones has no set-up.")
        state = cls()
        state.seats, state.options, state.setup = seats, options, {}
        state.dropped, state._agreed, state._over = frozenset(), False, False
        state.heap, state.to_move, state.last = options.heap, None, None
        return state

    def _changed(self, **changes: Any) -> Self:
        state = type(self)()
        for name in ("seats", "options", "setup", "dropped", "_agreed", "_over", "heap", "to_move", "last"):
            setattr(state, name, changes.get(name, getattr(self, name)))
        return state

    @property
    def seat(self) -> int | None:
        """The seat that takes stones."""
        return None if self._over else self.to_move

    @property
    def turn(self) -> int | None:
        """The seat that takes stones; nobody's turn is on before the toss."""
        return self.seat

    @property
    def is_chance(self) -> bool:
        """Whether the toss is awaited."""
        return self.to_move is None and not self._over

    @property
    def is_over(self) -> bool:
        """S3: the heap is gone, or G1 or G2."""
        return self._over

    @property
    def phase(self) -> str:
        """``toss``, ``take`` or ``over``."""
        return "over" if self._over else "toss" if self.is_chance else "take"

    def moves(self) -> Sequence[Take]:
        """One stone, two, three."""
        return [] if self.seat is None else [Take(stones) for stones in range(1, min(MOST, self.heap) + 1)]

    def outcomes(self) -> Sequence[tuple[Begin, float]]:
        """Each seat that is left begins as likely as any other."""
        return [(Begin(seat), 1 / len(self.left)) for seat in self.left] if self.is_chance else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """S3: a point for the seat that took the last stone."""
        return tuple(int(not self.heap and seat == self.last) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """S3: those with the most points among those who are left."""
        if not self._over:
            return None
        settled = self._settled()
        best = max(self.scores[seat] for seat in self.left)
        return settled if settled is not None else tuple(seat for seat in self.left if self.scores[seat] == best)

    def _parse(self, text: str) -> Action:
        match = re.fullmatch(r"(?:(?P<begin>begin)|take) *(?P<number>[0-9]{1,2})", text, re.IGNORECASE)
        if match is None:
            raise ValueError("Say how many stones you take, such as take 2.")
        number = int(match["number"])
        return Begin(number) if match["begin"] else Take(number)

    def _apply(self, action: Take | Begin) -> Self:
        number = action.seat if isinstance(action, Begin) else action.stones
        if type(number) is not int:
            raise self._no_move()
        if isinstance(action, Begin):
            if not self.is_chance or number not in self.left:
                raise IllegalMove("S1", "The toss is not yours.")
            return self._changed(to_move=number)
        if self.is_chance:
            raise IllegalMove("S1", "The toss comes first.")
        if not 1 <= number <= min(MOST, self.heap):
            raise IllegalMove("S2", f"Take one to {min(MOST, self.heap)} stones.")
        assert self.to_move is not None
        heap = self.heap - number
        return self._changed(heap=heap, last=self.to_move, to_move=self._after(self.to_move, self.dropped), _over=heap == 0)

    def _after(self, seat: int, dropped: frozenset[int]) -> int:
        return next(s % self.seats for s in range(seat + 1, seat + 1 + self.seats) if s % self.seats not in dropped)

    def _after_drop(self, seat: int) -> Self:
        dropped = self.dropped | {seat}
        to_move = self._after(seat, dropped) if seat == self.to_move else self.to_move
        return self._changed(dropped=dropped, to_move=to_move)

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        return self._changed(dropped=dropped, _agreed=agreed, _over=True)

    def _key(self) -> Hashable:
        return self.options, self.seats, self.heap, self.to_move, self.last, self.dropped, self._agreed, self._over


class NewStonesState(StonesState):
    """A position of Stones by version 2 of its rules."""

    __slots__ = ()
    rules: ClassVar[int] = 2

    @property
    def scores(self) -> tuple[int, ...]:
        """S3: a point for everybody but the one who took the last stone."""
        return tuple(int(not self.heap and seat != self.last) for seat in range(self.seats))


STONES = Game(name="stones", title="Stones", seats=range(2, 4), Options=StonesOptions, begin=StonesState.begin)
NEW_STONES = Game(
    name="stones", title="Stones", seats=range(2, 4), Options=StonesOptions, begin=NewStonesState.begin, version=2
)
