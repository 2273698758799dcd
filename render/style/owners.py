"""The six owners: the look of a player's pieces and areas on every board.

Owners differ in colour, emblem and border dash, so that a picture is readable without colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from render.art.colours import INK, PAPER


@dataclass(frozen=True, slots=True)
class Owner:
    """The look of one owner."""

    name: str
    """The name of the colour, for descriptions: ``blue``."""
    colour: str
    """Fill colour of everything that the owner has."""
    emblem: str
    """Name of the shape in ``render.art.emblems``."""
    ink: str
    """Colour of the emblem on ``colour``."""
    casing: str
    """Colour under the owner's area outline, so that it is visible on any terrain."""
    dash: tuple[float, float] | None
    """Area outline: drawn length and gap, in squares; ``None`` for a continuous line."""


OWNERS: tuple[Owner, ...] = (
    Owner("blue", "#0067B1", "disc", PAPER, PAPER, None),
    Owner("red", "#D3430E", "triangle", PAPER, PAPER, (0.42, 0.08)),
    Owner("yellow", "#F2D91B", "square", INK, INK, (0.18, 0.07)),
    Owner("black", "#1B1B1F", "star", PAPER, PAPER, (0.26, 0.073)),
    Owner("pink", "#F08CC8", "diamond", INK, INK, (0.08, 0.045)),
    Owner("white", "#FFFFFF", "cross", INK, INK, (0.92, 0.08)),
)
"""The owners by number, from 0; a renderer's ``owner(state, seat)`` returns a seat's number."""
