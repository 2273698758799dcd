"""The ground of Pastures New: the layers of a square. All its art is shared."""

from __future__ import annotations

from collections.abc import Mapping

from render.art.terrain import parchment, shore, terrain, variant
from render.paint.sides import SIDES
from render.paint.sprites import Stamp, stamp
from rules.pastures import TERRAINS
from rules.squares import Square


def ground(square: Square, land: Mapping[Square, str], *, plain: bool = False) -> list[Stamp]:
    """Return the layers of a square's terrain: a river has a shore next to land, but not next to empty squares.

    ``land``: the letters of the squares that are not empty. ``plain``: flat, with few details.
    """
    letter = land.get(square)
    if letter is None:
        return [stamp(parchment)]
    layers = [stamp(terrain, TERRAINS[letter], variant(square.x, square.y, plain=plain))]
    if letter == "R":
        beside = {side: land.get(Square(square.x + dx, square.y + dy)) for side, (dx, dy) in SIDES.items()}
        if sides := "".join(side for side, other in beside.items() if other not in (None, "R")):
            layers.append(stamp(shore, sides))
    return layers
