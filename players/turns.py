"""Choose a computer player's decisions for a turn, or a hint for a member."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from players.budget import Budget
from players.core import HIGHEST_LEVEL
from players.lookback import Shares, estimate_shares
from players.registry import PLAYERS
from rules import Action, State


@dataclass(frozen=True, slots=True)
class Hint:
    """The move of a computer player of the highest level, with each seat's share of the win before and after it."""

    moves: tuple[Action, ...]
    before: Shares
    after: Shares


def turn(state: State, level: int, seconds: float, seed: int) -> list[Action]:
    """Return the decisions with which a computer player goes on, up to the next chance or the end of its turn.

    ``seconds`` are for all of them, about. Raise ValueError where no seat decides.
    """
    return PLAYERS[state.game].choose_turn(state, level=level, budget=Budget(seconds=seconds), random=Random(seed))


def hint(state: State, seconds: float) -> Hint:
    """Return a hint for the seat that decides, in about ``seconds``. Raise ValueError where no seat decides."""
    player = PLAYERS[state.game]
    moves = turn(state, HIGHEST_LEVEL, seconds / 2, 0)
    after = state
    for move in moves:
        after = after.play(move)
    before, then = (estimate_shares(player, each, seconds=seconds / 4, work=None) for each in (state, after))
    return Hint(tuple(moves), before, then)
