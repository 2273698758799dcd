"""A position of Pastures New and the course of the game. The rules are cited by number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Self

from rules.core import Action, State
from rules.pastures.actions import MOST_OFFERED, Answer, Castle, Fill, Offer, PasturesAction, read, split
from rules.pastures.grid import ALLOWED, FOES, NONE_YET, P, PasturesGrid, W, grid_of, points_of_terrains
from rules.pastures.options import PasturesOptions
from rules.pastures.refusals import refusal
from rules.pastures.vocabulary import TERRAINS, Phase
from rules.squares import Square, is_square

_LETTERS = tuple(TERRAINS)
_EVERY = tuple(range(6))

_OFFERS = tuple(Offer(points) for points in range(MOST_OFFERED + 1))
_ANSWERS = (Answer("first"), Answer("second"))


class PasturesState(State):
    """A position of Pastures New.

    Pictures and panels read :attr:`width`, :attr:`height`, :meth:`terrain_at`, :attr:`terrain`, :attr:`castles`, :meth:`area`,
    :meth:`points`, :attr:`bans`, :attr:`bans_lifted`, :attr:`offered` and :attr:`bonus`. Computer players also read the masks
    (see :mod:`rules.pastures.grid`).
    """

    __slots__ = (
        "allowed",
        "bonus",
        "castle_masks",
        "free_masks",
        "grid",
        "offered",
        "phase",
        "recent",
        "scores",
        "seat",
        "sites",
        "terrain_masks",
    )

    game = "pastures"
    actions = frozenset({Fill, Castle, Offer, Answer})
    over_rule = "P12"
    turn_rule = "P3"

    options: PasturesOptions
    phase: Phase
    """``fill``, ``offer`` and ``answer`` (P15), ``claim`` or ``over``."""
    seat: int | None
    """The seat that decides; ``None`` once the game is over."""
    scores: tuple[int, int]
    """P13, P15: the current points of each seat's castles, and of the offer once it is answered."""
    offered: int | None
    """P15: the points for placing second; ``None`` before the offer, and in games without offers."""
    bonus: tuple[int, int]
    """P15: the points of each seat from the offer; they are included in its score."""

    grid: PasturesGrid
    terrain_masks: tuple[int, ...]
    """By terrain index, the squares of the terrain."""
    free_masks: tuple[int, ...]
    """By terrain index, the empty squares that P6 and P7 allow; for wasteland that is every empty square."""
    recent: tuple[int, int]
    """The terrains of the last two turns by index, first that of the seat to move; -1 for none, and once the grid is full."""
    allowed: tuple[int, ...]
    """The indices of the terrains that P4, P5 and P8 allow this turn."""
    castle_masks: tuple[int, int]
    """By seat, the squares of its castles."""
    sites: int
    """P10, P11: the legal squares for another castle; 0 while the grid is not full, and once the game is over."""

    # ------------------------------------------------------------------ making states

    @classmethod
    def begin(cls, seats: int, options: PasturesOptions, setup: Mapping[str, Any] | None) -> Self:
        """Return the empty grid. Raise ValueError if there is a set-up: this game has none."""
        if setup:
            raise ValueError("Pastures New has no set-up: it begins with an empty grid.")
        state = cls.__new__(cls)
        state.options = options
        state.seats = seats
        state.setup = {}
        state.dropped = frozenset()
        state._agreed = False
        state.grid = grid_of(options.width, options.height, options.adjacency)
        state.terrain_masks = (0,) * 6
        state.free_masks = (state.grid.board,) * 6
        state.recent = (NONE_YET, NONE_YET)
        state.allowed = _EVERY
        state.castle_masks = (0, 0)
        state.sites = 0
        state.phase = "fill"
        state.seat = 0
        state.scores = (0, 0)
        state.offered = None
        state.bonus = (0, 0)
        return state

    def _copy(self) -> Self:
        """Return a copy that the caller may modify."""
        cls = type(self)
        state = cls.__new__(cls)
        state.options = self.options
        state.seats = self.seats
        state.setup = self.setup
        state.dropped = self.dropped
        state._agreed = self._agreed
        state.grid = self.grid
        state.terrain_masks = self.terrain_masks
        state.free_masks = self.free_masks
        state.recent = self.recent
        state.allowed = self.allowed
        state.castle_masks = self.castle_masks
        state.sites = self.sites
        state.phase = self.phase
        state.seat = self.seat
        state.scores = self.scores
        state.offered = self.offered
        state.bonus = self.bonus
        return state

    def _apply(self, action: PasturesAction) -> Self:
        if isinstance(action, Fill):  # checked first, because most moves are fills
            return self._fill(action)
        if isinstance(action, Castle):
            return self._claim(action)
        return self._offer(action) if isinstance(action, Offer) else self._answer(action)

    def _fill(self, fill: Fill) -> Self:
        """Return the state after a fill (P3 to P8)."""
        if not is_square(fill.square) or type(fill.terrain) is not str:
            raise self._no_move()
        place = self.grid.tables.fill_places.get(fill)
        if place is None:
            raise refusal(self, fill)
        terrain, number = place
        if self.phase != "fill" or terrain not in self.allowed or not self.free_masks[terrain] >> number & 1:
            raise refusal(self, fill)
        state = self._copy()
        taken = 1 << number
        land = list(self.terrain_masks)
        land[terrain] |= taken
        state.terrain_masks = tuple(land)
        free = [board & ~taken for board in self.free_masks]
        foe = FOES.get(terrain)
        if foe is not None:
            free[foe] &= ~self.grid.next_to[number]
        state.free_masks = tuple(free)
        state.seat = 0 if self.seat else 1
        if free[W]:
            state.recent = recent = (self.recent[1], terrain)
            state.allowed = allowed = ALLOWED[recent]
            for open_terrain in allowed:
                if free[open_terrain]:
                    return state
            state.allowed = _EVERY  # P8
            return state
        # The grid is full, so the last terrains no longer matter.
        state.recent = (NONE_YET, NONE_YET)
        state.allowed = ()
        state.sites = land[P] | land[W]
        state.phase = "claim" if self.options.claim == "turn" else "offer"
        return state if state.sites else state._over()

    def _offer(self, offer: Offer) -> Self:
        """Return the state after an offer (P15)."""
        if type(offer.points) is not int:
            raise self._no_move()
        if self.phase != "offer" or not 0 <= offer.points <= MOST_OFFERED:
            raise refusal(self, offer)
        state = self._copy()
        state.offered = offer.points
        state.phase = "answer"
        state.seat = 0 if self.seat else 1
        return state

    def _answer(self, answer: Answer) -> Self:
        """Return the state after the answer to an offer (P15): one seat gets the points, the other places the first castle."""
        if answer not in _ANSWERS:
            raise self._no_move()
        if self.phase != "answer" or self.offered is None:
            raise refusal(self, answer)
        state = self._copy()
        if answer.place == "second":
            state.seat = 0 if self.seat else 1
        state.bonus = (self.offered, 0) if state.seat == 1 else (0, self.offered)
        state.scores = state.bonus
        state.phase = "claim"
        return state

    def _claim(self, castle: Castle) -> Self:
        """Return the state after a castle (P9 to P13)."""
        if not is_square(castle.square):
            raise self._no_move()
        number = self.grid.tables.castle_places.get(castle)
        if number is None or not self.sites >> number & 1 or self.phase != "claim":
            raise refusal(self, castle)
        state = self._copy()
        first, second = self.castle_masks
        points = self._points(number)
        if self.seat == 0:
            state.castle_masks = (first | 1 << number, second)
            state.scores = (self.scores[0] + points, self.scores[1])
        else:
            state.castle_masks = (first, second | 1 << number)
            state.scores = (self.scores[0], self.scores[1] + points)
        state.seat = 0 if self.seat else 1
        state.sites = self.sites & ~self.grid.too_close[number]
        return state if state.sites else state._over()

    def _over(self) -> Self:
        """End the game in place. Return this state. Call it only on a fresh copy."""
        self.phase = "over"
        self.seat = None
        self.allowed = ()
        self.sites = 0
        return self

    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        state = self._copy()
        state.dropped = dropped
        state._agreed = agreed
        return state._over()

    # ------------------------------------------------------------------ turn and legal moves

    @property
    def turn(self) -> int | None:
        """Same as :attr:`seat`: there is no chance in this game."""
        return self.seat

    @property
    def is_chance(self) -> bool:
        """False: there is no chance in this game."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether the game is over (P12, G1, G2)."""
        return self.seat is None

    def moves(self) -> Sequence[PasturesAction]:
        """Return the legal moves: fills by terrain (as in ``TERRAINS``) and row; offers; answers; or castles by row."""
        grid = self.grid
        if self.phase == "fill":
            fills: list[Fill] = []
            for terrain in self.allowed:
                board = self.free_masks[terrain].to_bytes(grid.n_bytes, "little")
                for table, byte in zip(grid.tables.fill_bytes[terrain], board):  # noqa: B905  # tables go on to the tallest board
                    fills += table[byte]
            return fills
        if self.phase == "offer":
            return _OFFERS
        if self.phase == "answer":
            return _ANSWERS
        castles: list[Castle] = []
        for castle_table, byte in zip(grid.tables.castle_bytes, self.sites.to_bytes(grid.n_bytes, "little")):  # noqa: B905
            castles += castle_table[byte]
        return castles

    @property
    def winners(self) -> tuple[int, ...] | None:
        """P14: the seat with the higher score, or both; ``None`` until the game is over."""
        if self.seat is not None:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        best = max(self.scores)
        return tuple(seat for seat in (0, 1) if self.scores[seat] == best)

    def _parse(self, text: str) -> Action:
        return read(text, self.phase)

    def split(self, text: str) -> list[str]:
        """Return the single decisions: a player who answers ``first`` places the first castle in the same turn (P15)."""
        return split(text) if self.phase == "answer" else [text]

    def _key(self) -> Hashable:
        bargain = self.phase, self.seat, self.offered, self.bonus
        return (self.options, self.terrain_masks, self.recent, self.castle_masks, bargain, self.dropped, self._agreed)

    # ------------------------------------------------------------------ contents of the board

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self.grid.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self.grid.height

    def terrain_at(self, square: Square) -> str | None:
        """Return the letter of the terrain on a square, a key of ``TERRAINS``; ``None`` if it is empty or off the board."""
        if not square.within(self.width, self.height):
            return None
        bit = self.grid.bit(square)
        for letter, mask in zip(_LETTERS, self.terrain_masks, strict=True):
            if mask & bit:
                return letter
        return None

    @property
    def terrain(self) -> dict[Square, str]:
        """Each square that is not empty -> the letter of its terrain, grouped by terrain."""
        kinds = zip(_LETTERS, self.terrain_masks, strict=True)
        return {square: letter for letter, mask in kinds for square in self.grid.squares_of(mask)}

    @property
    def castles(self) -> dict[Square, int]:
        """Square of each castle -> its seat; seat 0's castles first, row by row."""
        return {square: seat for seat in (0, 1) for square in self.grid.squares_of(self.castle_masks[seat])}

    def area(self, square: Square) -> tuple[Square, ...]:
        """Return the area of a castle on ``square`` (P11), row by row, whether or not there is one."""
        return tuple(self.grid.squares_of(self.grid.area[self.grid.number(square)]))

    def points(self, square: Square) -> int:
        """Return the points for a castle on ``square`` with the current terrain (P13), whether or not there is one."""
        return self._points(self.grid.number(square))

    def _points(self, number: int) -> int:
        area = self.grid.area[number]
        each = points_of_terrains(self.options.forest)
        return sum(points * (mask & area).bit_count() for points, mask in zip(each, self.terrain_masks, strict=True))

    @property
    def bans(self) -> dict[str, str]:
        """The terrains that the seat to move may not play on any square: letter -> the rule, ``"P4"`` or ``"P5"``.

        ``"P4"`` if both rules forbid the same terrain. Empty if P8 has lifted the bans, and once the grid is full.
        """
        if len(self.allowed) in (0, 6):
            return {}
        own, other = self.recent
        bans = {} if own == NONE_YET else {_LETTERS[own]: "P4"}
        bans.setdefault(_LETTERS[other], "P5")
        return bans

    @property
    def bans_lifted(self) -> bool:
        """P8: whether P4 and P5 are lifted because the seat to move would otherwise have no legal move."""
        return len(self.allowed) == 6 and self.recent[1] != NONE_YET
