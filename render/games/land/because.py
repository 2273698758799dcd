"""Why a computer player would play so in Land."""

from __future__ import annotations

from collections.abc import Sequence

from rules import Action
from rules.land import LandState
from rules.land.grid import COW
from rules.squares import Square
from rules.words import count


def because(state: LandState, moves: Sequence[Action]) -> str:
    """What the player has looked at, in a sentence or two."""
    plots = [move for move in moves if isinstance(move, Square)]
    cows = sum(state.map.kind(plot) == COW for plot in plots)
    gained = f"These are {count(len(plots), 'plot')}, {cows} of them with a resident cow. " if len(plots) > 1 else ""
    races = "From here I had everybody race to the end of the game again and again"
    return f"{gained}{races}: turns with {'these plots' if len(plots) > 1 else 'this plot'} went best for you."
