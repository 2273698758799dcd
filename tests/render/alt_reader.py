"""Reads the board of a description back, as somebody does who hears it."""

from __future__ import annotations

import re
from itertools import product

from rules.squares import LETTERS, Square

_ROW = re.compile(r"Row (\d+): (.+)\.")
_COLUMNS = re.compile(r"(.+?) ((?:[A-Z](?: to [A-Z])?(?:, |$))+)")
_BLOCK = r"[A-Z]\d+(?: to [A-Z]\d+)?"
_LAND = re.compile(rf"(.+?) ({_BLOCK}(?:(?:, | and ){_BLOCK})*)(?: and (\d+) more)?")


def board_of(text: str, width: int, height: int) -> tuple[dict[Square, str], bool]:
    """Return the squares with the word that the description says of each, and whether it says something of all of them."""
    rest = re.search(r"everything else is ([\w ]+)\.", text, re.IGNORECASE)
    whole = rest is not None and "The rest is on /board" not in text
    read: dict[Square, str] = {}
    for line in text.splitlines()[1:]:
        if line.startswith("Fences"):
            continue
        if match := _ROW.fullmatch(line):
            read |= _read_row(int(match[1]) - 1, match[2], rest[1] if rest else "", width)
        elif "from the top" not in text:
            read |= _read_lands(line)
    if whole and rest is not None:
        read = {Square(x, y): rest[1] for x, y in product(range(width), range(height))} | read
    return read, whole


def _read_row(y: int, text: str, rest: str, width: int) -> dict[Square, str]:
    row = {Square(x, y): rest for x in range(width)}
    if text == f"all {rest}":
        return row
    for part in text.split("; "):
        match = _COLUMNS.fullmatch(part)
        assert match is not None, part
        for run in match[2].split(", "):
            first, _, last = run.partition(" to ")
            row |= {Square(x, y): match[1] for x in range(LETTERS.index(first), LETTERS.index(last or first) + 1)}
    return row


def _read_lands(line: str) -> dict[Square, str]:
    """``Ada’s city B3; grass C4 to E5.``: blocks of squares, for an owner or for nobody."""
    owner, own, lands = line.removesuffix(".").rpartition("’s ")
    read: dict[Square, str] = {}
    for part in lands.split("; "):
        match = _LAND.fullmatch(part)
        if match is None:
            return {}
        word = f"{owner}{own}{match[1][0].lower()}{match[1][1:]}"
        for block in re.split(r", | and ", match[2]):
            first, _, last = block.partition(" to ")
            one, other = Square.read(first), Square.read(last or first)
            read |= {Square(x, y): word for x in range(one.x, other.x + 1) for y in range(one.y, other.y + 1)}
    return read
