"""Reads the board of a description back, as somebody does who hears it."""

from __future__ import annotations

import re

from rules.squares import LETTERS, Square

_FULL = re.compile(r"Row (\d+): (.+)\.")
_SHORT = re.compile(r"(?:Row (?=\d+,))?(\d+)(?:,? A–([A-Z]))?: (.+)")


def board_of(alt: str, width: int) -> dict[Square, str]:
    """Every square with what the description says of it: its word in the full form, its letters in the short ones."""
    read: dict[Square, str] = {}
    rest = re.search(r"what is not named is ([\w ]+)\.", alt)
    for line in alt.splitlines():
        if rest is not None and (match := _FULL.fullmatch(line)):
            read |= _full_row(int(match[1]) - 1, match[2], rest[1], width)
        elif match := _SHORT.fullmatch(line):
            assert (match[2] or alt.partition("Rows from the top, A–")[2][0]) == LETTERS[width - 1]
            cells = match[3].split(" ") if " " in match[3] else list(match[3])
            assert len(cells) == width, line
            read |= {Square(x, int(match[1]) - 1): cell for x, cell in enumerate(cells)}
    return read


def _full_row(y: int, text: str, rest: str, width: int) -> dict[Square, str]:
    row = {Square(x, y): rest for x in range(width)}
    if text == f"all {rest}":
        return row
    for part in re.split(r", (?=[A-Z] )", text):
        match = re.fullmatch(r"([A-Z])(?: to ([A-Z]))? (.+)", part)
        assert match is not None, part
        first, last = LETTERS.index(match[1]), LETTERS.index(match[2] or match[1])
        row |= {Square(x, y): match[3] for x in range(first, last + 1)}
    return row
