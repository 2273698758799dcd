"""Several charts in one picture, one below the other: Discord shows several pictures small, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render.encode.png import png
from render.style import palette
from render.text.words import ALT_LIMIT, clip
from render.view import Picture


def stack_charts(charts: Sequence[Picture]) -> Picture:
    """Return one picture of all charts, with their joined descriptions. Raise ValueError if there are none."""
    images = [Image.open(BytesIO(chart.png)).convert("RGB") for chart in charts]
    if not images:
        raise ValueError("there are no charts")
    whole = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return Picture(
        png(palette.attach_palette(palette.to_indices(whole))), clip(" ".join(chart.alt for chart in charts), ALT_LIMIT)
    )
