"""A position of Territories: farm houses first, then fences, until every area has farms of one colour only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, Self

from rules.core import Action, State
from rules.squares import Square, is_square
from rules.territories.board import SPOTS, Board, TerritoriesOptions, board_of
from rules.territories.grid import Grid, area, cut_off, grid_of
from rules.territories.moves import House, Laid, Point, Trunk, read_move, split_moves
from rules.territories.refusals import refusal

PLACERS = (0, 1, 1, 0, 0, 1, 1, 0)
"""T3: which seat places the first, second, … farm house."""


class Area(NamedTuple):
    """T4: squares that are connected to each other."""

    squares: frozenset[Square]
    owner: int | None
    """The seat whose farms alone are in it, ``None`` while there are both colours, or before the last house stands."""


class TerritoriesState(State):
    """One position. Beside what every game tells, open to readers: :attr:`width`, :attr:`height`, :attr:`spots`,
    :attr:`farms`, :attr:`trunks`, :attr:`open_end`, :attr:`starts`, :attr:`areas`.

    Legal trunks come from a handful of masks, and no move searches through fences. The key is ``_fenceable``: the squares of
    mixed areas that are farms or have two ways that share no square to two different farms. A trunk obeys T10 and T11
    exactly if both squares beside it are such: with another square joined to every farm, that says that the side
    between them lies on a ring through the farms, which is what two ways from both sides of the trunk to two farms make,
    be the fence completed by it or not. A trunk only ever takes squares from the set (``grid.cut_off``).
    """

    __slots__ = (
        "_across",
        "_down",
        "_ends",
        "_farms",
        "_fenceable",
        "_houses",
        "_legal",
        "_open",
        "_over",
        "_owned",
        "_seat",
        "_spots",
        "_trunks",
        "grid",
    )

    game = "territories"
    actions = frozenset({House, Trunk})
    over_rule = "T12"
    turn_rule = "T7"

    options: TerritoriesOptions
    grid: Grid
    """The squares, trunks and points of a board of this size, in bits."""
    _spots: tuple[Square, ...]
    _houses: tuple[Square, ...]
    """The farms in the order in which they were placed."""
    _farms: tuple[int, int]
    """Squares with farms, by seat."""
    _trunks: tuple[Laid, ...]
    _across: int
    """Places of upright trunks that have none."""
    _down: int
    """Places of level trunks that have none."""
    _ends: int
    """Grid points where trunks end."""
    _open: int
    """The open end, or 0."""
    _fenceable: int
    """See above; 0 before the last house stands."""
    _owned: tuple[int, int]
    """Squares of the areas of one colour, by seat."""
    _seat: int
    """The seat to move, as long as the game is not over."""
    _over: bool
    _legal: tuple[int, int] | None
    """The legal trunks as places, upright and level, once somebody has asked for them."""

    @classmethod
    def begin(cls, seats: int, options: TerritoriesOptions, setup: Mapping[str, Any] | None) -> TerritoriesState:
        """The first state on the board of the set-up or of the options (T1); ValueError for a bad set-up."""
        board = Board.model_validate(board_of(options, setup).setup)
        state = cls()
        state.seats, state.options, state.setup = seats, options, board.setup
        state.dropped, state._agreed = frozenset(), False
        state.grid = grid_of(board.width, board.height)
        state._spots = board.squares
        state._houses, state._farms, state._trunks = (), (0, 0), ()
        state._across, state._down = state.grid.across, state.grid.down
        state._ends = state._open = state._fenceable = 0
        state._owned = (0, 0)
        state._seat, state._over = PLACERS[0], False
        state._legal = None
        return state

    # ------------------------------------------------------------------ what stands on the board

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.grid.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self.grid.height

    @property
    def spots(self) -> tuple[Square, ...]:
        """T1: the eight farm spots, in the order of the set-up."""
        return self._spots

    @property
    def free_spots(self) -> tuple[Square, ...]:
        """The spots without a farm house, row by row."""
        free = self.grid.mask(self._spots) & ~(self._farms[0] | self._farms[1])
        return tuple(self.grid.listed(free))

    @property
    def farms(self) -> Mapping[Square, int]:
        """Square -> seat of the farm on it, in the order in which they were placed."""
        return dict(zip(self._houses, PLACERS, strict=False))

    @property
    def trunks(self) -> tuple[Laid, ...]:
        """The trunks in the order in which they were placed, each with the seat that did it."""
        return self._trunks

    @property
    def open_end(self) -> Point | None:
        """T5: the grid point where the fence in progress ends, ``None`` where none is in progress."""
        return next(self.grid.points(self._open), None)

    @property
    def starts(self) -> Mapping[Point, tuple[Trunk, ...]]:
        """T8: where a new fence may start -> the legal first trunks from there; empty where none is to be started.

        A first trunk that may start at either of its ends stands under both.
        """
        if self._over or self._open or len(self._houses) < SPOTS:
            return {}
        across, down = self._legal_places()
        upright, level = self.grid.touching(self._ends)
        anchors = self._ends if upright & across or level & down else self.grid.rim
        found: dict[Point, tuple[Trunk, ...]] = {}
        for point in self.grid.points(anchors):
            upright, level = self.grid.touching(self.grid.bit(*point))
            if trunks := tuple(self.grid.trunks(upright & across, level & down)):
                found[point] = trunks
        return found

    @property
    def areas(self) -> tuple[Area, ...]:
        """T4: the areas, by their first squares, row by row."""
        found = []
        rest = self.grid.squares
        while rest:
            one = area(rest & -rest, self._across, self._down, self.grid.stride)
            owner = next((seat for seat in (0, 1) if one & self._owned[seat]), None)
            found.append(Area(frozenset(self.grid.listed(one)), owner))
            rest &= ~one
        return tuple(found)

    # ------------------------------------------------------------------ whose move, which moves

    @property
    def seat(self) -> int | None:
        """The seat that places the next farm house or trunk (T3, T5, T7)."""
        return None if self._over else self._seat

    @property
    def turn(self) -> int | None:
        """The same as :attr:`seat`: nothing is left to chance."""
        return self.seat

    @property
    def is_chance(self) -> bool:
        """Never: there is no chance in this game."""
        return False

    @property
    def is_over(self) -> bool:
        """T12: true when no area holds farms of both colours, or by G1 or G2."""
        return self._over

    @property
    def phase(self) -> str:
        """``farms`` until the last house stands, then ``fence``, then ``over``."""
        if self._over:
            return "over"
        return "fence" if len(self._houses) == SPOTS else "farms"

    def moves(self) -> tuple[House, ...] | list[Trunk]:
        """Farm houses on the free spots, or the trunks that T4 to T11 allow, row by row."""
        if self._over:
            return ()
        if len(self._houses) < SPOTS:
            return tuple(map(House, self.free_spots))
        return self.grid.trunks(*self._legal_places())

    def _legal_places(self) -> tuple[int, int]:
        """The legal trunks, as places upright and level."""
        if self._legal is None:
            across, down = self._sound_places()
            upright, level = self.grid.touching(self._open or self._ends)
            upright, level = upright & across, level & down
            if not self._open:
                upright, level = self._first_places(across, down, upright, level)
            self._legal = upright, level
        return self._legal

    def may_stand(self, trunk: Trunk) -> bool:
        """Whether T4, T9, T10 and T11 allow a trunk, wherever the fence in progress ends or a new one may start."""
        across, down = self._sound_places()
        place = self.grid.places.get(trunk)
        return place is not None and bool(place.first & (across if place.upright else down))

    def _sound_places(self) -> tuple[int, int]:
        """The places of trunks that T4, T9, T10 and T11 leave, wherever a fence may start."""
        fenceable = self._fenceable
        return self._across & fenceable & fenceable >> 1, self._down & fenceable & fenceable >> self.grid.stride

    def _first_places(self, across: int, down: int, upright: int, level: int) -> tuple[int, int]:
        """T8: the first of the four lists that is not empty; ``upright`` and ``level`` are the second, from a trunk's end."""
        if not upright | level:
            upright, level = self.grid.touching(self.grid.rim)
            upright, level = upright & across, level & down
        clear_across, clear_down = self._clear_of_opponent()
        if upright & clear_across or level & clear_down:
            return upright & clear_across, level & clear_down
        return upright, level

    def _clear_of_opponent(self) -> tuple[int, int]:
        """The places that are on no side of an opponent's farm."""
        theirs = self._farms[1 - self._seat]
        return ~(theirs | theirs >> 1), ~(theirs | theirs >> self.grid.stride)

    # ------------------------------------------------------------------ playing

    def _parse(self, text: str) -> Action:
        return read_move(text)

    def split(self, text: str) -> list[str]:
        """The single decisions in ``text``: squares one by one while houses are left to place, then two by two."""
        return split_moves(text, SPOTS - len(self._houses))

    def _apply(self, action: House | Trunk) -> Self:
        if not all(map(is_square, action)):
            raise self._no_move()
        if len(self._houses) < SPOTS:
            if isinstance(action, House) and action.square in self._spots and action.square not in self._houses:
                return self._place(action.square)
        elif isinstance(action, Trunk) and (place := self.grid.places.get(action)) is not None:
            across, down = self._legal_places()
            if place.first & (across if place.upright else down):
                return self._lay(action)
        raise refusal(self, action)

    def _place(self, square: Square) -> Self:
        """T3: the next farm house; with the last one the fences begin, and every square can be fenced."""
        after = self._copy()
        first, second = self._farms
        bit = self.grid.bit(*square)
        after._farms = (first | bit, second) if self._seat == 0 else (first, second | bit)
        after._houses = (*self._houses, square)
        if len(after._houses) == SPOTS:
            after._seat = 0
            after._fenceable = self.grid.squares  # a rectangle without a trunk has two ways from everywhere
        else:
            after._seat = PLACERS[len(after._houses)]
        return after

    def _lay(self, trunk: Trunk) -> Self:
        """T6 to T8: a legal trunk, the surrounding that it may complete, and who goes on."""
        after = self._copy()
        place = self.grid.places[trunk]
        after._trunks = (*self._trunks, Laid(trunk, self._seat))
        if place.upright:
            after._across ^= place.first
        else:
            after._down ^= place.first
        after._open = place.ends & ~(self._ends | self.grid.rim)
        after._ends |= place.ends
        for square in (place.first, place.second):
            after._fenceable &= ~cut_off(
                square, after._fenceable, self._farms[0] | self._farms[1], after._across, after._down, self.grid.stride
            )
        if after._open:
            after._seat = 1 - self._seat
        else:
            for square in (place.first, place.second):
                after._settle(area(square, after._across, after._down, self.grid.stride))
            if not after._fenceable:
                after._over = True
        return after

    def _settle(self, squares: int) -> None:
        """T9, T13: an area of one colour is its owner's, and no trunk goes into it any more."""
        first, second = self._owned
        if not squares & self._farms[1]:
            self._owned = first | squares, second
        elif not squares & self._farms[0]:
            self._owned = first, second | squares
        else:
            return
        self._fenceable &= ~squares

    def _copy(self) -> Self:
        after = type(self)()
        after.seats, after.options, after.setup = self.seats, self.options, self.setup
        after.dropped, after._agreed = self.dropped, self._agreed
        after.grid, after._spots = self.grid, self._spots
        after._houses, after._farms, after._trunks = self._houses, self._farms, self._trunks
        after._across, after._down = self._across, self._down
        after._ends, after._open = self._ends, self._open
        after._fenceable, after._owned = self._fenceable, self._owned
        after._seat, after._over = self._seat, self._over
        after._legal = None
        return after

    # ------------------------------------------------------------------ the end

    @property
    def scores(self) -> tuple[int, ...]:
        """T13: squares of the areas of one colour, farms counted only where the options say so."""
        farms = 0 if self.options.farms == "land" else self._farms[0] | self._farms[1]
        return tuple((owned & ~farms).bit_count() for owned in self._owned)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """T13: the seat with more land, both where they have the same; by G1 and G2 whoever is left."""
        if not self._over:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def _after_drop(self, seat: int) -> Self:
        """G1: of two seats one is left, so giving up ends the game."""
        return self._ended(dropped=self.dropped | {seat}, agreed=False)

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        after = self._copy()
        after.dropped, after._agreed = dropped, agreed
        after._over = True
        return after

    def _key(self) -> Hashable:
        options, board = self.options, (self.grid.width, self.grid.height, self._spots)
        return options.board, options.farms, board, self._houses, self._trunks, self.dropped, self._agreed
