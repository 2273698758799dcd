"""The position: bitboards behind a plain surface."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NoReturn, Self

from pydantic import Field

from rules.core import Action, IllegalMove, Options, State
from rules.pastures import refusals
from rules.pastures.layout import Layout, layout_of
from rules.pastures.moves import TERRAINS, Castle, Fill, read_move
from rules.squares import Square, is_square

Phase = Literal["fill", "claim", "over"]

_LETTERS = tuple(TERRAINS)
_M, _P, _F, _R, _D, _W = range(6)
_EVERY = tuple(range(6))
_FOE = {_M: _P, _P: _M, _R: _D, _D: _R}
"""P6, P7: which terrain may not be next to which."""
_NONE_YET = -1
_ALLOWED = {
    (own, other): tuple(terrain for terrain in _EVERY if terrain not in (own, other))
    for own in range(_NONE_YET, 6)
    for other in range(_NONE_YET, 6)
}
"""P4, P5: (terrain of the seat's own previous turn, terrain of the turn just before) -> the terrains left."""


class PasturesOptions(Options):
    """P1 and the options of Pastures New."""

    width: int = Field(default=8, ge=4, le=16, description="Columns of the board, 4 to 16; usually 8.")
    height: int = Field(default=8, ge=4, le=16, description="Rows of the board, 4 to 16; usually 8.")
    adjacency: Literal["sides", "corners"] = Field(
        default="sides", description="Which squares are next to each other: those that share a side, or a corner as well."
    )
    forest: Literal[2, 1] = Field(default=2, description="Points for each forest in a castle's area: 2, or 1.")


class PasturesState(State):
    """A position of Pastures New.

    Open to readers, beside what every state has: :attr:`width`, :attr:`height`, :meth:`terrain_at`, :attr:`castles`,
    :meth:`area`, :meth:`points`, :attr:`bans`, :attr:`bans_lifted`.
    """

    __slots__ = ("_allowed", "_castles", "_free", "_land", "_layout", "_recent", "_sites", "phase", "scores", "seat")

    game = "pastures"
    actions = frozenset({Fill, Castle})
    over_rule = "P12"
    turn_rule = "P3"

    options: PasturesOptions
    phase: Phase
    """``fill``, ``claim`` or ``over``."""
    seat: int | None
    """The seat that decides; ``None`` when over."""
    scores: tuple[int, int]
    """P13: points of each seat's castles as they stand."""

    _layout: Layout
    _land: tuple[int, ...]
    """By terrain, the squares that have it."""
    _free: tuple[int, ...]
    """By terrain, the empty squares that P6 and P7 leave to it."""
    _recent: tuple[int, int]
    """Terrains of the two turns before, the earlier one (that of the seat to move) first; none once the grid is full."""
    _allowed: tuple[int, ...]
    """The terrains that P4, P5 and P8 leave for this turn."""
    _castles: tuple[int, int]
    """By seat, the squares of its castles."""
    _sites: int
    """P10, P11: the squares for another castle; 0 while the grid is not full."""

    # ------------------------------------------------------------------ making states

    @classmethod
    def begin(cls, seats: int, options: PasturesOptions, setup: Mapping[str, Any] | None) -> Self:
        """The empty grid. Raises ValueError for a set-up: this game has none."""
        if setup:
            raise ValueError("Pastures New has no set-up: it begins with an empty grid.")
        state = cls.__new__(cls)
        state.options = options
        state.seats = seats
        state.setup = {}
        state.dropped = frozenset()
        state._agreed = False
        state._layout = layout_of(options.width, options.height, options.adjacency)
        state._land = (0,) * 6
        state._free = (state._layout.full,) * 6
        state._recent = (_NONE_YET, _NONE_YET)
        state._allowed = _EVERY
        state._castles = (0, 0)
        state._sites = 0
        state.phase = "fill"
        state.seat = 0
        state.scores = (0, 0)
        return state

    def _copy(self) -> Self:
        """A new state like this one, for its maker to change before anybody sees it."""
        cls = type(self)
        state = cls.__new__(cls)
        state.options = self.options
        state.seats = self.seats
        state.setup = self.setup
        state.dropped = self.dropped
        state._agreed = self._agreed
        state._layout = self._layout
        state._land = self._land
        state._free = self._free
        state._recent = self._recent
        state._allowed = self._allowed
        state._castles = self._castles
        state._sites = self._sites
        state.phase = self.phase
        state.seat = self.seat
        state.scores = self.scores
        return state

    def _apply(self, action: Fill | Castle) -> Self:
        if not is_square(action.square) or (type(action) is Fill and type(action.terrain) is not str):
            raise self._no_move()
        if self.phase == "fill":
            place = self._layout.tables.fill_places.get(action)
            if place is None or place[0] not in self._allowed or not self._free[place[0]] >> place[1] & 1:
                self._refuse(action)
            return self._filled(*place)
        site = self._layout.tables.castle_places.get(action)
        if site is None or not self._sites >> site & 1:
            self._refuse(action)
        return self._claimed(site)

    def _filled(self, terrain: int, bit: int) -> Self:
        """The state after a legal fill."""
        state = self._copy()
        taken = 1 << bit
        land = list(self._land)
        land[terrain] |= taken
        state._land = tuple(land)
        free = [board & ~taken for board in self._free]
        foe = _FOE.get(terrain)
        if foe is not None:
            free[foe] &= ~self._layout.next_to[bit]
        state._free = tuple(free)
        state.seat = 0 if self.seat else 1
        if free[_W]:
            state._recent = recent = (self._recent[1], terrain)
            state._allowed = allowed = _ALLOWED[recent]
            for open_terrain in allowed:
                if free[open_terrain]:
                    return state
            state._allowed = _EVERY  # P8
            return state
        # The grid is full: what was played last has no meaning any more.
        state._recent = (_NONE_YET, _NONE_YET)
        state._allowed = ()
        state._sites = land[_P] | land[_W]
        state.phase = "claim"
        return state if state._sites else state._over()

    def _claimed(self, bit: int) -> Self:
        """The state after a legal castle."""
        state = self._copy()
        first, second = self._castles
        points = self._points(bit)
        if self.seat == 0:
            state._castles = (first | 1 << bit, second)
            state.scores = (self.scores[0] + points, self.scores[1])
        else:
            state._castles = (first, second | 1 << bit)
            state.scores = (self.scores[0], self.scores[1] + points)
        state.seat = 0 if self.seat else 1
        state._sites = self._sites & ~self._layout.too_close[bit]
        return state if state._sites else state._over()

    def _over(self) -> Self:
        """This state, still being made, as the end of the game."""
        self.phase = "over"
        self.seat = None
        self._allowed = ()
        self._sites = 0
        return self

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        state = self._copy()
        state.dropped = dropped
        state._agreed = agreed
        return state._over()

    # ------------------------------------------------------------------ what every state tells

    @property
    def turn(self) -> int | None:
        """As :attr:`seat`: there is no chance in this game."""
        return self.seat

    @property
    def is_chance(self) -> bool:
        """False: there is no chance in this game."""
        return False

    @property
    def is_over(self) -> bool:
        """P12, G1, G2: whether nobody decides any more."""
        return self.seat is None

    def moves(self) -> Sequence[Fill] | Sequence[Castle]:
        """Legal moves: terrain by terrain in the order of ``TERRAINS``, and row by row; castles row by row."""
        layout = self._layout
        if self.phase == "fill":
            fills: list[Fill] = []
            for terrain in self._allowed:
                board = self._free[terrain].to_bytes(layout.n_bytes, "little")
                for table, byte in zip(layout.tables.fill_bytes[terrain], board):  # noqa: B905  # tables go on to the tallest board
                    fills += table[byte]
            return fills
        castles: list[Castle] = []
        for castle_table, byte in zip(layout.tables.castle_bytes, self._sites.to_bytes(layout.n_bytes, "little")):  # noqa: B905
            castles += castle_table[byte]
        return castles

    @property
    def winners(self) -> tuple[int, ...] | None:
        """P14: ``None`` until over; then the seat with the higher score, or both."""
        if self.seat is not None:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        best = max(self.scores)
        return tuple(seat for seat in (0, 1) if self.scores[seat] == best)

    def _parse(self, text: str) -> Action:
        return read_move(text)

    def _key(self) -> Hashable:
        return (self.options, self._land, self._recent, self._castles, self.dropped, self._agreed)

    # ------------------------------------------------------------------ what this game's readers ask

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self._layout.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self._layout.height

    def terrain_at(self, square: Square) -> str | None:
        """The letter of the terrain on a square (a key of ``TERRAINS``); ``None`` where it is empty or off the board."""
        if not square.within(self.width, self.height):
            return None
        bit = self._layout.bit(square)
        for letter, board in zip(_LETTERS, self._land, strict=True):
            if board >> bit & 1:
                return letter
        return None

    @property
    def castles(self) -> dict[Square, int]:
        """Square of each castle -> the seat whose it is; seat 0's first, each row by row."""
        return {square: seat for seat in (0, 1) for square in self._layout.squares_of(self._castles[seat])}

    def area(self, square: Square) -> tuple[Square, ...]:
        """P11: the squares of the area that a castle on a square of the board has or would have, row by row."""
        return tuple(self._layout.squares_of(self._layout.area[self._layout.bit(square)]))

    def points(self, square: Square) -> int:
        """P13: what a castle on a square of the board scores or would score, by the terrain there is so far."""
        return self._points(self._layout.bit(square))

    def _points(self, bit: int) -> int:
        area = self._layout.area[bit]
        mountain, plains, forest, river, _, _ = self._land
        return (
            3 * (plains & area).bit_count()
            + self.options.forest * (forest & area).bit_count()
            + (river & area).bit_count()
            + (mountain & area).bit_count()
        )

    @property
    def bans(self) -> dict[str, str]:
        """The terrains that the seat to move may not play this turn, wherever: letter -> ``"P4"`` or ``"P5"``.

        Where both rules forbid the same one, ``"P4"``. Empty where P8 has lifted the bans and after the fill.
        """
        if len(self._allowed) in (0, 6):
            return {}
        own, other = self._recent
        bans = {} if own == _NONE_YET else {_LETTERS[own]: "P4"}
        bans.setdefault(_LETTERS[other], "P5")
        return bans

    @property
    def bans_lifted(self) -> bool:
        """P8: whether P4 and P5 do not bind the seat to move, because they would leave it no move."""
        return len(self._allowed) == 6 and self._recent[1] != _NONE_YET

    def _refuse(self, action: Fill | Castle) -> NoReturn:
        rule, sentence = refusals.why_not(self, action)
        raise IllegalMove(rule, sentence)
