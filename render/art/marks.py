"""Marks over the board: grid, last move, legal and chosen squares, letters."""

from __future__ import annotations

from render.art.colours import CHOSEN, GROUNDS, INK, PAPER
from render.art.shapes import Line, Rect, Shape, Shapes, Text, arc, disc
from render.style.themes import THEMES


def grid(theme: str) -> Shapes:
    """Return the lines between squares, inside this square."""
    look = THEMES[theme]
    t, colour = look.grid_width, look.grid
    return [
        Rect(0, 0, 1, t, colour),
        Rect(0, 1 - t, 1, t, colour),
        Rect(0, t, t, 1 - 2 * t, colour),
        Rect(1 - t, t, t, 1 - 2 * t, colour),
    ]


def last_move(strength: float = 1.0, has_plate: bool = False) -> Shapes:
    """Return brackets in the corners of the square of the last move; ``strength`` multiplies their width.

    If the square has a plate at its foot (``has_plate``), they leave room for it.
    """
    a, b, length = 0.08, 0.92, 0.28
    shapes: list[Shape] = []
    for width, colour in ((0.16, INK), (0.085, PAPER)):
        for x, dx in ((a, length), (b, -length)):
            for y, dy in ((a, length), (b, -length)):
                foot = [] if has_plate and y == b else [(x + dx, y)]
                shapes.append(Line([*foot, (x, y), (x, y + dy)], colour, width * strength))
    return shapes


def legal(free: bool, strength: float = 1.0) -> Shapes:
    """Return a dot for a square that may be chosen: in the middle if it is ``free``, else in a corner.

    It is half transparent, in light and dark, so that it shows on any ground.
    """
    middle = 0.5 if free else 0.83
    return [disc(middle, middle, radius * strength, colour) for radius, colour in ((0.115, PAPER + "90"), (0.09, INK + "A0"))]


def chosen(strength: float = 1.0) -> Shapes:
    """Return the mark of a chosen square: a ring along its border."""
    return [
        Rect(inset, inset, 1 - 2 * inset, 1 - 2 * inset, None, 0.12, colour, width * strength)
        for inset, width, colour in ((0.02, 0.14, INK), (0.05, 0.08, CHOSEN))
    ]


def chosen_side() -> Shapes:
    """Return the mark of a chosen side between two squares: a tick in a disc."""
    return [disc(0.5, 0.5, 0.44, INK), disc(0.5, 0.5, 0.37, CHOSEN), Line([(0.36, 0.51), (0.47, 0.62), (0.65, 0.38)], INK, 0.1)]


def compared(strength: float = 1.0, inside: bool = False) -> Shapes:
    """Return the mark of a square that is compared with the chosen one: a dashed ring.

    ``inside``: the square is the chosen one as well, so that the ring lies within that mark.
    """
    a, size, half = (0.21, 0.7, 0.07) if inside else (0.09, 1.0, 0.085)
    b, shapes = 1 - a, list[Shape]()
    for width, colour, more in ((0.13, INK, 0.025), (0.075, CHOSEN, 0.0)):
        for middle in (0.5 - 0.315 * size, 0.5, 0.5 + 0.315 * size):
            one, other = (middle + side * size * (half + more) for side in (-1, 1))
            for line in ([(one, a), (other, a)], [(one, b), (other, b)], [(a, one), (a, other)], [(b, one), (b, other)]):
                shapes.append(Line(line, colour, width * strength, flat=True))
    return shapes


def compared_side() -> Shapes:
    """Return the mark of a side that is compared with the chosen one: a dash in a dashed ring."""
    ring = [
        Line(arc(0.5, 0.5, 0.32, start - more, start + 40 + more), colour, width, flat=True)
        for width, colour, more in ((0.24, INK, 6), (0.13, CHOSEN, 0))
        for start in range(10, 370, 72)
    ]
    return [*ring, disc(0.5, 0.5, 0.24, PAPER), Line([(0.38, 0.5), (0.62, 0.5)], INK, 0.08)]


def letter(text: str) -> Shapes:
    """Return a short label on a light blue disc, a colour of no owner; for two or more characters the disc is longer."""
    half = 0.27 + 0.11 * (len(text) - 1)
    return [
        Rect(0.5 - half - 0.045, 0.185, 2 * half + 0.09, 0.63, INK, 0.315),
        Rect(0.5 - half, 0.23, 2 * half, 0.54, GROUNDS["river"].light, 0.27),
        Text(0.5, 0.505, text, 0.42, INK),
    ]
