"""A picture without a board: a panel with a title, for shapes, texts, icons and small pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.art.shapes import Rect, Shape
from render.encode.png import png
from render.paint.layout import WIDTH
from render.paint.sprites import Stamp, rasterize, sprite
from render.style import palette
from render.style.fonts import fit, font
from render.style.themes import THEMES

EDGE, ROUND = 16, 14
"""Pixels: the distance from the picture's edge to the panel, and the radius of the panel's corners."""
TITLE, PLAIN, SMALL = 40, 34, 30
"""Font sizes. The smallest is 12 pixels high when the picture is shown 400 pixels wide."""
TOP = 92
"""The top of the panel, below the title, in pixels."""


class Sheet:
    """A picture in progress, ``render.paint.layout.WIDTH`` by ``height`` pixels. Raises KeyError for an unknown theme."""

    def __init__(self, height: int, title: str, theme: str) -> None:
        self.theme = THEMES[theme]
        self.height = height
        self._shapes: list[Shape] = [
            Rect(0, 0, WIDTH, height, self.theme.frame),
            Rect(EDGE, TOP, WIDTH - 2 * EDGE, height - TOP - EDGE, self.theme.panel, ROUND),
        ]
        self._images: list[tuple[int, int, Image.Image]] = []
        self._texts: list[tuple[float, float, str, str, int, str, str]] = []
        self.text(EDGE + 8, 60, fit(title, "Bold", TITLE, WIDTH - 2 * EDGE - 16), size=TITLE, weight="Bold")

    def put(self, shapes: Sequence[Shape]) -> None:
        """Add shapes, in pixels, over the existing ones."""
        self._shapes += shapes

    def icon(self, x: float, y: float, icon: Stamp, size: int) -> None:
        """Add an icon over all shapes; ``x`` and ``y`` are its top-left corner."""
        self._images.append((round(x), round(y), sprite(icon.art, icon.args, size)))

    def picture(self, x: float, y: float, picture: Image.Image, width: int) -> None:
        """Add a picture over all shapes, scaled to a width of ``width`` pixels."""
        size = (width, round(picture.height * width / picture.width))
        self._images.append((round(x), round(y), picture.convert("RGBA").resize(size, Image.Resampling.LANCZOS)))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = PLAIN,
        weight: str = "SemiBold",
        dim: bool = False,
        anchor: str = "ls",
    ) -> None:
        """Add a text over all shapes; ``anchor`` is Pillow's: ``ls`` means left, on the baseline."""
        self._texts.append((x, y, text, weight, size, self.theme.dim if dim else self.theme.text, anchor))

    def png(self) -> bytes:
        """Return the picture as a PNG."""
        image = rasterize(self._shapes, WIDTH, self.height, 1).convert("RGB")
        for left, top, part in self._images:
            image.paste(part, (left, top), part)
        pen = ImageDraw.Draw(image)
        for x, y, text, weight, size, colour, anchor in self._texts:
            pen.text((x, y), text, font=font(weight, size), fill=colour, anchor=anchor)
        return png(_with_palette(image))


def _with_palette(image: Image.Image) -> Image.Image:
    return palette.attach_palette(palette.to_indices(image))
