"""Chooses a computer player's decisions for a turn, and hints for members."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from players.budget import Budget
from players.core import HIGHEST_LEVEL
from players.lookback import Standing, estimate
from players.registry import PLAYERS
from rules import Action, State

EVEN, EVEN_POINTS = 0.02, 0.25
"""The leads in share of the win and in points up to which a computer counts as even."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The move of a computer player of the highest level, and how the seats stand before and after it."""

    moves: tuple[Action, ...]
    before: Standing
    after: Standing


def turn(state: State, level: int, seconds: float, seed: int) -> list[Action]:
    """Return a computer player's decisions up to the next chance or the end of its turn.

    ``seconds`` is the approximate time for all of them. Raise ValueError if no seat decides.
    """
    return PLAYERS[state.game].choose_turn(state, level=level, budget=Budget(seconds=seconds), random=Random(seed))


def hint(state: State, seconds: float) -> Hint:
    """Return a hint for the seat that decides, in about ``seconds``. Raise ValueError if no seat decides."""
    player = PLAYERS[state.game]
    moves = turn(state, HIGHEST_LEVEL, seconds / 2, 0)
    after = state
    for move in moves:
        after = after.play(move)
    before, then = (estimate(player, each, seconds=seconds / 4, work=None) for each in (state, after))
    return Hint(tuple(moves), before, then)


def agrees_to_draw(state: State, seat: int, level: int, seconds: float) -> bool:
    """Return whether a computer player of a level on this seat agrees to a draw: if by its estimate it is no better than even.

    It does not agree before estimates are meaningful.
    """
    player, random = PLAYERS[state.game], Random(seat)
    if not player.can_estimate(state):
        return False
    if player.prefers_margins:
        return player.margin(state, level=level, seconds=seconds, random=random)[seat] <= EVEN_POINTS
    return player.shares(state, level=level, seconds=seconds, random=random)[seat] <= 1 / len(state.left) + EVEN


def expect_end(state: State, work: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return each seat's expected share of the win, and its expected margin. The same ``work`` always gives the same result."""
    player = PLAYERS[state.game]
    return player.shares(state, work=work, random=Random(1)), player.margin(state, work=work, random=Random(1))
