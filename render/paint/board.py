"""The board that a game's renderer fills, square by square, to get a picture.

    >>> board = Board(8, 8, theme="dark")
    >>> board.chips([Chip(0, "Ada", "12", (Counter(stamp(castle, 0), "1"),), to_move=True), Chip(1, "Björn", "9")])
    >>> for square in squares(8, 8):
    ...     board.ground(square, stamp(terrain, "plains", variant(square.x, square.y)))
    >>> board.areas([(0, {Square(1, 1), Square(2, 1)})])
    >>> board.put(Square(1, 1), stamp(castle, 0))
    >>> board.edge(Square(3, 3), Square(4, 3), log)
    >>> board.last([Square(1, 1)])
    >>> board.marks(view.marks)
    >>> image = board.draw()

The order of the calls is the order of painting within each square. Squares are cached by size and layers, so a stamp's
arguments are part of the cache key: they must contain everything that affects its look, and nothing else. If they included a
turn number, every turn would draw every square anew.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Sequence, Set

from PIL import Image

from render.art.marks import chosen, chosen_side, compared, compared_side, grid, last_move, legal, letter
from render.paint import series
from render.paint.areas import outlines
from render.paint.cells import Layers, cell, paint_layers
from render.paint.frame import Spans, backdrop, bars, turn_off
from render.paint.header import Chip, Words, chip, words
from render.paint.layout import LINE, WIDTH, Layout, layout
from render.paint.series import Canvas, Corner, Piece
from render.paint.sides import OPPOSITE, SIDES
from render.paint.sprites import Art, Stamp, stamp
from render.style import palette
from render.style.themes import THEMES
from render.view import Marks
from rules.squares import Square, squares

MOST_DOTS = 16
"""Maximum number of legal squares that are marked."""
_SIDE = {step: side for side, step in SIDES.items()}


def side_towards(square: Square, other: Square) -> str:
    """Return the side (``N``, ``E``, ``S``, ``W``) of ``square`` towards ``other``. Raise ValueError if they share none."""
    try:
        return _SIDE[other.x - square.x, other.y - square.y]
    except KeyError:
        raise ValueError(f"{square} and {other} share no side") from None


class Board:
    """A picture in progress: ``width`` columns by ``height`` rows, at most 26 each, in a theme.

    ``series``: see ``View.series``.
    """

    def __init__(self, width: int, height: int, theme: str = "dark", *, series: Hashable | None = None) -> None:
        self.width = width
        self.height = height
        self.theme = THEMES[theme]
        self.series = series
        self._grounds: list[list[Stamp]] = [[] for _ in range(width * height)]
        self._layers: list[list[Stamp]] = [[] for _ in range(width * height)]
        self._overlays: list[tuple[Stamp, float, float, float]] = []
        self._chips: Sequence[Chip] = ()
        self._line: Words = ()
        self._caption: Words = ()
        self._spans: Spans | None = None
        # Lines and marks would be too thin on a phone if the squares are small.
        self.strength = min(1.6, self.theme.line * max(1.0, max(width, height) / 11))
        """Factor on the widths of outlines and marks."""
        self.plain = self.theme.plain
        """Whether terrain is flat, with few details."""

    # ------------------------------------------------------------------ on the squares

    def ground(self, square: Square, *layers: Stamp) -> None:
        """Add layers below the grid. The first layer of a square must fill it completely."""
        self._grounds[square.y * self.width + square.x].extend(layers)

    def put(self, square: Square, *layers: Stamp) -> None:
        """Add layers above the grid."""
        self._layers[square.y * self.width + square.x].extend(layers)

    def edge(self, square: Square, other: Square, art: Art, *args: Hashable) -> None:
        """Add a piece on the side between two squares: ``art(side, *args)`` draws its half in each square.

        It covers the previous layers of both squares. Raise ValueError if they share no side.
        """
        side = side_towards(square, other)
        self.put(square, stamp(art, side, *args))
        self.put(other, stamp(art, OPPOSITE[side], *args))

    def areas(self, areas: Iterable[tuple[int, Set[Square]]]) -> None:
        """Outline areas, given as ``(owner, squares)``. If two overlap or touch, their lines run side by side."""
        for square, layer in outlines(areas, self.strength):
            self.put(square, layer)

    def last(self, squares: Iterable[Square], plates: Container[Square] = ()) -> None:
        """Mark squares as the last move; those with ``plates`` have one at their foot."""
        for square in squares:
            self.put(square, stamp(last_move, self.strength, square in plates))

    def marks(self, marks: Marks, waiting: Set[Square] = frozenset()) -> None:
        """Add the marks of a private picture (``View.marks``). Call it last.

        ``waiting``: squares that are visibly free. If exactly these squares may be chosen, or many, none is marked, because
        marks would hide the board.
        """
        for square in sorted(marks.compared):
            self.put(square, stamp(compared, self.strength, square in marks.chosen))
        for square in sorted(marks.chosen):
            self.put(square, stamp(chosen, self.strength))
        for square in sorted(_find_dots(marks, waiting)):
            self.put(square, stamp(legal, not self._layers[square.y * self.width + square.x], self.strength))
        size = self._badge_size()
        for look, sides in ((compared_side, marks.compared_sides), (chosen_side, marks.chosen_sides)):
            for square, other in sides:
                self.over(stamp(look), (square.x + other.x + 1) / 2, (square.y + other.y + 1) / 2, size)
        for x, y, text in marks.nodes:
            self.over(stamp(letter, text), x, y, size)
        for square, other, text in marks.edges:
            self.over(stamp(letter, text), (square.x + other.x + 1) / 2, (square.y + other.y + 1) / 2, size)

    def over(self, layer: Stamp, x: float, y: float, size: float = 1.0) -> None:
        """Add art over all squares, centred at (x, y) in squares from the board's top-left corner, ``size`` squares large.

        Use it only for things that belong to no single square, since it costs more than a layer of a square.
        """
        self._overlays.append((layer, x, y, size))

    # ------------------------------------------------------------------ around the squares

    def chips(self, chips: Sequence[Chip]) -> None:
        """Set the header, a chip for each player: up to three side by side, more in two equal rows."""
        self._chips = chips

    def line(self, *parts: str | Stamp) -> None:
        """Set the line of words and icons between header and board."""
        self._line = parts

    def caption(self, *parts: str | Stamp) -> None:
        """Set the line of words and icons below the board."""
        self._caption = parts

    def spans(self, spans: Spans) -> None:
        """Set the labelled bars along the sides of the board, each over several columns or rows."""
        self._spans = spans

    # ------------------------------------------------------------------ the picture

    def draw(self) -> Image.Image:
        """Return the picture: mode P in the fixed palette, ``render.paint.layout.WIDTH`` pixels wide."""
        return palette.attach_palette(self.numbers())

    def numbers(self) -> Image.Image:
        """Return the picture as palette numbers, mode L."""
        place = self.place()
        base = (place, self.theme.name, turn_off(self._spans))
        canvas = series.take_canvas(self.series, base, lambda: _canvas(base))
        canvas.paint(self._pieces(place))
        image = series.keep_canvas(self.series, canvas)
        for layer, across, down, size in self._overlays:
            pixels = max(1, round(size * place.cell))
            corner = round(place.left + across * place.cell - pixels / 2), round(place.top + down * place.cell - pixels / 2)
            below = palette.attach_palette(image.crop((*corner, corner[0] + pixels, corner[1] + pixels)))
            image.paste(palette.to_indices(paint_layers(pixels, (Stamp(layer.art, layer.args),), below)), corner)
        return image

    def _pieces(self, place: Layout) -> Iterator[tuple[Corner, Piece]]:
        """Yield the pieces to paint over the backdrop, each with its corner."""
        theme = self.theme.name
        for number, look in enumerate(self._chips):
            left, top, width = place.chip(number)
            yield (left, top), (chip, look, theme, width)
        if self._line:
            yield (20, place.line_top), (words, self._line, theme, WIDTH - 40, LINE)
        if self._caption:
            yield (20, place.height - LINE), (words, self._caption, theme, WIDTH - 40, LINE)
        if self._spans is not None:
            yield from bars(place, theme, self._spans)
        for square, layers in self.layers():
            yield place.corner(square.x, square.y), (cell, place.cell, layers)

    def place(self) -> Layout:
        """Return the layout for the elements added so far."""
        return layout(
            self.width,
            self.height,
            chips=len(self._chips),
            spans=self._spans is not None,
            line=bool(self._line),
            caption=bool(self._caption),
        )

    def layers(self) -> Iterator[tuple[Square, Layers]]:
        """Yield every square with its layers, row by row."""
        line = stamp(grid, self.theme.name)
        for square, ground, layers in zip(squares(self.width, self.height), self._grounds, self._layers, strict=True):
            yield square, (*ground, line, *layers)

    def _badge_size(self) -> float:
        """Return the size of letter badges in squares, which keeps them readable on large boards."""
        return 0.62 if max(self.width, self.height) <= 10 else 0.85


def _find_dots(marks: Marks, waiting: Set[Square]) -> Set[Square]:
    """Return the legal squares to mark: none if there are many, or if they are exactly the ``waiting`` ones."""
    return frozenset() if marks.legal == waiting or len(marks.legal) > MOST_DOTS else marks.legal


def _canvas(base: tuple[Layout, str, Spans | None]) -> Canvas:
    """Return a canvas with only the backdrop painted."""
    place, theme, dark = base
    return Canvas(base, backdrop(place, theme, dark), {} if dark is None else dict(bars(place, theme, dark)))
