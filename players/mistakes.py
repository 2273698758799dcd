"""Finds the decision that cost a seat most, and compares an alternative with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from players.core import HIGHEST_LEVEL
from players.lookback import BetterMove, Judge, Stretch, group_actions, split_turn, worth_telling
from players.registry import PLAYERS
from rules import Record, State

CLOSELY = 3
"""Number of turns to examine closely: those that cost the seat most."""


@dataclass(frozen=True, slots=True)
class Means:
    """Thinking time, in seconds or work: for each estimate of the scan of the whole game, and for each close examination."""

    scan: float
    close: float
    by_work: bool = False
    """Whether both are amounts of work, so that the same record always gives the same result."""

    def judge(self, game: str, each: float) -> Judge:
        """Return a judge for a game's positions that uses ``each`` as its time or work."""
        return Judge(PLAYERS[game], HIGHEST_LEVEL, None if self.by_work else each, int(each) if self.by_work else None)


class Weighed(NamedTuple):
    """A seat's share of the win, or expected points, after its own try and after the turn that was played."""

    tried: float
    played: float
    in_points: bool = False

    @property
    def is_better(self) -> bool:
        """Whether the try is better by a significant amount."""
        return self.tried - self.played >= worth_telling(in_points=self.in_points)


def own_decisions(record: Record, states: Sequence[State], seat: int) -> list[Stretch]:
    """Return the stretches of a seat's decisions in which it had a choice, except giving up."""
    turns = group_actions(record, states)
    stretches = (each for _, first, end in turns for each in split_turn(record, states, first, end))
    return [each for each in stretches if each.seat == seat and not each.is_forced]


def find_mistake(record: Record, seat: int, means: Means) -> BetterMove | None:
    """Return the decisions that cost a seat most, with better ones; ``None`` if none cost a significant amount.

    Raise :class:`IllegalMove` if the record cannot be replayed.
    """
    states, scan = record.states(), means.judge(record.game, means.scan)
    before = {each: scan.stand(states[each.first]) for each in own_decisions(record, states, seat)}
    gained = {each: scan.stand(states[each.end]).measure[seat] - stood.measure[seat] for each, stood in before.items()}
    worst = sorted(gained, key=gained.__getitem__)[:CLOSELY]
    close = means.judge(record.game, means.close)
    found = [close.better(record, states, each, before[each], close.stand(states[each.end])) for each in worst]
    return max(filter(None, found), key=lambda each: each.gain, default=None)


def weigh_try(record: Record, place: int, text: str, means: Means) -> Weighed:
    """Return the value of an alternative turn at the index ``place``, and of the turn that was played there.

    Raise :class:`IllegalMove` or ValueError if it cannot be played.
    """
    states = record.states()
    state, judge = states[place], means.judge(record.game, means.close)
    seat = state.seat or 0
    after, decisions = state.play_all(text)
    end = place + len(decisions)
    if not after.continues(state):
        end = place + 1
        while states[end].continues(state):
            end += 1
    tried, played = judge.stand(after), judge.stand(states[end])
    return Weighed(tried.measure[seat], played.measure[seat], bool(tried.margins))
