"""The bundled fonts: which text they can draw, and how wide it gets."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageFont

from rules.files import DATA

WEIGHTS = ("Medium", "SemiBold", "Bold")
"""The weights there are."""


@lru_cache(maxsize=256)
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a weight and a size in pixels."""
    # The basic layout draws all that the fonts hold, and needs half the time of the elaborate one.
    return ImageFont.truetype(DATA / "fonts" / f"Inter-{weight}.otf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def length(text: str, weight: str, size: int) -> float:
    """Return how wide a text is, in pixels."""
    return font(weight, size).getlength(text)


@lru_cache(maxsize=4096)
def box(text: str, weight: str, size: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a text that begins at 0 on its baseline, in pixels."""
    left, top, right, bottom = font(weight, size).getbbox(text, anchor="ls")
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=1)
def _coverage() -> frozenset[int]:
    lines = (DATA / "fonts" / "coverage.txt").read_text(encoding="ascii").split()
    ranges = (tuple(int(end, 16) for end in line.split("-")) for line in lines)
    return frozenset(code for low, high in ranges for code in range(low, high + 1))


def can_draw(text: str) -> bool:
    """Return whether the fonts have every character of ``text``, and at least one of them leaves a trace."""
    text = unicodedata.normalize("NFC", text)
    return not text.isspace() and bool(text) and all(ord(character) in _coverage() for character in text)


def picture_name(name: str, seat: int) -> str:
    """Return the name as a picture shows it: as much of it as the fonts can draw, ``Ada`` of ``Ada 🐄``, ``Max`` of ``𝐌𝐚𝐱``.

    Where no letter or digit is left, it is ``Player 2`` (``seat`` from 0).
    """
    if not can_draw(name):
        name = "".join(_drawable(character) for character in unicodedata.normalize("NFC", name))
        if not any(character.isalnum() for character in name):
            return f"Player {seat + 1}"
    return " ".join(unicodedata.normalize("NFC", name).split())


def _drawable(character: str) -> str:
    """Return the character, or what stands for it in plain letters; empty where the fonts have neither."""
    plain = unicodedata.normalize("NFKC", character)
    return next((text for text in (character, plain) if text.isspace() or can_draw(text)), "")


@lru_cache(maxsize=1024)
def fit(text: str, weight: str, size: int, width: float) -> str:
    """``text``, or its beginning with an ellipsis where it is wider than ``width`` pixels."""
    if length(text, weight, size) <= width:
        return text
    face = font(weight, size)
    while text and face.getlength(text + "…") > width:
        text = text[:-1].rstrip()
    return text + "…"
