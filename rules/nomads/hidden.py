"""What is hidden, and what the open draws tell about it: dealing the tiles that lie face down anew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.nomads.tiles import KINDS, Bag


class Shown(NamedTuple):
    """Tiles drawn from the bag in the open, all but one of which may have gone back."""

    laid: int
    """How many tiles lay face down at that time."""
    drawn: tuple[int, ...]
    kept: int | None
    """The kind of the one that stayed out of the bag, if any did."""


def barred(shown: Sequence[Shown], kind: int) -> list[tuple[int, int]]:
    """How many tiles of ``kind``, at least, cannot be among the first ones laid face down.

    As pairs ``(laid, count)``, ``laid`` rising and ``count`` falling: ``count`` of the tiles not seen now were seen in
    the bag when ``laid`` tiles lay face down already, so they are none of those.
    """
    bars: list[tuple[int, int]] = []
    for laid, drawn, kept in shown:
        count = drawn.count(kind)
        while bars and bars[-1][1] <= count:
            bars.pop()
        if count:
            bars.append((laid, count))
        if kept == kind:
            # What was kept may be one of those that were seen before: each bar is lower by one now.
            bars = [(until, height - 1) for until, height in bars if height > 1]
    return bars


def deal(unseen: Bag, laid: int, shown: Sequence[Shown], in_hand: Sequence[int], random: Random) -> bytes:
    """Kinds for the ``laid`` face-down tiles, in the order in which they were laid, from the tiles not seen.

    ``unseen`` are those in the bag and those laid face down, ``in_hand`` those drawn at the moment. The tiles are dealt
    one by one, each of those that may lie there being as likely as any other; one that has been seen to come out of the
    bag and to go back may not lie on a space filled before that. So every deal that agrees with what was shown can come
    out, and no other.
    """
    bars = [[(until, count - in_hand.count(kind)) for until, count in barred(shown, kind)] for kind in range(len(KINDS))]
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
