"""A position of Nomads: its data, and the part of it that all players may see."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, get_args

from rules.core import State
from rules.grid import Grid
from rules.nomads import attack
from rules.nomads.actions import Activate, Discover, NomadsAction, Road
from rules.nomads.grid import EMPTY, FIRST_TILE, GRID, KIND, OWNER, ROAD, SPIRALS, SQUARES, number, open_flags, with_road
from rules.nomads.hidden import OpenDraw
from rules.nomads.networks import links, road_points, scored_by_road
from rules.nomads.options import NomadsOptions
from rules.nomads.tiles import KINDS, Bag, Kind, left_to_take
from rules.squares import Square

# The stages: the action or outcome that comes next. Plain numbers are faster than members of an enum or a class.
ENTRY = 0
"""Chance: the corner of the barbarians (N1)."""
TURN = 1
"""The seat to move chooses its action."""
FIND = 2
"""Chance: the tile that was discovered (N5)."""
FILL_FIRST = 3
"""Chance, hidden: the tile laid face down before an activation or a road (N7, N8)."""
EXPLORE = 4
"""Chance: a tile of an activation (N7)."""
CHOICE = 5
"""The seat to move takes one of the drawn tiles (N7)."""
FILL_AFTER = 6
"""Chance, hidden: the tile laid face down for a barbarian (N9)."""
ATTACK = 7
"""A founder decides the fate of a city (N13)."""
OVER = 8
"""The attack is over, or G1 or G2 has ended the game."""

PHASES = ("entry", "turn", "draw", "draw", "draw", "choice", "draw", "attack", "over")
CHANCE = (ENTRY, FIND, FILL_FIRST, EXPLORE, FILL_AFTER)


NOWHERE = -1
"""Stands for the number of a space if there is no space."""


def _square(space: int) -> Square | None:
    return None if space == NOWHERE else SQUARES[space]


class Tile(NamedTuple):
    """The visible contents of a space."""

    kind: Kind | None
    """The terrain; ``None`` for a face-down tile."""
    owner: int | None = None
    road: bool = False
    face_down: bool = False


_SEEN: tuple[Tile | None, ...] = (
    None,
    Tile(None, face_down=True),
    *(Tile(KINDS[KIND[code]], OWNER[code], ROAD[code]) for code in range(FIRST_TILE, len(KIND))),
)


class Position(State):
    """The data of a position of Nomads and its views. :class:`rules.nomads.state.NomadsState` adds the course of the game.

    Attributes without an underscore are public and do not depend on hidden tiles. Those with an underscore may be hidden from
    the players, and only the rules read them. While tiles lie face down, the true odds of ``outcomes`` are hidden too: a
    program that plans for a player reads them from a :meth:`redealt` state.
    """

    __slots__ = (
        "_bag",
        "_drawn",
        "_entry",
        "_laid",
        "_laid_kinds",
        "_occupied",
        "_pointer",
        "_shown",
        "_spent",
        "_stage",
        "_target",
        "_turn",
        "barbarians",
        "cells",
        "cities_in_hand",
        "doing",
        "final",
        "points",
        "raids",
        "treasures",
    )

    game = "nomads"
    actions = frozenset(get_args(NomadsAction))
    over_rule = "N11"
    turn_rule = "N5"

    grid: ClassVar[Grid] = GRID
    cells: bytes
    """The contents of each space, by number, as one byte; :mod:`rules.nomads.grid` has the tables to decode it."""
    points: tuple[int, ...]
    """Current points of each seat, without treasures."""
    treasures: tuple[int, ...]
    """Treasures that each seat holds (N9)."""
    barbarians: tuple[int, ...]
    """Barbarian tiles that each seat holds (N3, N9)."""
    cities_in_hand: tuple[bool, ...]
    """Whether each seat still has its own city tile of N3."""
    doing: Discover | Activate | Road | None
    """The move that the seat to move is carrying out, during its draws and its choice."""
    raids: tuple[attack.Raid, ...]
    """The events of the attack so far."""
    final: tuple[int, ...] | None
    """The final scores, once the attack is over (N15, N16)."""

    options: NomadsOptions

    _bag: Bag
    _laid: tuple[int, ...]
    """Spaces of the tiles laid face down, in the order in which they were laid."""
    _laid_kinds: bytes
    """Hidden: the kinds of those tiles."""
    _shown: tuple[OpenDraw, ...]
    _drawn: tuple[int, ...]
    _entry: int
    _pointer: int
    """Index of the first empty space along the spiral."""
    _turn: int
    _stage: int
    """The stage: one of the numbers from ``ENTRY`` to ``OVER``."""
    _target: int
    """The space of the barbarians in the attack; while a founder decides, the founder's city."""
    _occupied: frozenset[int]
    _spent: Bag
    """Tiles out of the game: those without a space (N7), razed cities, treasures given up."""

    # ------------------------------------------------------------------ interface of every game

    @property
    def seat(self) -> int | None:
        """The seat that decides: the one whose turn it is, or in the attack the founder of the attacked city."""
        if self._stage in (TURN, CHOICE):
            return self._turn
        return self._founder() if self._stage == ATTACK else None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, also during draws; before the first turn seat 0; in the attack the seat that decides."""
        if self._stage < ATTACK:
            return self._turn
        return self.seat

    @property
    def is_chance(self) -> bool:
        """Whether a draw of a tile or of the entry comes next."""
        return self._stage in CHANCE

    @property
    def is_over(self) -> bool:
        """Whether the attack is over, or G1 or G2 has ended the game."""
        return self._stage == OVER

    @property
    def phase(self) -> str:
        """``entry``, ``turn``, ``draw``, ``choice``, ``attack`` or ``over``."""
        return PHASES[self._stage]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points while the game runs; once the attack is over the final scores (N16)."""
        return self.points if self.final is None else self.final

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that win by N16, G1 or G2; ``()`` if no city stands (N15); ``None`` until the game is over."""
        if self._stage != OVER:
            return None
        settled = self._settled()
        if settled is not None:
            return settled
        return attack.winners(self.cells, self.scores, self.left)

    # ------------------------------------------------------------------ contents of the board

    def tile(self, square: Square) -> Tile | None:
        """Return the visible contents of a space of the board, or ``None`` if it is empty."""
        return _SEEN[self.cells[number(square)]]

    @property
    def tiles(self) -> dict[Square, Tile]:
        """The spaces that are not empty -> their visible contents, row by row."""
        seen = ((SQUARES[space], _SEEN[code]) for space, code in enumerate(self.cells))
        return {square: tile for square, tile in seen if tile is not None}

    @property
    def empty(self) -> tuple[Square, ...]:
        """The empty spaces, row by row."""
        return tuple(SQUARES[space] for space, code in enumerate(self.cells) if not code)

    @property
    def entry(self) -> Square | None:
        """The corner where the barbarians enter; ``None`` until it is drawn."""
        return _square(self._entry)

    @property
    def next_space(self) -> Square | None:
        """The space for the next face-down tile (N4); ``None`` if the board is full or the entry unknown."""
        return _square(self._next())

    @property
    def face_down(self) -> tuple[Square, ...]:
        """The spaces of the face-down tiles, in the order in which they were laid."""
        return tuple(SQUARES[space] for space in self._laid)

    @property
    def unseen(self) -> dict[Kind, int]:
        """The number of tiles of each kind that are in the bag or face down."""
        under = self._laid_kinds
        return {kind: self._bag[index] + under.count(index) for index, kind in enumerate(KINDS)}

    @property
    def in_bag(self) -> int:
        """The number of tiles in the bag."""
        return sum(self._bag)

    @property
    def spent(self) -> dict[Kind, int]:
        """Tiles that have left the game: those without a space (N7), razed cities, treasures given up."""
        return dict(zip(KINDS, self._spent, strict=True))

    @property
    def draws_face_down(self) -> bool:
        """Whether the tile that is being drawn is laid face down. No player may see its kind."""
        return self._stage in (FILL_FIRST, FILL_AFTER)

    @property
    def hides_outcome(self) -> bool:
        """N4: face-down tiles stay hidden."""
        return self.draws_face_down

    @property
    def drawn(self) -> tuple[Kind, ...]:
        """The tiles drawn for an activation so far, in order; empty once one is taken and the others are back in the bag."""
        return tuple(KINDS[kind] for kind in self._drawn)

    @property
    def choices(self) -> tuple[Kind, ...]:
        """The kinds of :attr:`drawn` that may be taken (N7); empty outside the phase ``choice``."""
        return tuple(KINDS[kind] for kind in self.to_take())

    def links(self, square: Square) -> tuple[Square, ...]:
        """Return the squares that ``square`` is linked to (N10): above, left, right, below.

        Neighbouring cities, oases, mines and tiles with a road are linked. Other tiles and empty spaces have no links.
        """
        return tuple(SQUARES[other] for other in links(self.cells, number(square)))

    def scored_by_road(self, square: Square) -> tuple[Square, ...]:
        """Return the spaces that score if a road is built on ``square`` (N10); there may be none."""
        space = number(square)
        return tuple(SQUARES[scored] for scored in sorted(scored_by_road(self._with_road(space), space)))

    def road_points(self, square: Square) -> tuple[int, ...]:
        """Return the points of each seat if the seat to move builds a road on ``square`` (N10)."""
        space = number(square)
        cells = self._with_road(space)
        return tuple(road_points(cells, scored_by_road(cells, space), self._turn, self.seats))

    def _with_road(self, space: int) -> bytearray:
        cells = bytearray(self.cells)
        cells[space] = with_road(cells[space])
        return cells

    # ------------------------------------------------------------------ the attack

    @property
    def all_bands(self) -> int:
        """The number of bands in the attack: one for each barbarian tile that a seat holds (N11)."""
        return sum(self.barbarians)

    @property
    def bands(self) -> int:
        """The number of bands still to come, including the one that waits for an answer."""
        return self.all_bands - sum(raid.city is not None for raid in self.raids)

    @property
    def start(self) -> Square | None:
        """The start of the attack: the last space filled face down, or else the entry (N12); ``None`` if unknown."""
        return _square(self._start())

    @property
    def barbarians_at(self) -> Square | None:
        """The space of the barbarians: the last city that they went to, or :attr:`start` before that."""
        return self.start if self._target == NOWHERE else SQUARES[self._target]

    @property
    def target(self) -> Square | None:
        """The city whose founder decides (N13), or ``None``."""
        return SQUARES[self._target] if self._stage == ATTACK else None

    @property
    def occupied(self) -> frozenset[Square]:
        """The cities occupied by placated bands (N13)."""
        return frozenset(SQUARES[city] for city in self._occupied)

    @property
    def nearest_city(self) -> Square | None:
        """The target of the first band if the attack began now (N13); during the attack, :attr:`target`."""
        if self._stage >= ATTACK:
            return self.target
        start = self._start()
        return _square(attack.next_city(attack.standing_cities(self.cells), (), start, start, self._entry))

    # ------------------------------------------------------------------ used by the rules

    def _next(self) -> int:
        """Return the first empty space along the spiral, or -1."""
        if self._entry == NOWHERE or self._pointer == len(SQUARES):
            return NOWHERE
        return SPIRALS[self._entry][self._pointer]

    def open_flags(self) -> bytes | bytearray:
        """Return a flag for each space: whether a tile may be discovered or a city founded there (N5, N6)."""
        return open_flags(self.cells, closed=self.options.frontier == "closed")

    def is_open(self, square: Square) -> bool:
        """Return whether a tile may be discovered or a city founded on a space of the board (N5, N6)."""
        return bool(self.open_flags()[number(square)])

    def not_to_explore(self) -> int:
        """Return the space that an activation fills before it explores (N7, ruling); -1 if it is the only empty space."""
        return self._next() if self.cells.count(EMPTY) > 1 else NOWHERE

    def to_take(self) -> tuple[int, ...]:
        """Return the numbers of the kinds in :attr:`choices`."""
        return left_to_take(self._activated(), self._drawn) if self._stage == CHOICE else ()

    def _activated(self) -> int:
        """Return the terrain that is being activated."""
        return KIND[self.cells[self._at()]]

    def _at(self) -> int:
        """Return the first space named by the current move."""
        return NOWHERE if self.doing is None else number(self.doing.square)

    def _to(self) -> int:
        """Return the space that is being explored."""
        return number(self.doing.to) if isinstance(self.doing, Activate) else NOWHERE

    def _start(self) -> int:
        """Return the space where the attack starts (N12)."""
        return self._laid[-1] if self._laid else self._entry

    def _founder(self) -> int:
        """Return the founder of the city that the barbarians have reached."""
        return OWNER[self.cells[self._target]]

    def can_placate(self) -> bool:
        """Return whether the founder of the attacked city holds a treasure (N13)."""
        return self.treasures[self._founder()] > 0

    def can_pay(self) -> bool:
        """Return whether the game has a tribute and the founder of the attacked city can afford it (N13)."""
        return 0 < self.options.tribute <= self.points[self._founder()]
