"""The value of each move of a turn: the expectation over the possible draws, by the unseen tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb

from players.nomads.board import NomadsBoard
from rules.core import Action
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.grid import KIND, cell, number, with_road
from rules.nomads.tiles import BARBARIAN, BARBARIAN_POINTS, CITY, KINDS, TABLE, TERRAIN, TREASURE

Worth = Callable[[NomadsBoard], float]
"""The value of the board after a move, for the seat that moves now."""
Worths = tuple[float, ...]
"""The value of a position for each seat, possibly followed by its values by other measures."""

NOTHING = -1
"""Used instead of a kind if all drawn tiles go back into the bag (N7)."""


def discover(board: NomadsBoard, space: int, kind: int) -> NomadsBoard:
    """Return the board after a tile of ``kind`` was discovered on ``space`` (N5). A special tile gives another turn."""
    new = _with_kind(board, kind)
    if kind < len(TERRAIN):
        new.cells[space] = cell(kind, board.turn)
        new.pass_turn()
    elif kind == BARBARIAN:
        new.fill()
        if not new.empty:
            new.pass_turn()
    return new


def activate(board: NomadsBoard, to: int, kind: int) -> NomadsBoard:
    """Return the board after an activation that explored ``to`` and gave a tile of ``kind`` (N7)."""
    new = board.copy() if kind == NOTHING else _with_kind(board, kind)
    new.fill()
    return _end_activation(new, to, kind)


def take(board: NomadsBoard, to: int, kind: int) -> NomadsBoard:
    """Return the same as :func:`activate` if the activation has already filled its space (N7, step 6)."""
    return _end_activation(_with_kind(board, kind), to, kind)


def _end_activation(new: NomadsBoard, to: int, kind: int) -> NomadsBoard:
    """Lay the tile on ``to`` (for a barbarian, lay a tile face down) and pass the turn.

    Change the board in place, and return it.
    """
    if kind == BARBARIAN:
        new.fill()
    elif NOTHING < kind < len(TERRAIN) and not new.cells[to]:
        new.cells[to] = cell(kind, new.turn)
    new.pass_turn()
    return new


def _with_kind(board: NomadsBoard, kind: int) -> NomadsBoard:
    """Return the board after the seat to move got a tile of ``kind``, before the tile is laid."""
    new, seat = board.copy(), board.turn
    new.unseen = tuple(count - (other == kind) for other, count in enumerate(board.unseen))
    if kind < len(TERRAIN):
        new.points[seat] += TABLE[kind].points
    elif kind == TREASURE:
        new.treasures[seat] += 1
    else:
        new.points[seat] += BARBARIAN_POINTS
        new.bands += 1
    return new


def found_city(board: NomadsBoard, space: int) -> NomadsBoard:
    """Return the board after the seat to move founded its own city (N6)."""
    new, seat = board.copy(), board.turn
    new.cells[space] = cell(CITY, seat)
    new.points[seat] += TABLE[CITY].points
    new.hands[seat] = False
    new.pass_turn()
    return new


def build_road(board: NomadsBoard, space: int, gains: Sequence[int]) -> NomadsBoard:
    """Return the board after the seat to move built a road (N8). ``gains``: the points of each seat for it."""
    new = board.copy()
    new.points = [had + got for had, got in zip(board.points, gains, strict=True)]
    new.cells[space] = with_road(new.cells[space])
    new.fill()
    new.pass_turn()
    return new


def chances(terrain: int, unseen: Sequence[int], worths: Sequence[float]) -> list[tuple[int, float]]:
    """Return the kinds that an activation of ``terrain`` may give with their odds, if the best tile is taken (N7).

    ``worths`` has a value for each kind. :data:`NOTHING` means that all tiles go back.
    """
    draws, every = count_draws(terrain, unseen, worths)
    return [(kind, count / every) for kind, count in draws]


def count_draws(terrain: int, unseen: Sequence[int], worths: Sequence[float]) -> tuple[list[tuple[int, int]], int]:
    """Return the number of draws in which each kind is the best one that may be taken (N7), and the number of all draws."""
    row, left = TABLE[terrain], sum(unseen)
    drawn = min(row.draws, left)
    every = before = comb(left, drawn)
    found = list[tuple[int, int]]()
    others = [kind for kind in range(len(KINDS)) if kind not in row.forced | row.forbidden]
    for group in (row.forced, others):
        for kind in sorted(group, key=lambda kind: -worths[kind]):
            left -= unseen[kind]
            without = comb(left, drawn)
            if without < before:
                found.append((kind, before - without))
            before = without
    if before:
        found.append((NOTHING, before))
    return found, every


def expect_discovery(board: NomadsBoard, space: int, judge: Callable[[NomadsBoard], Worths]) -> Worths:
    """Return the expected value of a discovery on ``space`` (N5); ``judge`` evaluates the board after each possible tile."""
    total = sum(board.unseen)
    return mean((count / total, judge(discover(board, space, kind))) for kind, count in enumerate(board.unseen) if count)


def mean(parts: Iterable[tuple[float, Worths]]) -> Worths:
    """Return the mean of the outcomes' values, weighted by their probabilities."""
    chosen = list(parts)
    return tuple(sum(chance * worths[at] for chance, worths in chosen) for at in range(len(chosen[0][1])))


class Lookahead:
    """The value of moves on one board, where ``worth`` evaluates the boards after them. Each board is evaluated once."""

    def __init__(self, board: NomadsBoard, worth: Worth, *, exact: bool) -> None:
        self.board, self.worth = board, worth
        self.exact = exact
        """Whether the spaces of all tiles matter; if false, only those of cities do."""
        self.judged = 0
        """The number of boards judged."""
        self._known: dict[tuple[str, int, int], float] = {}
        self._gains = dict(board.roads())

    def _judge(self, name: str, space: int, kind: int, make: Callable[[], NomadsBoard]) -> float:
        if not self.exact and kind != CITY:
            space = -1
        key = name, space, kind
        if key not in self._known:
            self.judged += 1
            self._known[key] = self.worth(make())
        return self._known[key]

    def of(self, move: Action) -> float:
        """Return the value of a move of a turn. Raise TypeError for other actions."""
        if isinstance(move, Discover):
            return self._discovery(number(move.square))
        if isinstance(move, FoundCity):
            space = number(move.square)
            return self._judge("city", space, CITY, partial(found_city, self.board, space))
        if isinstance(move, Activate):
            return self._activation(KIND[self.board.cells[number(move.square)]], number(move.to))
        if isinstance(move, Road):
            return self._road(number(move.square))
        raise TypeError(move)

    def _discovery(self, space: int) -> float:
        board, total = self.board, sum(self.board.unseen)
        return sum(
            count / total * self._judge("discover", space, kind, partial(discover, board, space, kind))
            for kind, count in enumerate(board.unseen)
            if count
        )

    def _activation(self, terrain: int, to: int) -> float:
        board = self.board
        worths = [
            self._judge("activate", to, kind, partial(activate, board, to, kind)) if count else 0.0
            for kind, count in enumerate(board.unseen)
        ]
        nothing = self._judge("activate", to, NOTHING, partial(activate, board, to, NOTHING))
        return sum(
            odds * (nothing if kind == NOTHING else worths[kind]) for kind, odds in chances(terrain, board.unseen, worths)
        )

    def _road(self, space: int) -> float:
        gains = self._gains.get(space)
        if gains is None:
            return self._judge("road", space, NOTHING, partial(build_road, self.board, space, [0] * self.board.seats))
        self.judged += 1
        return self.worth(build_road(self.board, space, gains))
