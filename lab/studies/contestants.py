"""The contestants that can play in a match: a level of our players, random play, a greedy player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from players.chance import play_chance
from players.core import HIGHEST_LEVEL
from players.registry import PLAYERS
from rules import Action, State

GREEDY_SAMPLES = 3
"""How often the greedy player lets chance decide after a move that chance follows."""


class Allowance(NamedTuple):
    """The limit of a contestant's thinking about a move: ``seconds`` of wall time, or ``work``."""

    seconds: float | None
    work: int | None


Contestant = Callable[[State, Random], Action]
"""Chooses a move for the seat that decides."""
Maker = Callable[[str, Allowance], Contestant]
"""Make a contestant for the game of that name."""


def at_random(game: str, allowance: Allowance) -> Contestant:
    """Play any legal move, all as likely."""
    return lambda state, random: random.choice(state.moves())


def greedy(game: str, allowance: Allowance) -> Contestant:
    """Play the move after which it is ahead most at once, one of them at random where several are.

    Where chance follows a move, it looks at a few samples of what may come until somebody decides again.
    """
    return _greedy_move


def _greedy_move(state: State, random: Random) -> Action:
    moves = state.moves()
    worths = [_worth_at_once(state, move, state.seat or 0, random) for move in moves]
    best = max(worths)
    return random.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


def _worth_at_once(state: State, move: Action, seat: int, random: Random) -> float:
    after = state.redealt(random).play(move)
    if not after.is_chance:
        return margin(after, seat)
    return fmean(margin(play_chance(after.redealt(random), random), seat) for _ in range(GREEDY_SAMPLES))


def margin(state: State, seat: int) -> float:
    """Return the points of a seat minus the mean of the others; 0 if nobody has won."""
    if state.winners == ():
        return 0.0
    scores = state.scores
    return scores[seat] - fmean(score for other, score in enumerate(scores) if other != seat)


def at_level(level: int, game: str, allowance: Allowance) -> Contestant:
    """Return our player of the game, at a level."""
    player: Any = PLAYERS[game]
    return lambda state, random: player.choose(
        state, level=level, seconds=allowance.seconds, work=allowance.work, random=random
    )


MAKERS: Mapping[str, Maker] = {
    "random": at_random,
    "greedy": greedy,
    **{str(level): partial(at_level, level) for level in range(1, HIGHEST_LEVEL + 1)},
}
"""Name of a contestant -> its maker."""
