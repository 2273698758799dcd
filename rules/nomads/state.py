"""How a game of Nomads goes on: the legal moves, the draws, and what each does. The rules are cited by number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from random import Random
from typing import Any, Self

from rules.core import Action, State
from rules.nomads import attack
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
from rules.nomads.cells import BUILDABLE, EMPTY, FACE_DOWN, FIRST_TILE, KIND, OWNER, cell
from rules.nomads.geometry import BESIDE, CORNERS, SIZE, SPIRALS, SQUARES, number
from rules.nomads.hidden import Shown, deal
from rules.nomads.options import NomadsOptions
from rules.nomads.position import CHANCE, NOWHERE, Position, Stage
from rules.nomads.refusals import refusal
from rules.nomads.tiles import (
    BARBARIAN,
    BARBARIAN_POINTS,
    CITY,
    KINDS,
    NUMBER,
    TABLE,
    TERRAIN,
    TREASURE,
    as_setup,
    bag_of_setup,
    left_to_take,
    shipped_bag,
)
from rules.squares import Square

_DRAWS = tuple(Draw(kind) for kind in KINDS)
_DISCOVER = tuple(Discover(square) for square in SQUARES)
_FOUND = tuple(FoundCity(square) for square in SQUARES)
_ROAD = tuple(Road(square) for square in SQUARES)
_ACTIVATE = {(space, to): Activate(SQUARES[space], SQUARES[to]) for space in range(len(SQUARES)) for to in BESIDE[space]}


class NomadsState(Position):
    """One position of Nomads, to be played on; what it shows is described in :class:`rules.nomads.position.Position`."""

    __slots__ = ()

    # ------------------------------------------------------------------ what may come next

    def outcomes(self) -> Sequence[tuple[Action, float]]:
        """The corners, a quarter each (N1), or the kinds in the bag by how many of them there are."""
        if self._stage == Stage.ENTRY:
            return [(Entry(Square.read(corner)), 1 / len(CORNERS)) for corner in CORNERS]
        if self._stage not in CHANCE:
            return ()
        tiles = sum(self._bag)
        return [(draw, count / tiles) for draw, count in zip(_DRAWS, self._bag, strict=True) if count]

    def moves(self) -> Sequence[Action]:
        """Legal moves: discoveries, cities, activations, roads, each row by row; kinds to take; answers to a band."""
        if self._stage == Stage.TURN:
            return self._turn_moves()
        if self._stage == Stage.CHOICE:
            return [Take(kind) for kind in self.choices]
        if self._stage == Stage.ATTACK:
            answers: list[Action] = [Placate()] if self._can_placate() else []
            return [*answers, *([Pay()] if self._can_pay() else []), Refuse()]
        return []

    def _turn_moves(self) -> list[Action]:
        cells, moves = self._cells, list[Action]()
        free = self._open_spaces()
        moves += [_DISCOVER[space] for space in free]
        if self.cities_in_hand[self._turn]:
            moves += [_FOUND[space] for space in free]
        barred = self._not_to_explore()
        moves += [
            _ACTIVATE[space, to]
            for space, code in enumerate(cells)
            if code >= FIRST_TILE
            for to in BESIDE[space]
            if not cells[to] and to != barred
        ]
        moves += [_ROAD[space] for space, code in enumerate(cells) if BUILDABLE[code]]
        return moves

    # ------------------------------------------------------------------ how it is kept

    @classmethod
    def begin(cls, seats: int, options: NomadsOptions, setup: Mapping[str, Any] | None) -> Self:
        """The first state (N1, N3); raises ValueError for a set-up whose bag N2 does not admit."""
        bag = bag_of_setup(setup) if setup else shipped_bag(options.tiles)
        new = object.__new__(cls)
        new.seats, new.options, new.setup = seats, options, as_setup(bag)
        new.dropped, new._agreed = frozenset(), False
        new.points, new.treasures = (0,) * seats, (0,) * seats
        new.barbarians, new.cities_in_hand = (1,) * seats, (True,) * seats
        new.doing, new.raids, new.final = None, (), None
        new._cells, new._bag = bytes(SIZE * SIZE), bag
        new._laid, new._laid_kinds, new._shown, new._drawn = (), b"", (), ()
        drawn = options.entry == "random"
        new._entry = NOWHERE if drawn else number(Square.read(options.entry))
        new._stage = Stage.ENTRY if drawn else Stage.TURN
        new._pointer, new._turn, new._target = 0, 0, NOWHERE
        new._occupied, new._spent = frozenset(), (0,) * len(KINDS)
        return new

    def _copy(self) -> Self:
        """A state to be changed before anybody else sees it."""
        new = object.__new__(type(self))
        for name, value in zip(_FIELDS, _values(self), strict=True):
            setattr(new, name, value)
        return new

    def _key(self) -> Hashable:
        return _key_values(self), tuple(self.setup["bag"].values())

    def redealt(self, random: Random) -> Self:
        """The tiles that lie face down dealt anew; see :func:`rules.nomads.hidden.deal` for what agrees and how likely."""
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
        """``take grass placate``, ``refuse refuse``: a founder may answer several bands in a row (N13)."""
        return split(text)

    def _apply(self, action: NomadsAction) -> Self:
        if not is_sound(action):
            raise self._no_move()
        wrong = refusal(self, action)
        if wrong is not None:
            raise wrong
        new = self._copy()
        _PLAY[type(action)](new, action)
        return new

    def _discover(self, move: Discover) -> None:
        self.doing, self._stage = move, Stage.FIND

    def _found(self, move: FoundCity) -> None:
        self.cities_in_hand = _changed(self.cities_in_hand, self._turn, False)
        self._lay(number(move.square), CITY)
        self._end_turn()

    def _use(self, move: Activate | Road) -> None:
        """N7 (1) and N8 (1): there is an empty space, so first a tile is laid face down."""
        self.doing, self._stage = move, Stage.FILL_FIRST

    def _take(self, move: Take) -> None:
        self._use_one(NUMBER[move.kind])

    def _enter(self, outcome: Entry) -> None:
        self._entry, self._stage = number(outcome.square), Stage.TURN

    def _draw(self, outcome: Draw) -> None:
        kind = NUMBER[outcome.kind]
        self._bag = _added(self._bag, kind, -1)
        if self._stage == Stage.FIND:
            self._found_tile(kind)
        elif self._stage == Stage.EXPLORE:
            self._drawn = (*self._drawn, kind)
            self._explore()
        else:
            self._fill(kind)

    def _found_tile(self, kind: int) -> None:
        """N5: what was discovered is laid, or kept, and then there is another turn."""
        space = self._at()
        self._show((kind,), kind)
        if kind < len(TERRAIN):
            self._lay(space, kind)
            self._end_turn()
            return
        self._keep(kind)
        if kind == BARBARIAN:
            self._stage = Stage.FILL_AFTER
        else:
            self.doing, self._stage = None, Stage.TURN

    def _fill(self, kind: int) -> None:
        """N4: a tile is laid face down; then what it was laid for goes on."""
        space = self._next()
        self._put(space, FACE_DOWN)
        self._laid, self._laid_kinds = (*self._laid, space), self._laid_kinds + bytes((kind,))
        if self._stage == Stage.FILL_FIRST and isinstance(self.doing, Activate):
            self._stage = Stage.EXPLORE
        elif self._stage == Stage.FILL_FIRST:
            self._build_road()
        elif isinstance(self.doing, Discover) and self._next() != NOWHERE:
            self.doing, self._stage = None, Stage.TURN  # N5: another turn
        else:
            self._end_turn()

    def _build_road(self) -> None:
        """N8 (2) and (3)."""
        space = self._at()
        gained = self.road_points(SQUARES[space])
        self.points = tuple(had + got for had, got in zip(self.points, gained, strict=True))
        code = self._cells[space]
        self._put(space, cell(KIND[code], OWNER[code], road=True))
        self._end_turn()

    def _explore(self) -> None:
        """N7 (2) to (5), once a tile has been drawn for the activation."""
        if len(self._drawn) < TABLE[self._activated()].draws and any(self._bag):
            return
        choices = left_to_take(self._activated(), self._drawn)
        if len(choices) > 1:
            self._stage = Stage.CHOICE
        elif choices:
            self._use_one(choices[0])
        else:
            self._put_back(None)
            self._end_turn()

    def _use_one(self, kind: int) -> None:
        """N7 (6): one of the tiles drawn is used, the rest goes back."""
        self._put_back(kind)
        if kind < len(TERRAIN):
            to = self._to()
            if self._cells[to] == EMPTY:
                self._lay(to, kind)
            else:  # ruling: it filled the only empty space itself, so the tile has nowhere to go, but scores
                self._spent = _added(self._spent, kind, 1)
                self._score(TABLE[kind].points)
        else:
            self._keep(kind)
            if kind == BARBARIAN and self._next() != NOWHERE:
                self._stage = Stage.FILL_AFTER
                return
        self._end_turn()

    def _end_turn(self) -> None:
        """The next seat's turn, or the attack where the board is full (N11)."""
        self.doing = None
        if self._pointer == len(SQUARES):
            self._stage = Stage.ATTACK
            self._march()
        else:
            self._next_seat()
            self._stage = Stage.TURN

    def _next_seat(self) -> None:
        self._turn = (self._turn + 1) % self.seats
        while self._turn in self.dropped:
            self._turn = (self._turn + 1) % self.seats

    # ------------------------------------------------------------------ small steps

    def _put(self, space: int, code: int) -> None:
        cells = bytearray(self._cells)
        cells[space] = code
        self._cells = bytes(cells)
        if self._entry != NOWHERE:
            spiral = SPIRALS[self._entry]
            while self._pointer < len(spiral) and cells[spiral[self._pointer]] != EMPTY:
                self._pointer += 1

    def _lay(self, space: int, kind: int) -> None:
        """A terrain tile becomes the seat's and scores."""
        self._put(space, cell(kind, self._turn))
        self._score(TABLE[kind].points)

    def _score(self, points: int) -> None:
        self.points = _added(self.points, self._turn, points)

    def _keep(self, kind: int) -> None:
        """N9, but for the tile that is laid face down for a barbarian."""
        if kind == TREASURE:
            self.treasures = _added(self.treasures, self._turn, 1)
        else:
            self.barbarians = _added(self.barbarians, self._turn, 1)
            self._score(BARBARIAN_POINTS)

    def _put_back(self, kept: int | None) -> None:
        """The tiles drawn go back into the bag, all but one of the kind ``kept``."""
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
            self._shown = (*self._shown, Shown(len(self._laid), drawn, kept))

    # ------------------------------------------------------------------ the attack

    def _march(self) -> None:
        """N13 to N16: bands go on until a founder has a choice, or all is over."""
        start, entry = self._start(), self._entry
        while self.bands:
            cities = attack.standing_cities(self._cells)
            if not cities:
                break
            if self._occupied.issuperset(cities):
                self._occupied = frozenset()
                self.raids = (*self.raids, attack.Raid("left"))
            at = start if self._target == NOWHERE else self._target
            self._target = attack.next_city(cities, self._occupied, at, start, entry)
            if self._founder() not in self.dropped and (self._can_placate() or self._can_pay()):
                return
            self._raze()
        self.final = attack.final_scores(self._cells, self.points, self.treasures)
        self._stage = Stage.OVER

    def _raze(self) -> None:
        founder = self._founder()
        self._spent = _added(self._spent, CITY, 1)
        self._put(self._target, EMPTY)
        self.raids = (*self.raids, attack.Raid("razed", SQUARES[self._target], founder))

    def _spare(self, deed: attack.Deed) -> None:
        self._occupied |= {self._target}
        self.raids = (*self.raids, attack.Raid(deed, SQUARES[self._target], self._founder()))
        self._march()

    def _placate(self, _: Placate) -> None:
        self.treasures = _added(self.treasures, self._founder(), -1)
        self._spent = _added(self._spent, TREASURE, 1)
        self._spare("placated")

    def _pay(self, _: Pay) -> None:
        self.points = _added(self.points, self._founder(), -self.options.tribute)
        self._spare("paid")

    def _refuse(self, _: Refuse) -> None:
        self._raze()
        self._march()

    # ------------------------------------------------------------------ leaving and agreeing

    def _after_drop(self, seat: int) -> Self:
        new = self._copy()
        new.dropped = self.dropped | {seat}
        if self._stage == Stage.ATTACK:
            if self._founder() == seat:
                new._raze()
                new._march()
        elif self._turn == seat:
            new._put_back(None)
            if self._stage == Stage.ENTRY:
                new._next_seat()
            else:
                new._end_turn()
        return new

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        new = self._copy()
        new.dropped, new._agreed = dropped, agreed
        new._put_back(None)
        new.doing, new._stage = None, Stage.OVER
        return new


def _added(counts: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + more, *counts[at + 1 :])


def _changed(flags: tuple[bool, ...], at: int, flag: bool) -> tuple[bool, ...]:
    return (*flags[:at], flag, *flags[at + 1 :])


_FIELDS = (*Position.__slots__, *State.__slots__)
_values = attrgetter(*_FIELDS)
_key_values = attrgetter(*(name for name in _FIELDS if name != "setup"))

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
"""What each action does to a fresh copy of the state."""
