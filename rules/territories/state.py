"""A position of Territories: farms first, then fences, until every area has farms of one colour only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from rules.core import Action, State
from rules.grid import bits
from rules.squares import Square, is_square
from rules.territories.actions import House, Node, PlacedTrunk, Trunk, read, split
from rules.territories.grid import Place, TerritoriesGrid, area, grid_of
from rules.territories.options import TerritoriesOptions
from rules.territories.refusals import refusal
from rules.territories.setup import SPOTS, board_of

PLACERS = (0, 1, 1, 0, 0, 1, 1, 0)
"""T3: the seats in the order in which they place farms."""


class Area(NamedTuple):
    """T4: an area, which is a set of connected squares."""

    squares: frozenset[Square]
    owner: int | None
    """The only seat with farms in it; ``None`` while there are farms of both, or before the last farm is placed."""


class TerritoriesState(State):
    """One position of Territories.

    Pictures and panels read :attr:`width`, :attr:`height`, :attr:`spots`, :attr:`farms`, :attr:`trunks`, :attr:`open_end`,
    :attr:`starts` and :attr:`areas`. Computer players also read the masks (see :mod:`rules.territories.grid`).

    Legal trunks are computed from a few masks, without a search for a way to complete a fence. :attr:`fenceable` makes that
    possible. A square of a mixed area is fenceable if it is a farm, or if two paths lead from it to two different farms and
    share no other square. A trunk obeys T10 and T11 exactly if both squares beside it are fenceable. To see why, connect all
    farms to one extra square: then both squares are fenceable exactly if a ring through the farms crosses the side between
    them. A trunk only removes squares from this set, and ``grid.cut_off`` finds them.
    """

    __slots__ = (
        "_houses",
        "_legal",
        "_over",
        "_seat",
        "across",
        "down",
        "ends",
        "farm_masks",
        "fenceable",
        "grid",
        "open_mask",
        "owned_masks",
        "spot_mask",
        "spots",
        "trunks",
    )

    game = "territories"
    actions = frozenset({House, Trunk})
    over_rule = "T12"
    turn_rule = "T7"

    options: TerritoriesOptions
    grid: TerritoriesGrid
    """The squares, trunks and nodes of a board of this size."""
    spots: tuple[Square, ...]
    """T1: the eight farm spots, in the order of the set-up."""
    spot_mask: int
    """The farm spots as a mask."""
    trunks: tuple[PlacedTrunk, ...]
    """The trunks in the order in which they were placed, each with its seat."""
    _houses: tuple[Square, ...]
    """The farms in the order in which they were placed."""
    farm_masks: tuple[int, int]
    """Squares with farms, by seat."""
    across: int
    """The places for upright trunks that have no trunk."""
    down: int
    """The places for level trunks that have no trunk."""
    ends: int
    """Nodes where trunks end."""
    open_mask: int
    """The node that is the open end, or 0."""
    fenceable: int
    """The fenceable squares; 0 before the last farm is placed."""
    owned_masks: tuple[int, int]
    """Squares of the areas of one colour, by seat."""
    _seat: int
    """The seat to move, while the game is not over."""
    _over: bool
    _legal: tuple[int, int] | None
    """The places of the legal trunks, upright and level; cached once computed."""

    @classmethod
    def begin(cls, seats: int, options: TerritoriesOptions, setup: Mapping[str, Any] | None) -> TerritoriesState:
        """Return the first state on the board of the set-up or of the options (T1). Raise ValueError for a bad set-up."""
        board = board_of(options, setup)
        state = cls()
        state.seats, state.options, state.setup = seats, options, board.setup
        state.dropped, state._agreed = frozenset(), False
        state.grid = grid_of(board.width, board.height)
        state.spots, state.spot_mask = board.squares, state.grid.mask(board.squares)
        state._houses, state.farm_masks, state.trunks = (), (0, 0), ()
        state.across, state.down = state.grid.across, state.grid.down
        state.ends = state.open_mask = state.fenceable = 0
        state.owned_masks = (0, 0)
        state._seat, state._over = PLACERS[0], False
        state._legal = None
        return state

    # ------------------------------------------------------------------ contents of the board

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.grid.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self.grid.height

    @property
    def free_spots(self) -> tuple[Square, ...]:
        """The spots without a farm, row by row."""
        return tuple(self.grid.squares_of(self._free_mask()))

    def _free_mask(self) -> int:
        return self.spot_mask & ~(self.farm_masks[0] | self.farm_masks[1])

    @property
    def farms(self) -> Mapping[Square, int]:
        """Square of each farm -> its seat, in the order in which they were placed."""
        return dict(zip(self._houses, PLACERS, strict=False))

    @property
    def open_end(self) -> Node | None:
        """T5: the node where the fence in progress ends, or ``None`` if there is none."""
        return next(self.grid.nodes_of(self.open_mask), None)

    @property
    def starts(self) -> Mapping[Node, tuple[Trunk, ...]]:
        """T8: node where a new fence may start -> the legal first trunks from there; empty if no new fence may start now.

        A first trunk that may start at either of its ends is listed under both.
        """
        if self._over or self.open_mask or len(self._houses) < SPOTS:
            return {}
        across, down = self._legal_places()
        upright, level = self.grid.touching(self.ends)
        anchors = self.ends if upright & across or level & down else self.grid.rim
        found: dict[Node, tuple[Trunk, ...]] = {}
        for node in self.grid.nodes_of(anchors):
            upright, level = self.grid.touching(self.grid.node_bit(node))
            if trunks := tuple(self.grid.trunks(upright & across, level & down)):
                found[node] = trunks
        return found

    @property
    def areas(self) -> tuple[Area, ...]:
        """T4: the areas, ordered by first square, row by row."""
        found = []
        rest = self.grid.board
        while rest:
            one = area(rest & -rest, self.across, self.down, self.grid.stride)
            owner = next((seat for seat in (0, 1) if one & self.owned_masks[seat]), None)
            found.append(Area(frozenset(self.grid.squares_of(one)), owner))
            rest &= ~one
        return tuple(found)

    # ------------------------------------------------------------------ turn and legal moves

    @property
    def seat(self) -> int | None:
        """The seat that places the next farm or trunk (T3, T5, T7)."""
        return None if self._over else self._seat

    @property
    def turn(self) -> int | None:
        """The same as :attr:`seat`, since there is no chance in this game."""
        return self.seat

    @property
    def is_chance(self) -> bool:
        """False: there is no chance in this game."""
        return False

    @property
    def is_over(self) -> bool:
        """T12: whether no area holds farms of both colours, or G1 or G2 has ended the game."""
        return self._over

    @property
    def phase(self) -> str:
        """``farms`` until the last farm is placed, then ``fence``, then ``over``."""
        if self._over:
            return "over"
        return "fence" if len(self._houses) == SPOTS else "farms"

    def moves(self) -> Sequence[House] | Sequence[Trunk]:
        """Return farms on the free spots, or the trunks that T4 to T11 allow, row by row."""
        if self._over:
            return ()
        if len(self._houses) < SPOTS:
            return [self.grid.houses[bit] for bit in bits(self._free_mask())]
        return self.grid.trunks(*self._legal_places())

    def _legal_places(self) -> tuple[int, int]:
        """Return the places of the legal trunks, upright and level."""
        if self._legal is None:
            theirs = self.farm_masks[1 - self._seat]
            self._legal = self.grid.next_places(self._sound_places(), self.open_mask, self.ends, theirs)
        return self._legal

    def may_stand(self, trunk: Trunk) -> bool:
        """Return whether T4, T9, T10 and T11 allow a trunk, regardless of where a fence may continue or start."""
        across, down = self._sound_places()
        place = self.grid.places.get(trunk)
        return place is not None and bool(place.first & (across if place.upright else down))

    def _sound_places(self) -> tuple[int, int]:
        return self.grid.sound_places(self.across, self.down, self.fenceable)

    # ------------------------------------------------------------------ playing

    def _parse(self, text: str) -> Action:
        return read(text)

    def split(self, text: str) -> list[str]:
        """Return the single decisions in ``text``: squares one by one while farms are left to place, then in pairs."""
        return split(text, SPOTS - len(self._houses))

    def _apply(self, action: House | Trunk) -> Self:
        if not all(map(is_square, action)):
            raise self._no_move()
        if len(self._houses) < SPOTS:
            if isinstance(action, House) and action.square in self.spots and action.square not in self._houses:
                return self._place(action.square)
        elif isinstance(action, Trunk) and (place := self.grid.places.get(action)) is not None:
            across, down = self._legal_places()
            if place.first & (across if place.upright else down):
                return self._lay(action, place)
        raise refusal(self, action)

    def _place(self, square: Square) -> Self:
        """Return the state after the next farm (T3). After the last one fences begin, and every square is fenceable."""
        after = self._copy()
        first, second = self.farm_masks
        bit = self.grid.bit(square)
        after.farm_masks = (first | bit, second) if self._seat == 0 else (first, second | bit)
        after._houses = (*self._houses, square)
        if len(after._houses) == SPOTS:
            after._seat = 0
            after.fenceable = self.grid.board  # in a rectangle without trunks every square has two paths
        else:
            after._seat = PLACERS[len(after._houses)]
        return after

    def _lay(self, trunk: Trunk, place: Place) -> Self:
        """Return the state after a legal trunk: settle areas if it completes a fence, and set the next seat (T6 to T8)."""
        after = self._copy()
        upright, first, second, ends = place
        after.trunks = (*self.trunks, PlacedTrunk(trunk, self._seat))
        if upright:
            after.across ^= first
        else:
            after.down ^= first
        after.open_mask = ends & ~(self.ends | self.grid.rim)
        after.ends |= ends
        if after.open_mask:
            after._seat = 1 - self._seat
        else:
            for square in (first, second):
                after._settle(area(square, after.across, after.down, self.grid.stride))
            after._over = not after.fenceable
        farms = self.farm_masks[0] | self.farm_masks[1]
        after.fenceable = self.grid.still_fenceable(
            after.fenceable, place, after.open_mask, after.ends, farms, after.across, after.down
        )
        return after

    def _settle(self, squares: int) -> None:
        """Assign an area with farms of one colour to their owner (T13). No more trunks are placed in it (T9)."""
        first, second = self.owned_masks
        if not squares & self.farm_masks[1]:
            self.owned_masks = first | squares, second
        elif not squares & self.farm_masks[0]:
            self.owned_masks = first, second | squares
        else:
            return
        self.fenceable &= ~squares

    def _copy(self) -> Self:
        after = type(self)()
        after.seats, after.options, after.setup = self.seats, self.options, self.setup
        after.dropped, after._agreed = self.dropped, self._agreed
        after.grid, after.spots, after.spot_mask = self.grid, self.spots, self.spot_mask
        after._houses, after.farm_masks, after.trunks = self._houses, self.farm_masks, self.trunks
        after.across, after.down = self.across, self.down
        after.ends, after.open_mask = self.ends, self.open_mask
        after.fenceable, after.owned_masks = self.fenceable, self.owned_masks
        after._seat, after._over = self._seat, self._over
        after._legal = None
        return after

    # ------------------------------------------------------------------ the end

    @property
    def scores(self) -> tuple[int, ...]:
        """T13: squares of the areas of one colour; farms count only if the options say so."""
        farms = 0 if self.options.farms == "land" else self.farm_masks[0] | self.farm_masks[1]
        return tuple((owned & ~farms).bit_count() for owned in self.owned_masks)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """T13: the seat with more land, or both if equal; by G1 and G2 the remaining seats. ``None`` until the game is over."""
        if not self._over:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        after = self._copy()
        after.dropped, after._agreed = dropped, agreed
        after._over = True
        return after

    def _key(self) -> Hashable:
        # The rules do not depend on who laid a trunk, on the order of trunks and farms, or on the order of the spots.
        board = self.grid.width, self.grid.height, self.spot_mask
        fences = self.across, self.down, self.open_mask
        return self.options, board, self.farm_masks, fences, self._seat, self.dropped, self._agreed
