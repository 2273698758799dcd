"""Marks over the board: grid, last move, legal and chosen squares, letters."""

from __future__ import annotations

from render.art.colours import GROUNDS, INK, LAST, PAPER
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


def last_move(strength: float = 1.0) -> Shapes:
    """Return brackets in the corners of the square of the last move; ``strength`` multiplies their width."""
    a, b, length = 0.07, 0.93, 0.25
    shapes: list[Shape] = []
    for width, colour in ((0.13, INK), (0.076, LAST)):
        for x, dx in ((a, length), (b, -length)):
            for y, dy in ((a, length), (b, -length)):
                shapes.append(Line([(x + dx, y), (x, y), (x, y + dy)], colour, width * strength))
    return shapes


def legal(strength: float = 1.0) -> Shapes:
    """Return a target for a square that may be chosen.

    It is dark in a white ring in a dark ring, so that it shows on a white cow too. ``strength`` multiplies its size.
    """
    return [disc(0.5, 0.5, radius * strength, colour) for radius, colour in ((0.245, INK), (0.2, PAPER), (0.07, INK))]


def chosen(strength: float = 1.0) -> Shapes:
    """Return the mark of a chosen square: a white frame with a tick."""
    frame: list[Shape] = []
    for inset, width, colour in ((0.02, 0.13, INK), (0.045, 0.08, PAPER)):
        frame.append(Rect(inset, inset, 1 - 2 * inset, 1 - 2 * inset, None, 0.12, colour, width * strength))
    tick = [(0.68, 0.25), (0.75, 0.33), (0.88, 0.16)]
    return [
        *frame,
        disc(0.78, 0.24, 0.22, INK),
        disc(0.78, 0.24, 0.18, PAPER),
        Line(tick, INK, 0.065),
    ]


def chosen_side() -> Shapes:
    """Return the same mark for a side between two squares: a tick in a white ring."""
    rings = [disc(0.5, 0.5, radius, colour) for radius, colour in ((0.44, INK), (0.385, PAPER), (0.3, INK), (0.26, PAPER))]
    return [*rings, Line([(0.38, 0.51), (0.47, 0.61), (0.63, 0.39)], INK, 0.085)]


def compared(strength: float = 1.0) -> Shapes:
    """Return the mark of a square compared with the chosen one: a dashed white frame, with a dash instead of a tick."""
    a, b, shapes = 0.09, 0.91, list[Shape]()
    for width, colour, more in ((0.13, INK, 0.025), (0.075, PAPER, 0.0)):
        for start, end in ((0.1, 0.27), (0.415, 0.585), (0.73, 0.9)):
            one, other = start - more, end + more
            for line in ([(one, a), (other, a)], [(one, b), (other, b)], [(a, one), (a, other)], [(b, one), (b, other)]):
                shapes.append(Line(line, colour, width * strength, flat=True))
    bar = Line([(0.68, 0.24), (0.88, 0.24)], INK, 0.065)
    return [*shapes, disc(0.78, 0.24, 0.22, INK), disc(0.78, 0.24, 0.18, PAPER), bar]


def compared_side() -> Shapes:
    """Return the same mark for a side between two squares: a dash in a dashed white ring."""
    ring = [
        Line(arc(0.5, 0.5, 0.32, start - more, start + 40 + more), colour, width, flat=True)
        for width, colour, more in ((0.24, INK, 6), (0.13, PAPER, 0))
        for start in range(10, 370, 72)
    ]
    return [*ring, disc(0.5, 0.5, 0.24, PAPER), Line([(0.38, 0.5), (0.62, 0.5)], INK, 0.08)]


def letter(text: str) -> Shapes:
    """Return a short label on a light blue disc, a colour of no owner; labels of two or more characters get a longer disc."""
    half = 0.27 + 0.11 * (len(text) - 1)
    return [
        Rect(0.5 - half - 0.045, 0.185, 2 * half + 0.09, 0.63, INK, 0.315),
        Rect(0.5 - half, 0.23, 2 * half, 0.54, GROUNDS["river"].light, 0.27),
        Text(0.5, 0.505, text, 0.42, INK),
    ]
