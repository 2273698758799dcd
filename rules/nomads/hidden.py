"""Deals the face-down tiles again, consistent with all tiles that were drawn openly."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.nomads.tiles import KINDS, Bag


class OpenDraw(NamedTuple):
    """Tiles that were drawn openly. All of them, or all but one, were then put back into the bag."""

    laid: int
    """The number of face-down tiles when they were drawn."""
    drawn: tuple[int, ...]
    kept: int | None
    """The kind of the tile that was kept; ``None`` if all went back."""


def count_barred(shown: Sequence[OpenDraw], kind: int) -> list[tuple[int, int]]:
    """Return how many of the unseen tiles of ``kind`` cannot be among the first tiles laid face down.

    The result is a list of pairs ``(laid, count)``, with ``laid`` rising and ``count`` falling. When ``laid`` tiles lay face
    down, at least ``count`` of the tiles that are still unseen were seen in the bag, so they are not among those ``laid``
    tiles.
    """
    bars: list[tuple[int, int]] = []
    for laid, drawn, kept in shown:
        count = drawn.count(kind)
        while bars and bars[-1][1] <= count:
            bars.pop()
        if count:
            bars.append((laid, count))
        if kept == kind:
            # The kept tile may be one of the tiles seen before, so each count falls by one.
            bars = [(until, height - 1) for until, height in bars if height > 1]
    return bars


def deal(unseen: Bag, laid: int, shown: Sequence[OpenDraw], in_hand: Sequence[int], random: Random) -> bytes:
    """Deal kinds to the ``laid`` face-down tiles, in the order in which they were laid.

    ``unseen`` counts the tiles in the bag and those laid face down; ``in_hand`` are the tiles drawn at the moment. The tiles
    are dealt one by one, each with equal probability among the tiles possible on its space. A tile that was returned to the bag
    cannot lie on a space filled earlier. The possible deals are therefore exactly those consistent with all that was shown.
    """
    bars = [[(until, count - in_hand.count(kind)) for until, count in count_barred(shown, kind)] for kind in range(len(KINDS))]
    remaining, dealt = list(unseen), bytearray()
    for place in range(laid):
        may = [
            count - max(0, next((height for until, height in kind_bars if until > place), 0))
            for count, kind_bars in zip(remaining, bars, strict=True)
        ]
        pick, kind = random.randrange(sum(may)), 0
        while pick >= may[kind]:
            pick -= may[kind]
            kind += 1
        dealt.append(kind)
        remaining[kind] -= 1
    return bytes(dealt)
