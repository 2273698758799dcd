"""Series of pictures, such as the boards of one game: only the changes since the last picture are painted.

>>> canvas = take_canvas("game 5", base, lambda: Canvas(base, backdrop(place, theme, spans)))
>>> canvas.paint(pieces)
>>> image = keep_canvas("game 5", canvas)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from PIL import Image

MOST = 40
"""Maximum number of stored canvases, of 1.2 MB each."""

Corner = tuple[int, int]
Piece = tuple[Any, ...]
"""A piece: the function that makes this part of a picture (palette numbers, mode L), and its arguments, which determine
every pixel."""


@dataclass(slots=True)
class Canvas:
    """A picture in progress, with the piece painted at each position."""

    base: Hashable
    """The key of the picture without its pieces."""
    image: Image.Image
    painted: dict[Corner, Piece] = field(default_factory=dict)

    def paint(self, pieces: Iterable[tuple[Corner, Piece]]) -> None:
        """Paint the pieces that have changed. They must not overlap, and must cover all pieces of the last picture."""
        for corner, piece in pieces:
            if self.painted.get(corner) != piece:
                make, *arguments = piece
                self.image.paste(make(*arguments), corner)
                self.painted[corner] = piece


_canvases: OrderedDict[Hashable, Canvas] = OrderedDict()
_lock = Lock()


def take_canvas(series: Hashable | None, base: Hashable, begin: Callable[[], Canvas]) -> Canvas:
    """Take and return the canvas of the last picture of a series; a new one if there is none or its base differs."""
    if series is not None:
        with _lock:
            found = _canvases.pop(series, None)
        if found is not None and found.base == base:
            return found
    return begin()


def keep_canvas(series: Hashable | None, canvas: Canvas) -> Image.Image:
    """Store a canvas for the next picture of its series. Return its picture, which the caller may modify."""
    if series is None:
        return canvas.image
    image = canvas.image.copy()
    with _lock:
        _canvases[series] = canvas
        while len(_canvases) > MOST:
            _canvases.popitem(last=False)
    return image
