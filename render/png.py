"""Pictures as PNG bytes."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def png(picture: Image.Image) -> bytes:
    """The picture as a PNG, compressed quickly: sending a few kilobytes more is cheaper than making them fewer."""
    out = BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
