"""A position of Land and the course of the game. The rules are cited by number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Self

from rules.core import IllegalMove, State
from rules.land import actions as texts
from rules.land.actions import DONE, Done, LandAction, Roll
from rules.land.grid import DICE, MOUNTAIN, LandMap
from rules.land.options import LandOptions
from rules.land.order import Groups, line_of_round, settle, tied_group
from rules.land.refusals import refusal
from rules.land.setup import map_of
from rules.squares import Square, is_square

EQUAL_HERD = 3
"""Cows of each seat with ``herd`` = ``equal`` (L14)."""

_FACES = tuple((Roll(value), 1 / DICE) for value in range(1, DICE + 1))


class LandState(State):
    """One position of Land. Attributes without an underscore are public: pictures, panels and computer players read them.

    Sets of plots are masks of :class:`~rules.land.grid.LandMap`; ``map.squares_of(mask)`` lists their squares.
    """

    __slots__ = (
        "_over",
        "base",
        "bonus",
        "cows",
        "free",
        "groups",
        "line",
        "map",
        "open",
        "owned",
        "place",
        "rolls",
        "round",
        "taken",
    )

    game: ClassVar[str] = "land"
    actions: ClassVar[frozenset[type]] = frozenset({Square, Done, Roll})
    over_rule: ClassVar[str] = "L12"
    turn_rule: ClassVar[str] = "L7"

    options: LandOptions
    map: LandMap
    groups: Groups
    """The settled part of the order of play (L4): groups of seats, first to last; tied seats share a group."""
    rolls: tuple[int, ...]
    """The dice rolled so far: for the tied group (phase ``order``), or column and row of the block for a first plot."""
    round: int
    """Number of the current round, from 1; 0 while the order is rolled."""
    line: tuple[int, ...]
    """This round's order of play (L14), seat after seat; ``()`` while the order is rolled."""
    place: int
    """Index in :attr:`line` of the seat whose turn it is."""
    owned: tuple[int, ...]
    """The plots of each seat, as masks."""
    free: int
    """The usable plots that nobody owns."""
    bonus: tuple[int, ...]
    """For each seat, the number of resident cows that it reached in its last turn, which add to its next allowance (L7)."""
    base: int
    """The plots that the seat to move owned when its turn began."""
    taken: int
    """The plots that the seat to move has taken this turn."""
    cows: int
    """The cows that the seat to move has left this turn."""
    open: int
    """The plots that the seat to move can take now; empty at chance nodes and once the game is over."""
    _over: bool

    @classmethod
    def begin(cls, seats: int, options: LandOptions, setup: Mapping[str, Any] | None) -> Self:
        """Return the state before the first roll. Raise ValueError for an invalid set-up or too many seats (L2)."""
        land = map_of(options, setup)
        if seats > land.admits:
            room = f"for {land.admits} players at most" if land.admits > 1 else "too small for a game"
            raise ValueError(f"L2: this map is {room}, and you are {seats}.")
        new = object.__new__(cls)
        new.seats, new.options, new.map = seats, options, land
        new.setup = {"map": list(land.rows)}
        new.dropped, new._agreed, new._over = frozenset(), False, False
        new.groups, new.rolls, new.round, new.line, new.place = (tuple(range(seats)),), (), 0, (), 0
        new.owned = new.bonus = (0,) * seats
        new.free = land.usable
        new._clear()
        return new

    # ------------------------------------------------------------------ turn and legal moves

    @property
    def seat(self) -> int | None:
        """The seat that chooses the next plot, or stops; ``None`` if no plot can be taken."""
        return self.line[self.place] if self.open else None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; while the order is rolled, the seat whose roll is next, even if it has given up."""
        if self._over:
            return None
        if self.round:
            return self.line[self.place]
        return tied_group(self.groups)[len(self.rolls)]

    @property
    def is_chance(self) -> bool:
        """Whether a die roll comes next: for the order (L4), or for the block of a first plot (L5)."""
        return not self.open and not self._over

    @property
    def is_over(self) -> bool:
        """Whether no seat can take anything (L12), or G1 or G2 has ended the game."""
        return self._over

    @property
    def phase(self) -> str:
        """``order`` (L4), ``first`` (L5: dice and first plot), ``reclaim`` or ``over``."""
        if self._over:
            return "over"
        if not self.round:
            return "order"
        return "reclaim" if self.base else "first"

    def moves(self) -> Sequence[LandAction]:
        """Return the plots that can be taken, row by row, then ``done`` if it is allowed (L11)."""
        plots: list[LandAction] = list(self.map.squares_of(self.open))
        if self.taken:
            plots.append(DONE)
        return plots

    def outcomes(self) -> Sequence[tuple[Roll, float]]:
        """Return the six faces of a die if a roll comes next, else nothing."""
        return _FACES if self.is_chance else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """L13: the number of plots that each seat owns."""
        return tuple([plots.bit_count() for plots in self.owned])

    @property
    def winners(self) -> tuple[int, ...] | None:
        """L13: the seats with the most plots, among those that have not given up."""
        if not self._over:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        scores = self.scores
        best = max(scores[seat] for seat in self.left)
        return tuple(seat for seat in self.left if scores[seat] == best)

    def split(self, text: str) -> list[str]:
        """Return the single decisions of a list: ``c4, c5 d5``, ``c3-c7``, ``done``."""
        return texts.split(text)

    def is_superfluous(self, text: str) -> bool:
        """Return whether this is a ``done`` at the start of a turn.

        It can only be meant for the previous turn, which is over (L11).
        """
        return not self.taken and texts.is_done(text)

    def continues(self, earlier: State) -> bool:
        """Return whether this is still the same turn. If all others are skipped, a seat begins a new turn after its own."""
        if not isinstance(earlier, LandState) or self.seat is None:
            return False
        return (self.round, self.place) == (earlier.round, earlier.place)

    def _overrun(self, part: str, state: State) -> IllegalMove:
        """Return the refusal of a list of plots that is longer than the turn."""
        if state.is_over:
            return super()._overrun(part, state)
        if self.phase == "first":
            return IllegalMove("L5", "Your first turn is one plot, and nothing else; nothing was played.")
        sentence = f"Your turn, with {_count(self.cows, 'cow')}, ends before that list does; nothing of it was played."
        return IllegalMove("L7", sentence)

    # ------------------------------------------------------------------ contents of the map

    @property
    def order(self) -> tuple[int, ...]:
        """The order of play (L4); ``()`` until it is settled."""
        return () if tied_group(self.groups) else tuple(seat for group in self.groups for seat in group)

    @property
    def block(self) -> tuple[int, int] | None:
        """The dice column and dice row, from 1, rolled for this turn's first plot; ``None`` unless both are rolled."""
        return (self.rolls[0], self.rolls[1]) if self.round and len(self.rolls) == 2 else None

    @property
    def starts(self) -> int:
        """The plots on which a seat may start (L5, L14), free or owned."""
        return self.map.usable if self.options.mountain == 1 else self.map.grass

    @property
    def grid(self) -> LandMap:
        """The map, under the name that all games use."""
        return self.map

    @property
    def width(self) -> int:
        """Columns of the map."""
        return self.map.width

    @property
    def height(self) -> int:
        """Rows of the map."""
        return self.map.height

    @property
    def reach(self) -> int:
        """The free plots next to the land of the seat to move (L8, L10), regardless of its cows; 0 outside ``reclaim``."""
        base = self.base | self.taken if self.options.reach == "chain" else self.base
        return self.map.beside(base) & self.free

    def allowance(self, seat: int) -> int:
        """Return the cows of ``seat`` (L7, L14) at the start of its turn: of this turn if it is to move, else of its next.

        0 for a seat without plots, which rolls for its first, and for a seat that gave up.
        """
        plots = self.base if seat == self.turn else self.owned[seat]
        return self._herd(seat, plots) if plots and seat not in self.dropped else 0

    def _herd(self, seat: int, plots: int) -> int:
        return self.bonus[seat] + (EQUAL_HERD if self.options.herd == "equal" else plots.bit_count())

    @property
    def stuck(self) -> frozenset[int]:
        """The other seats that can no longer take a plot (L6, L11), except those that gave up."""
        return frozenset(seat for seat in self.left if self.round and seat != self.turn and not self._can_take(seat))

    @property
    def played_out(self) -> bool:
        """Whether the game was ended by L12, not by G1 or G2. Some seats may have given up before."""
        return self._over and self._settled() is None

    @property
    def ended_by_the_rules(self) -> bool:
        """Whether L12 has ended the game and no seat gave up."""
        return self.played_out and not self.dropped

    def cost(self, square: Square) -> int:
        """Return the number of cows that a usable plot takes (L9, L14)."""
        return self.options.mountain if self.map.kind(square) == MOUNTAIN else 1

    def ends_turn(self, square: Square) -> bool:
        """Return whether the turn ends automatically (L5, L11) when the seat to move takes this plot, which must be legal."""
        return not self.base or not self._after(self.map.bit(square))[1]

    def owner_at(self, square: Square) -> int | None:
        """Return the seat that owns a plot, or ``None``."""
        bit = self.map.bit(square)
        return next((seat for seat, plots in enumerate(self.owned) if plots & bit), None)

    def plots(self, seat: int) -> frozenset[Square]:
        """Return the plots that ``seat`` owns."""
        return frozenset(self.map.squares_of(self.owned[seat]))

    # ------------------------------------------------------------------ one action

    def _parse(self, text: str) -> LandAction:
        return texts.read(text)

    def _apply(self, action: LandAction) -> Self:
        if isinstance(action, Square):
            if not is_square(action):
                raise self._no_move()
            return self._take(action)
        if isinstance(action, Roll):
            return self._roll(action)
        if not self.taken:
            raise refusal(self, action)
        return self._copy()._end_turn()

    def _take(self, square: Square) -> Self:
        bit = self.map.bit(square)
        if not bit & self.open:
            raise refusal(self, square)
        new = self._copy()
        seat = new.line[new.place]
        new.owned = (*self.owned[:seat], self.owned[seat] | bit, *self.owned[seat + 1 :])
        new.free = self.free & ~bit
        new.taken |= bit
        if not self.base:
            return new._end_turn()
        new.cows, new.open = self._after(bit)
        return new if new.open else new._end_turn()

    def _roll(self, roll: Roll) -> Self:
        value = roll.value
        if not self.is_chance or type(value) is not int or not 1 <= value <= DICE:
            raise refusal(self, roll)
        new = self._copy()
        new.rolls += (value,)
        if self.round:
            if len(new.rolls) == 2:
                new.open = self.free & self.starts & self.map.blocks[new.rolls[0] - 1][value - 1]
                new.cows = 1
                if not new.open:
                    new._end_turn()
        elif len(new.rolls) == len(tied_group(self.groups)):
            new.groups = settle(self.groups, new.rolls)
            new.rolls = ()
            if not tied_group(new.groups):
                new._next_turn()
        return new

    # ------------------------------------------------------------------ turns

    def _within_reach(self, base: int, cows: int) -> int:
        """Return the free plots next to ``base`` that ``cows`` suffice for (L8 to L10)."""
        if not cows:
            return 0
        reach = self.map.beside(base) & self.free
        return reach if cows >= self.options.mountain else reach & ~self.map.mountain

    def _after(self, bit: int) -> tuple[int, int]:
        """Return the cows left after the plot ``bit`` is taken, and the plots that they suffice for."""
        cows = self.cows - (self.options.mountain if bit & self.map.mountain else 1)
        base = self.base | self.taken | bit if self.options.reach == "chain" else self.base
        return cows, self._within_reach(base, cows) & ~bit

    def _can_take(self, seat: int) -> bool:
        """Return whether ``seat`` could take a plot if it had its turn now (L6, L11, L12)."""
        plots = self.owned[seat]
        if plots:
            return bool(self._within_reach(plots, self._herd(seat, plots)))
        return bool(self.free & self.starts)

    def _end_turn(self) -> Self:
        """End the turn in place, then begin the next one or end the game. Return this state. Call it only on a fresh copy."""
        seat = self.line[self.place]
        gained = (self.taken & self.map.cow).bit_count() if self.options.resident == "once" else 0
        self.bonus = (*self.bonus[:seat], gained, *self.bonus[seat + 1 :])
        self._clear()
        return self._next_turn()

    def _next_turn(self) -> Self:
        """Continue in place with the next seat that can take a plot (L6, L11), or end the game (L12). Return this state."""
        able = {seat for seat in self.left if self._can_take(seat)}
        if not able:
            self._over = True
            return self
        self.place += 1
        while True:
            if self.place >= len(self.line):
                self.round += 1
                self.line = line_of_round(self.options.order, self.order, self.round, self.scores)
                self.place = 0
            if self.line[self.place] in able:
                break
            self.place += 1
        seat = self.line[self.place]
        self.base = self.owned[seat]
        if self.base:
            self.cows = self._herd(seat, self.base)
            self.open = self._within_reach(self.base, self.cows)
        return self

    def _clear(self) -> None:
        self.rolls = ()
        self.base = self.taken = self.cows = self.open = 0

    def _after_drop(self, seat: int) -> Self:
        new = self._copy()
        new.dropped = self.dropped | {seat}
        if self.round and seat == self.turn:
            new._end_turn()
        return new

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        new = self._copy()
        new._clear()
        new.dropped, new._agreed, new._over = dropped, agreed, True
        return new

    # ------------------------------------------------------------------ identity

    def _copy(self) -> Self:
        new = object.__new__(type(self))
        new.seats, new.options, new.setup, new.map = self.seats, self.options, self.setup, self.map
        new.dropped, new._agreed, new._over = self.dropped, self._agreed, self._over
        new.groups, new.rolls, new.round, new.line, new.place = self.groups, self.rolls, self.round, self.line, self.place
        new.owned, new.free, new.bonus = self.owned, self.free, self.bonus
        new.base, new.taken, new.cows, new.open = self.base, self.taken, self.cows, self.open
        return new

    def _key(self) -> Hashable:
        turn = (self.groups, self.rolls, self.round, self.line, self.place, self.base, self.taken, self.cows)
        return self.map, self.options, self.owned, self.bonus, turn, self.dropped, self._agreed, self._over


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
