"""The layout of a picture in pixels, computed from the size of the board and its surroundings."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 1024
"""Width of every picture."""
MARGIN = 48
"""Margin left and right of the board, for the row numbers."""
LABELS = 44
"""Margin above and below the board, for the column letters."""
SPAN, NARROW_SPAN, NEAR = 46, 30, 12
"""Breadth of a band of spans along each side of the board, and the narrower one of boards with more than ``NEAR`` columns or
rows.
"""
EDGE, GAP, CHIP = 14, 12, 122
"""The header in pixels: the distance to the picture's edge, the distance between chips, and a chip's height."""
LINE = 58
"""Height of a line of words above or below the board."""
TALLEST, LEAST = 1250, 60
"""Maximum height of a board, and the side of the smallest squares: a higher board gets smaller squares, down to this side."""
PER_ROW = 3
"""Maximum number of chips side by side, so that their counters are readable on a phone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one picture, in pixels. The side of a square is ``cell``; the board begins at (``left``, ``top``)."""

    columns: int
    rows: int
    cell: int
    left: int
    top: int
    height: int
    chips: int
    per_row: int
    band: int
    """Breadth of the band of spans along each side; 0 if there is none."""

    @property
    def board(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the board."""
        return self.left, self.top, self.left + self.columns * self.cell, self.top + self.rows * self.cell

    @property
    def line_top(self) -> int:
        """Top of the line of words between header and board."""
        return EDGE - 2 + _header(self.chips, self.per_row)

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Top-left pixel of the square in column ``x`` and row ``y``."""
        return self.left + x * self.cell, self.top + y * self.cell

    def chip(self, number: int) -> tuple[int, int, int]:
        """Return left, top and width of the chip ``number`` from 0."""
        row, place = divmod(number, self.per_row)
        across = min(self.per_row, self.chips)
        width = (WIDTH - 2 * EDGE - GAP * (across - 1)) // across
        missing = across - min(across, self.chips - row * self.per_row)  # a row that is not full is centred
        return EDGE + place * (width + GAP) + missing * (width + GAP) // 2, EDGE - 2 + row * (CHIP + GAP), width


def _header(chips: int, per_row: int) -> int:
    rows = -(-chips // per_row)
    return rows * (CHIP + GAP) if rows else 0


def layout(columns: int, rows: int, *, chips: int, spans: bool = False, line: bool = False, caption: bool = False) -> Layout:
    """Return the layout for a board with this number of columns and rows.

    ``chips``: the number of players; ``spans``: whether there are bands of spans along the sides; ``line``, ``caption``:
    whether there is a line of words above or below the board.
    """
    per_row = max(1, chips) if chips <= PER_ROW else -(-chips // 2)
    band = (SPAN if max(columns, rows) <= NEAR else NARROW_SPAN) if spans else 0
    room = WIDTH - 2 * (MARGIN + band)
    cell = min(room // columns, max(TALLEST // rows, LEAST))
    top = EDGE - 2 + _header(chips, per_row) + (LINE if line else 0) + LABELS + band
    return Layout(
        columns=columns,
        rows=rows,
        cell=cell,
        left=(WIDTH - columns * cell) // 2,
        top=top,
        height=top + rows * cell + band + LABELS + (LINE if caption else 0),
        chips=chips,
        per_row=per_row,
        band=band,
    )
