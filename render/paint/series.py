"""Pictures that follow each other, such as the boards of one game: only what has changed since the last one is painted.

>>> canvas = taken("game 5", base, lambda: Canvas(base, backdrop(place, theme, spans)))
>>> canvas.paint(pieces)
>>> image = kept("game 5", canvas)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from PIL import Image

MOST = 40
"""Canvases that are kept, of 1.2 MB each."""

Corner = tuple[int, int]
Piece = tuple[Any, ...]
"""A function that makes a part of a picture (palette numbers, mode L), and its arguments: all that its pixels depend on."""


@dataclass(slots=True)
class Canvas:
    """A picture in the making, and which piece was painted at which corner."""

    base: Hashable
    """What the picture without its pieces depends on."""
    image: Image.Image
    painted: dict[Corner, Piece] = field(default_factory=dict)

    def paint(self, pieces: Iterable[tuple[Corner, Piece]]) -> None:
        """Paint the pieces that are not there yet. Pieces do not overlap, and no piece of the last picture is missing here."""
        for corner, piece in pieces:
            if self.painted.get(corner) != piece:
                make, *arguments = piece
                self.image.paste(make(*arguments), corner)
                self.painted[corner] = piece


_canvases: OrderedDict[Hashable, Canvas] = OrderedDict()
_lock = Lock()


def take_canvas(series: Hashable | None, base: Hashable, begin: Callable[[], Canvas]) -> Canvas:
    """Return the canvas of the last picture of a series, for the caller alone; a new one if its base differs."""
    if series is not None:
        with _lock:
            found = _canvases.pop(series, None)
        if found is not None and found.base == base:
            return found
    return begin()


def keep_canvas(series: Hashable | None, canvas: Canvas) -> Image.Image:
    """Keep a canvas for the next picture of its series. Return its picture, which the caller may change."""
    if series is None:
        return canvas.image
    image = canvas.image.copy()
    with _lock:
        _canvases[series] = canvas
        while len(_canvases) > MOST:
            _canvases.popitem(last=False)
    return image
