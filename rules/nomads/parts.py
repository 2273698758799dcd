"""The moves of Nomads as parts: an action, a space, and for an activation the space to explore."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from rules.core import Action
from rules.nomads.actions import (
    Activate,
    Discover,
    FoundCity,
    Pay,
    Placate,
    Refuse,
    Road,
    Take,
)
from rules.nomads.grid import SIZE
from rules.nomads.position import Position
from rules.nomads.tiles import KINDS
from rules.nomads.vocabulary import AFTER_ANSWER, DIRECTIONS, FILLERS, KIND_OF, VERBS
from rules.parts import MoveParts, Parts, find_named, square_meanings, square_of, square_parts
from rules.squares import Square

_ON_A_SQUARE: dict[str, type[Discover | FoundCity | Road]] = {"discover": Discover, "city": FoundCity, "road": Road}
_ANSWERS: dict[str, Placate | Pay | Refuse] = {"placate": Placate(), "pay": Pay(), "refuse": Refuse()}
_ACTION_WORDS = {"city": "build city", "placate": "give a treasure", "pay": "pay points", "refuse": "lose the city"}
_WAYS = {"up": (0, -1), "left": (-1, 0), "right": (1, 0), "down": (0, 1)}
"""Value of the part ``to`` -> its step, across and down."""
_WAY_OF = {step: way for way, step in _WAYS.items()}


class NomadsParts(Parts[Position]):
    """``action``, ``column`` and ``row``; ``to`` (``up``, ``left``, ``right``, ``down``) for an activation; ``kind`` to take.

    Typed words may also choose by ``explored``, the space to explore, and ``tile``, the kind of tile on the space.
    """

    nouns: ClassVar[Mapping[str, str]] = {
        "column": "a column",
        "row": "a row",
        "action": "what to do",
        "to": "a space beside it",
        "kind": "a tile",
    }
    place = "a tile"  # the tasks of the actions ask for spaces
    fillers = FILLERS | AFTER_ANSWER

    def describe(self, state: Position, move: Action) -> Sequence[MoveParts]:
        """Describe a move: ``activate C4 D4`` has the action activate, the column C, the row 4, and the direction right."""
        if isinstance(move, Take):
            return ({"action": "take", "kind": move.kind},)
        if isinstance(move, Discover | FoundCity):
            action = "discover" if isinstance(move, Discover) else "city"
            return ({"action": action, **square_parts(move.square)},)
        if isinstance(move, Activate | Road):
            tile = state.tile(move.square)
            where = {**square_parts(move.square), "tile": (tile.kind if tile else None) or "none"}
            if isinstance(move, Road):
                return ({"action": "road", **where},)
            way = _WAY_OF[move.to.x - move.square.x, move.to.y - move.square.y]
            return ({"action": "activate", **where, "to": way, "explored": str(move.to)},)
        return ({"action": str(move)},)

    def build(self, state: Position, move_parts: MoveParts) -> Action | None:
        """Return the move that the parts make.

        An activation without a direction explores an empty space next to the tile, if there is one.
        """
        action, square = move_parts.get("action", ""), square_of(move_parts)
        if action in _ANSWERS:
            return _ANSWERS[action]
        if action == "take":
            return next((Take(kind) for kind in KINDS if kind == move_parts.get("kind")), None)
        if square is None:
            return None
        if action == "activate" and "to" in move_parts:
            step = _WAYS.get(move_parts["to"])
            return Activate(square, Square(square.x + step[0], square.y + step[1])) if step else None
        if action == "activate":
            beside = square.beside(SIZE, SIZE)
            return Activate(square, min(beside, key=lambda to: state.tile(to) is not None, default=square))
        return _ON_A_SQUARE[action](square) if action in _ON_A_SQUARE else None

    def mean(self, state: Position, chosen: MoveParts, wanted: MoveParts) -> Action | None:
        """Return the meaning of a space: one to explore from the chosen tile, or a tile to activate."""
        square, tile = square_of(wanted), square_of(chosen)
        if square is None or not square.within(SIZE, SIZE):
            return None
        if state.phase != "turn":
            return Discover(square)
        is_empty, action = state.tile(square) is None, chosen.get("action")
        if is_empty and action == "activate" and tile is not None:
            return Activate(tile, square)
        return None if is_empty or action else Activate(square, square)

    def name_value(self, part: str, value: str) -> str:
        """Return an action in words that a player understands without knowing the rules."""
        return _ACTION_WORDS.get(value, value) if part == "action" else value

    def meanings(self, state: Position, word: str, *, begun: bool) -> Iterator[MoveParts]:
        """Yield the meanings of a word as an action, a space or a part of one, a direction, or a kind of tile."""
        yield from ({"action": action} for action in find_named(word, VERBS, begun=begun))
        for move_parts in square_meanings(word, begun=begun):
            yield move_parts
            if len(move_parts) > 1:
                yield {"explored": move_parts["column"] + move_parts["row"]}
        yield from ({"to": _WAY_OF[step]} for step in find_named(word, DIRECTIONS, begun=begun))
        for kind in find_named(word, KIND_OF, begun=begun):
            yield {"kind": kind}
            yield {"tile": kind}
