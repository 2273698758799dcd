"""Reasons for a move: what it gains now, what it stops, what it risks, what it costs next turn. Each is true of the position.

Each game finds them in its ``explain.py``, by its rules alone: none of them says how a computer searches. ``/hint``, **Look
back**, **Try again**, puzzles and lessons tell them alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from rules import State


class Sort(IntEnum):
    """The sorts of reasons, in the order in which they are told."""

    FORCED = 0
    """There was nothing else to play."""
    GAINS = 1
    """What the move brings at once, or leaves the others at most."""
    STOPS = 2
    """What somebody else could have done otherwise."""
    RISKS = 3
    """What somebody else can do now."""
    COSTS = 4
    """What it means for the next turn."""


class Reason(NamedTuple):
    """One reason."""

    sort: Sort
    sentence: str
    """A short sentence to the player who decides, with a full stop."""


MOST_TOLD = 3
"""Reasons that are told of a move: who reads more of them does not see which one counts."""


def tell_reasons(reasons: Iterable[Reason]) -> str:
    """Return the first reasons, what is gained before what it costs; empty for none."""
    told = sorted(reasons, key=lambda reason: reason.sort)[:MOST_TOLD]
    return " ".join(reason.sentence for reason in told)


def capitalize(sentence: str) -> str:
    """Return a sentence that begins with a capital letter; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]


def name_seat(state: State, seat: int, names: Sequence[str]) -> str:
    """Return what a player is told another one by: the name; without ``names`` ``your opponent``, ``player 3``."""
    if names:
        return names[seat]
    return "your opponent" if state.seats == 2 else f"player {seat + 1}"
