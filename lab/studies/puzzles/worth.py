"""How often the greedy move, which gains most at once, is the answer to a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from players.chance import play_chance
from players.judgement import SEPARATOR, Judgement
from rules import State
from rules.nomads import NomadsState
from rules.nomads.tiles import TREASURE_POINTS

SAMPLES = 60
"""How often chance decides for each move of Nomads before its gain is compared."""


def count_greedy(state: State, judged: Judgement) -> float:
    """Return how often somebody is right who plays a turn that gains most at once, each such turn being as likely."""
    gains = {key: gain_at_once(state, key) for key in judged.values}
    most = max(gains.values())
    return fmean(key in judged.answers for key, gain in gains.items() if gain == most)


def gain_at_once(state: State, key: str) -> float:
    """Return the points that the seat to move gains on the other seat by a turn, before anybody else plays."""
    if isinstance(state, NomadsState):
        return fmean(_gain_in_sample(state, key, Random(number)) for number in range(SAMPLES))
    after = state
    for text in sorted(key.split(SEPARATOR), key=lambda text: text == "done"):
        after = after.play(after.parse(text))
    return _lead(after.scores, state.seat or 0) - _lead(state.scores, state.seat or 0)


def _gain_in_sample(state: NomadsState, key: str, random: Random) -> float:
    """Return the gain of a move in one sample of the draws; a treasure counts its points."""
    after = play_chance(state.redealt(random).play(state.parse(key)), random)
    ends = [after.play(move) for move in after.moves()] if after.phase == "choice" else [after]
    return max(_lead(_hold(end), state.seat or 0) for end in ends) - _lead(_hold(state), state.seat or 0)


def _hold(state: NomadsState) -> list[int]:
    """Return each seat's points, treasures included."""
    return [points + TREASURE_POINTS * held for points, held in zip(state.points, state.treasures, strict=True)]


def _lead(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - scores[1 - seat]
