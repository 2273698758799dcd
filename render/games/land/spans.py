"""The dice along the edges of a map of Land."""

from __future__ import annotations

from collections.abc import Sequence

from render.art.pieces import die
from render.paint.frame import Span, Spans
from render.paint.sprites import stamp
from rules.land.grid import DICE, LandMap


def dice(land: LandMap, lit: Sequence[int] = ()) -> Spans:
    """Return the dice along the edges. ``lit``: the rolled column and row, only the column, or nothing."""
    wide, high = land.width // DICE, land.height // DICE
    column, row = (*lit, 0, 0)[:2]
    return Spans(
        tuple(Span(i * wide, wide, stamp(die, i + 1), i + 1 == column) for i in range(DICE)),
        tuple(Span(i * high, high, stamp(die, i + 1), i + 1 == row) for i in range(DICE)),
    )
