"""The course of a game of Nomads: the draws and the effects of actions. The rules are cited by number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import add, attrgetter
from random import Random
from typing import Any, Self

from rules.core import Action, AgreeDraw, Drop, State
from rules.nomads.actions import (
    Activate,
    Discover,
    Draw,
    Entry,
    FoundCity,
    NomadsAction,
    Pay,
    Placate,
    Refuse,
    Road,
    Take,
    is_sound,
    read,
    split,
)
from rules.nomads.grid import (
    CORNERS,
    EMPTY,
    FACE_DOWN,
    SIZE,
    SQUARES,
    cell,
    number,
    with_road,
)
from rules.nomads.hidden import OpenDraw, deal
from rules.nomads.legal import is_legal, legal_moves
from rules.nomads.march import March, add_at
from rules.nomads.networks import road_points, scored_by_road
from rules.nomads.options import NomadsOptions
from rules.nomads.position import (
    ATTACK,
    CHANCE,
    CHOICE,
    ENTRY,
    EXPLORE,
    FILL_AFTER,
    FILL_FIRST,
    FIND,
    NOWHERE,
    OVER,
    TURN,
    Position,
)
from rules.nomads.refusals import refusal
from rules.nomads.setup import as_setup, bag_of_setup, shipped_bag
from rules.nomads.tiles import (
    BARBARIAN,
    BARBARIAN_POINTS,
    CITY,
    KINDS,
    NUMBER,
    TABLE,
    TERRAIN,
    TREASURE,
    left_to_take,
)
from rules.squares import Square

_DRAWS = tuple(Draw(kind) for kind in KINDS)


class NomadsState(March):
    """One position of Nomads. :class:`rules.nomads.position.Position` documents its attributes."""

    __slots__ = ()

    # ------------------------------------------------------------------ legal moves and outcomes

    def outcomes(self) -> Sequence[tuple[Action, float]]:
        """Return the four corners (N1), or the kinds in the bag with probabilities by their counts."""
        if self._stage == ENTRY:
            return [(Entry(Square.read(corner)), 1 / len(CORNERS)) for corner in CORNERS]
        if self._stage not in CHANCE:
            return ()
        tiles = sum(self._bag)
        return [(_DRAWS[kind], count / tiles) for kind, count in enumerate(self._bag) if count]

    @property
    def default_answer(self) -> Action | None:
        """N13: a founder who does not answer gives up a treasure, or refuses without one."""
        if self._stage != ATTACK:
            return None
        return Placate() if is_legal(self, Placate()) else Refuse()

    def moves(self) -> Sequence[Action]:
        """Return the legal moves: discoveries, cities, activations, roads, each row by row; or kinds to take; or answers."""
        return legal_moves(self)

    # ------------------------------------------------------------------ making states

    @classmethod
    def begin(cls, seats: int, options: NomadsOptions, setup: Mapping[str, Any] | None) -> Self:
        """Return the first state (N1, N3). Raise ValueError for a set-up whose bag N2 does not admit."""
        bag = bag_of_setup(setup) if setup else shipped_bag(options.tiles)
        new = cls()
        new.seats, new.options, new.setup = seats, options, as_setup(bag)
        new.dropped, new._agreed = frozenset(), False
        new.points, new.treasures = (0,) * seats, (0,) * seats
        new.barbarians, new.cities_in_hand = (1,) * seats, (True,) * seats
        new.doing, new.raids, new.final = None, (), None
        new.cells, new._bag = bytes(SIZE * SIZE), bag
        new._laid, new._laid_kinds, new._shown, new._drawn = (), b"", (), ()
        drawn = options.entry == "random"
        new._entry = NOWHERE if drawn else number(Square.read(options.entry))
        new._stage = ENTRY if drawn else TURN
        new._pointer, new._turn, new._target = 0, 0, NOWHERE
        new._occupied, new._spent = frozenset(), (0,) * len(KINDS)
        return new

    def _copy(self) -> Self:
        """Return a copy that the caller may modify."""
        new = type(self)()
        new.seats, new.options, new.setup = self.seats, self.options, self.setup
        new.dropped, new._agreed = self.dropped, self._agreed
        new.points, new.treasures = self.points, self.treasures
        new.barbarians, new.cities_in_hand = self.barbarians, self.cities_in_hand
        new.doing, new.raids, new.final = self.doing, self.raids, self.final
        new.cells, new._bag = self.cells, self._bag
        new._laid, new._laid_kinds, new._shown, new._drawn = self._laid, self._laid_kinds, self._shown, self._drawn
        new._entry, new._stage = self._entry, self._stage
        new._pointer, new._turn, new._target = self._pointer, self._turn, self._target
        new._occupied, new._spent = self._occupied, self._spent
        return new

    def _key(self) -> Hashable:
        return _key_values(self), tuple(self.setup["bag"].values())

    def film(self, action: Action) -> Sequence[Self]:
        """Return a position of the attack for each band that reaches the city of a founder without a choice (N13)."""
        if isinstance(action, AgreeDraw) or (isinstance(action, Drop) and len(self.left) == 2):
            return ()
        new = self._take_out(action.seat) if isinstance(action, Drop) else self._carry_out(action)
        return tuple(new._copy() for _ in new._march())

    def redealt(self, random: Random) -> Self:
        """Return the state with the face-down tiles dealt again; see :func:`rules.nomads.hidden.deal`."""
        if not self._laid or self.is_over:
            return self
        unseen = tuple(self.unseen.values())
        new = self._copy()
        new._laid_kinds = deal(unseen, len(self._laid), self._shown, self._drawn, random)
        new._bag = tuple(count - new._laid_kinds.count(kind) for kind, count in enumerate(unseen))
        return new

    # ------------------------------------------------------------------ playing

    def _parse(self, text: str) -> Action:
        return read(text)

    def split(self, text: str) -> list[str]:
        """Return the single decisions: ``take grass placate``, ``refuse refuse``. A founder may answer several bands (N13)."""
        return split(text)

    def _apply(self, action: NomadsAction) -> Self:
        new = self._carry_out(action)
        if new._stage == ATTACK:
            new._finish_march()
        return new

    def _carry_out(self, action: Any) -> Self:
        """Return the state after an action, before the bands march on. Raise IllegalMove if it is not allowed."""
        if not is_sound(action):
            raise self._no_move()
        if not is_legal(self, action):
            raise refusal(self, action)
        new = self._copy()
        _PLAY[type(action)](new, action)
        return new

    def _discover(self, move: Discover) -> None:
        self.doing, self._stage = move, FIND

    def _found(self, move: FoundCity) -> None:
        self.cities_in_hand = _replace_at(self.cities_in_hand, self._turn, False)
        self._lay(number(move.square), CITY)
        self._end_turn()

    def _use(self, move: Activate | Road) -> None:
        """Begin an activation or a road on a board with an empty space: first lay a tile face down (N7 (1), N8 (1))."""
        self.doing, self._stage = move, FILL_FIRST

    def _take(self, move: Take) -> None:
        self._use_one(NUMBER[move.kind])

    def _enter(self, outcome: Entry) -> None:
        self._entry, self._stage = number(outcome.square), TURN

    def _draw(self, outcome: Draw) -> None:
        kind = NUMBER[outcome.kind]
        self._bag = add_at(self._bag, kind, -1)
        if self._stage == FIND:
            self._lay_discovered(kind)
        elif self._stage == EXPLORE:
            self._drawn = (*self._drawn, kind)
            self._explore()
        else:
            self._fill(kind)

    def _lay_discovered(self, kind: int) -> None:
        """Lay the discovered tile (N5), or keep it and give the seat another turn."""
        space = self._at()
        self._show((kind,), kind)
        if kind < len(TERRAIN):
            self._lay(space, kind)
            self._end_turn()
            return
        self._keep(kind)
        if kind == BARBARIAN:
            self._stage = FILL_AFTER
        else:
            self.doing, self._stage = None, TURN

    def _fill(self, kind: int) -> None:
        """Lay a tile face down (N4), then continue with the move that it was laid for."""
        space = self._next()
        self._put(space, FACE_DOWN)
        self._laid, self._laid_kinds = (*self._laid, space), self._laid_kinds + bytes((kind,))
        if self._stage == FILL_FIRST and isinstance(self.doing, Activate):
            self._stage = EXPLORE
        elif self._stage == FILL_FIRST:
            self._build_road()
        elif isinstance(self.doing, Discover) and self._next() != NOWHERE:
            self.doing, self._stage = None, TURN  # N5: another turn
        else:
            self._end_turn()

    def _build_road(self) -> None:
        """Build the road and score it (N8 (2) and (3))."""
        space = self._at()
        self._put(space, with_road(self.cells[space]))
        gained = road_points(self.cells, scored_by_road(self.cells, space), self._turn, self.seats)
        self.points = tuple(map(add, self.points, gained))
        self._end_turn()

    def _explore(self) -> None:
        """Explore with the tile just drawn for the activation (N7 (2) to (5))."""
        terrain = self._activated()
        if len(self._drawn) < TABLE[terrain].draws and any(self._bag):
            return
        choices = left_to_take(terrain, self._drawn)
        if len(choices) > 1:
            self._stage = CHOICE
        elif choices:
            self._use_one(choices[0])
        else:
            self._put_back(None)
            self._end_turn()

    def _use_one(self, kind: int) -> None:
        """Use one of the drawn tiles, and put the rest back (N7 (6))."""
        self._put_back(kind)
        if kind < len(TERRAIN):
            to = self._to()
            if self.cells[to] == EMPTY:
                self._lay(to, kind)
            else:  # ruling: the face-down tile took the only empty space; the tile has no space, but it scores
                self._spent = add_at(self._spent, kind, 1)
                self._score(TABLE[kind].points)
        else:
            self._keep(kind)
            if kind == BARBARIAN and self._next() != NOWHERE:
                self._stage = FILL_AFTER
                return
        self._end_turn()

    def _end_turn(self) -> None:
        """Pass the turn to the next seat, or begin the attack on a full board (N11)."""
        self.doing = None
        if self._pointer == len(SQUARES):
            self._stage = ATTACK
        else:
            self._next_seat()
            self._stage = TURN

    def _next_seat(self) -> None:
        self._turn = (self._turn + 1) % self.seats
        while self._turn in self.dropped:
            self._turn = (self._turn + 1) % self.seats

    # ------------------------------------------------------------------ small steps

    def _lay(self, space: int, kind: int) -> None:
        """Lay a terrain tile for the seat to move, which owns it and scores."""
        self._put(space, cell(kind, self._turn))
        self._score(TABLE[kind].points)

    def _score(self, points: int) -> None:
        self.points = add_at(self.points, self._turn, points)

    def _keep(self, kind: int) -> None:
        """Keep a special tile (N9). For a barbarian, a tile is laid face down afterwards."""
        if kind == TREASURE:
            self.treasures = add_at(self.treasures, self._turn, 1)
        else:
            self.barbarians = add_at(self.barbarians, self._turn, 1)
            self._score(BARBARIAN_POINTS)

    def _put_back(self, kept: int | None) -> None:
        """Put the drawn tiles back into the bag, except one of the kind ``kept``."""
        bag = list(self._bag)
        for kind in self._drawn:
            bag[kind] += 1
        if kept is not None:
            bag[kept] -= 1
        self._bag = tuple(bag)
        self._show(self._drawn, kept)
        self._drawn = ()

    def _show(self, drawn: tuple[int, ...], kept: int | None) -> None:
        if drawn:
            self._shown = (*self._shown, OpenDraw(len(self._laid), drawn, kept))

    # ------------------------------------------------------------------ leaving and agreeing

    def _after_drop(self, seat: int) -> Self:
        new = self._take_out(seat)
        new._finish_march()
        return new

    def _take_out(self, seat: int) -> Self:
        """Return the state after ``seat`` gave up, before the bands continue."""
        new = self._copy()
        new.dropped = self.dropped | {seat}
        if self._stage == ATTACK:
            if self._founder() == seat:
                new._raze()
        elif self._turn == seat:
            new._put_back(None)
            if self._stage == ENTRY:
                new._next_seat()
            else:
                new._end_turn()
        return new

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        new = self._copy()
        new.dropped, new._agreed = dropped, agreed
        new._put_back(None)
        new.doing, new._stage = None, OVER
        return new


def _replace_at(flags: tuple[bool, ...], at: int, flag: bool) -> tuple[bool, ...]:
    return (*flags[:at], flag, *flags[at + 1 :])


_key_values = attrgetter(*(name for name in (*Position.__slots__, *State.__slots__) if name not in ("_hash", "setup")))

_PLAY: dict[type, Callable[[NomadsState, Any], None]] = {
    Discover: NomadsState._discover,
    FoundCity: NomadsState._found,
    Activate: NomadsState._use,
    Road: NomadsState._use,
    Take: NomadsState._take,
    Placate: NomadsState._placate,
    Pay: NomadsState._pay,
    Refuse: NomadsState._refuse,
    Draw: NomadsState._draw,
    Entry: NomadsState._enter,
}
"""The effect of each action on a fresh copy of the state."""
