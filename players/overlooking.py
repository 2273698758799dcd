"""The moves that a weaker level notices. Like a beginner it overlooks some, and plays the best of the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def notice(moves: Sequence[T], share: float, random: Random) -> list[T]:
    """Return the moves that a player notices: each with probability ``share``, but at least one."""
    if share >= 1:
        return list(moves)
    return [move for move in moves if random.random() < share] or [random.choice(moves)]


def notice_bits(mask: int, share: float, random: Random) -> int:
    """Return the bits of a mask that a player notices, each with probability ``share``; possibly none."""
    if share >= 1:
        return mask
    return sum(1 << place for place in range(mask.bit_length()) if mask >> place & 1 and random.random() < share)
