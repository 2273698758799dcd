"""Reasons for a move: its gain now, what it stops, its risks, its cost next turn. Each is true of the position.

Each game finds them in its ``explain.py``, by its rules alone; they do not describe a computer's search. ``/hint``, **Look
back**, **Try again**, puzzles and lessons all use them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from rules import State


class Sort(IntEnum):
    """The sorts of reasons, in the order in which they are shown."""

    FORCED = 0
    """There was nothing else to play."""
    GAINS = 1
    """The move's gain at once, or the limit it sets for others."""
    STOPS = 2
    """Something that another player could otherwise have done."""
    RISKS = 3
    """Something that another player can do now."""
    COSTS = 4
    """The effect on the next turn."""


class Reason(NamedTuple):
    """One reason."""

    sort: Sort
    sentence: str
    """A short sentence addressed to the player who decides, with a full stop."""


MOST_TOLD = 3
"""Maximum number of reasons for a move: with more, readers cannot see which one counts."""


def tell_reasons(reasons: Iterable[Reason]) -> str:
    """Return the first reasons as text, sorted from gains to costs; empty if there are none."""
    told = sorted(reasons, key=lambda reason: reason.sort)[:MOST_TOLD]
    return " ".join(reason.sentence for reason in told)


def capitalize(sentence: str) -> str:
    """Return the sentence with a capital first letter and the rest unchanged."""
    return sentence[:1].upper() + sentence[1:]


def name_seat(state: State, seat: int, names: Sequence[str]) -> str:
    """Return the name of a seat for another player; without ``names``, ``your opponent`` or ``player 3``."""
    if names:
        return names[seat]
    return "your opponent" if state.seats == 2 else f"player {seat + 1}"
