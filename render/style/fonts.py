"""The bundled fonts: their coverage of characters, and the width of texts."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageFont

from rules.files import DATA


@lru_cache(maxsize=256)
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a weight (``Medium``, ``SemiBold`` or ``Bold``) and a size in pixels."""
    # The basic layout engine draws all characters of the fonts, in half the time of the complex one.
    return ImageFont.truetype(DATA / "fonts" / f"Inter-{weight}.otf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def length(text: str, weight: str, size: int) -> float:
    """Return the width of a text in pixels."""
    return font(weight, size).getlength(text)


@lru_cache(maxsize=4096)
def box(text: str, weight: str, size: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a text that starts at 0 on its baseline, in pixels."""
    left, top, right, bottom = font(weight, size).getbbox(text, anchor="ls")
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=1)
def _coverage() -> frozenset[int]:
    lines = (DATA / "fonts" / "coverage.txt").read_text(encoding="ascii").split()
    ranges = (tuple(int(end, 16) for end in line.split("-")) for line in lines)
    return frozenset(code for low, high in ranges for code in range(low, high + 1))


def can_draw(text: str) -> bool:
    """Return whether the fonts have every character of ``text``, and the text is not empty or blank."""
    text = unicodedata.normalize("NFC", text)
    return not text.isspace() and bool(text) and all(ord(character) in _coverage() for character in text)


def picture_name(name: str, seat: int) -> str:
    """Return the part of a name that the fonts can draw: ``Ada`` for ``Ada 🐄``, ``Max`` for ``𝐌𝐚𝐱``.

    If no letter or digit is left, return ``Player 2`` (``seat`` counts from 0).
    """
    if not can_draw(name):
        name = "".join(_drawable(character) for character in unicodedata.normalize("NFC", name))
        if not any(character.isalnum() for character in name):
            return f"Player {seat + 1}"
    return " ".join(unicodedata.normalize("NFC", name).split())


def _drawable(character: str) -> str:
    """Return the character, or its equivalent in plain letters; empty if the fonts have neither."""
    plain = unicodedata.normalize("NFKC", character)
    return next((text for text in (character, plain) if text.isspace() or can_draw(text)), "")


@lru_cache(maxsize=1024)
def fit(text: str, weight: str, size: int, width: float) -> str:
    """Return ``text``, shortened with an ellipsis if it is wider than ``width`` pixels."""
    if length(text, weight, size) <= width:
        return text
    face = font(weight, size)
    while text and face.getlength(text + "…") > width:
        text = text[:-1].rstrip()
    return text + "…"
