"""The moves of Territories as parts: a spot for a farm; the start of a new fence, and the direction of a trunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import ClassVar

from rules.core import Action
from rules.parts import MoveParts, Parts, find_named, matches, square_meanings, square_of, square_parts
from rules.squares import Square
from rules.territories.actions import House, Node, Trunk
from rules.territories.state import TerritoriesState
from rules.territories.vocabulary import DIRECTIONS, FILLERS, JOINER

_ARROWS = {"left": "←", "up": "↑", "right": "→", "down": "↓"}
"""Value of the part ``direction`` -> its arrow."""


class TerritoriesParts(Parts[TerritoriesState]):
    """``column`` and ``row`` of a farm; ``start`` and ``direction`` of a trunk.

    ``start`` is a label of :func:`labelled_starts`, for the first trunk of a fence; ``direction`` is ``left``, ``up``,
    ``right`` or ``down``. Typed words may also choose by ``one`` and ``other``, the squares on both sides of the trunk.
    """

    nouns: ClassVar[Mapping[str, str]] = {
        "column": "a column",
        "row": "a row",
        "start": "where the fence starts",
        "direction": "a direction",
    }
    fillers = FILLERS | {JOINER}

    def describe(self, state: TerritoriesState, move: Action) -> Sequence[MoveParts]:
        """Return the parts of a move. A first trunk that may start at either of its ends has two descriptions."""
        if isinstance(move, House):
            return (square_parts(move.square),)
        if not isinstance(move, Trunk):
            return super().describe(state, move)
        beside = {"one": str(move.first), "other": str(move.second)}
        if (end := state.open_end) is not None:
            return ({"direction": direction_from(end, move), **beside},)
        labels = _labels(state)
        starts = sorted((labels[node], node) for node in move.ends if node in labels)
        return tuple({"start": label, "direction": direction_from(node, move), **beside} for (_, label), node in starts)

    def build(self, state: TerritoriesState, move_parts: MoveParts) -> Action | None:
        """Return the farm or the trunk that the parts make."""
        if (square := square_of(move_parts)) is not None:
            return House(square)
        if "one" in move_parts and "other" in move_parts:
            try:
                return Trunk.between(Square.read(move_parts["one"]), Square.read(move_parts["other"]))
            except ValueError:
                return None
        return None

    def meanings(self, state: TerritoriesState, word: str, *, begun: bool) -> Iterator[MoveParts]:
        """Yield the meanings of a word as a square or a part of one, the label of a start, or a direction."""
        if state.phase == "farms":
            yield from square_meanings(word, begun=begun)
            return
        yield from ({"start": label} for label in labelled_starts(state) if label == word)
        yield from ({"direction": way} for way in find_named(word, DIRECTIONS, begun=begun))
        beside = {square for trunk in state.moves() if isinstance(trunk, Trunk) for square in trunk}
        for name in sorted(str(square) for square in beside if matches(word, str(square).lower(), begun=begun)):
            yield {"one": name}
            yield {"other": name}


@lru_cache(maxsize=8)  # a panel looks them up for each legal move
def labelled_starts(state: TerritoriesState) -> Mapping[str, Node]:
    """Return label -> node for the nodes where a new fence may start (T8). The picture and the panel use the labels."""
    return MappingProxyType({_label(index): node for index, node in enumerate(state.starts)})


@lru_cache(maxsize=8)  # also looked up for each legal move
def _labels(state: TerritoriesState) -> Mapping[Node, tuple[int, str]]:
    """Return node -> index and label, for the nodes where a new fence may start."""
    return {node: (place, label) for place, (label, node) in enumerate(labelled_starts(state).items())}


def _label(index: int) -> str:
    """Return the label with this index: ``a`` to ``z``, then ``aa``, ``ab``, …"""
    tens, ones = divmod(index, len(ascii_lowercase))
    return (ascii_lowercase[tens - 1] if tens else "") + ascii_lowercase[ones]


def direction_from(node: Node, trunk: Trunk) -> str:
    """Return the direction in which a trunk leads from one of its ends: ``left``, ``up``, ``right`` or ``down``."""
    onwards = trunk.ends[0] == node
    if trunk.upright:
        return "down" if onwards else "up"
    return "right" if onwards else "left"


def arrow(direction: str) -> str:
    """Return the mark of a direction on the picture: ``→``."""
    return _ARROWS[direction]
