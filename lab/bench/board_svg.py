"""A board as SVG, for the peers that draw vectors: the same squares from the same display lists, the same header and labels."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from render.art.shapes import Ellipse, Line, Polygon, Rect, Shape, Text
from render.paint.board import Board
from render.paint.layout import CHIP, WIDTH
from render.style.owners import OWNERS
from rules.squares import LETTERS

FONT = "Inter"


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:.4g}" stroke-linejoin="round"' if stroke and width else ""
    return f' fill="{fill or "none"}"{line}'


def element(shape: Shape) -> str:
    """Return one shape as an SVG element."""
    if isinstance(shape, Polygon | Line):
        points = " ".join(f"{x:.4g},{y:.4g}" for x, y in shape.points)
        if isinstance(shape, Polygon):
            return f'<polygon points="{points}"{_paint(shape.fill, shape.stroke, shape.width)}/>'
        cap = "butt" if shape.flat else "round"
        return f'<polyline points="{points}" stroke-linecap="{cap}"{_paint(None, shape.colour, shape.width)}/>'
    if isinstance(shape, Rect):
        box = f'x="{shape.x:.4g}" y="{shape.y:.4g}" width="{shape.w:.4g}" height="{shape.h:.4g}" rx="{shape.radius:.4g}"'
        return f"<rect {box}{_paint(shape.fill, shape.stroke, shape.width)}/>"
    if isinstance(shape, Ellipse):
        box = f'cx="{shape.x:.4g}" cy="{shape.y:.4g}" rx="{shape.rx:.4g}" ry="{shape.ry:.4g}"'
        return f"<ellipse {box}{_paint(shape.fill, shape.stroke, shape.width)}/>"
    return text(shape)


def text(shape: Text) -> str:
    """Return a text centred on its point."""
    where = f'x="{shape.x:.4g}" y="{shape.y + shape.size * 0.36:.4g}" font-size="{shape.size:.4g}"'
    return f'<text {where} font-weight="700" text-anchor="middle" fill="{shape.colour}">{escape(shape.text)}</text>'


def svg(board: Board, chips: Iterable[tuple[int, str, str]]) -> str:
    """Return the board with a header of ``(owner, name, score)``."""
    place, theme = board.place(), board.theme
    parts: list[str] = [element(Rect(0, 0, WIDTH, place.height, theme.frame))]
    for number, (owner, name, score) in enumerate(chips):
        left, top, width = place.chip(number)
        parts += [
            element(Rect(left, top, width, CHIP, theme.panel, 14, theme.edge, 2)),
            element(Rect(left, top, 57, CHIP, OWNERS[owner].colour, 11)),
            text(Text(left + 150, top + 26, name, 28, theme.text)),
            text(Text(left + 90, top + 68, score, 46, theme.text)),
        ]
    left, top, right, bottom = place.board
    for x in range(place.columns):
        middle = left + (x + 0.5) * place.cell
        parts += [text(Text(middle, y, LETTERS[x], 32, theme.text)) for y in (top - 22, bottom + 22)]
    for y in range(place.rows):
        middle = top + (y + 0.5) * place.cell
        parts += [text(Text(x, middle, str(y + 1), 32, theme.text)) for x in (left - 24, right + 24)]
    for square, layers in board.layers():
        x, y = place.corner(square.x, square.y)
        for layer in layers:
            to = (
                f"translate({x + layer.x * place.cell:.4g} {y + layer.y * place.cell:.4g}) scale({layer.size * place.cell:.4g})"
            )
            parts.append(f'<g transform="{to}">{"".join(element(shape) for shape in layer.art(*layer.args))}</g>')
    size = f'width="{WIDTH}" height="{place.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{"".join(parts)}</svg>'
