"""Look back on a game: each seat's chances after each turn, the turns that decided most, and better moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from statistics import fmean

from players.chance import play_chance
from players.core import HIGHEST_LEVEL, Player
from players.registry import PLAYERS
from rules import AgreeDraw, Drop, Record, State

MOST = 3
"""Most turns to list as decisive."""
WORTH_TELLING = 0.03
"""A smaller change of the shares of the win counts for nothing."""
SAMPLES = 6
"""Samples of chance to average the shares over, where chance comes next."""

Shares = tuple[float, ...]
"""Each seat's share of the win; they add up to 1, or to less where nobody may win."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """Actions that follow each other in one seat's turn, chance included; giving up or a draw is a turn of its own."""

    seat: int | None
    """Whose turn it was; for a draw ``None``."""
    first: int
    """Place of its first action in the record, from 0."""
    end: int
    """Place behind its last action."""
    shares: Shares
    """The shares of the win after it."""


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A decision, and a better one in its place."""

    place: int
    """Place of the action in the record."""
    seat: int
    """Who decided."""
    played: str
    move: str
    """The better decision."""
    gain: float
    """The share of the win that this seat lost by it."""


@dataclass(frozen=True, slots=True)
class DecidingTurn:
    """A turn that decided much."""

    turn: int
    """Place in :attr:`LookBack.turns`."""
    change: float
    """The share of the win that went from some seats to others."""
    better: BetterMove | None
    """Its worst decision; ``None`` where no better one is known, for example because chance decided."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The result of looking back on a game."""

    start: Shares
    """The shares of the win before the first action."""
    turns: tuple[PlayedTurn, ...]
    deciding: tuple[DecidingTurn, ...]
    """At most three, the one with the largest change first."""


def look_back(record: Record, *, level: int = HIGHEST_LEVEL, seconds: float | None = None, work: int | None = None) -> LookBack:
    """Look back on a game, finished or not. Every estimate and every better move may take ``seconds``, or ``work``.

    With ``work`` the same record always gives the same. Raise :class:`IllegalMove` where the record cannot be replayed,
    ValueError without ``seconds`` and ``work``.
    """
    judge = Judge(PLAYERS[record.game], level, seconds, work)
    states = record.states()
    start = judge.shares(states[0])
    turns = tuple(PlayedTurn(seat, first, end, judge.shares(states[end])) for seat, first, end in group_actions(record, states))
    before = [start, *(turn.shares for turn in turns)]
    changes = {place: _change(before[place], turn.shares) for place, turn in enumerate(turns)}
    most = sorted((place for place in changes if changes[place] >= WORTH_TELLING), key=lambda place: -changes[place])[:MOST]
    better = {place: judge.better(record, states, turns[place].first, turns[place].end) for place in most}
    deciding = tuple(DecidingTurn(place, changes[place], better[place]) for place in most)
    return LookBack(start, turns, deciding)


def group_actions(record: Record, states: Sequence[State]) -> list[tuple[int | None, int, int]]:
    """Return the seat and the actions of each turn of a record."""
    found: list[tuple[int | None, int, int]] = []
    alone = True
    for place, text in enumerate(record.actions):
        action, seat = states[place].parse(text), states[place].turn
        if isinstance(action, Drop | AgreeDraw):
            found.append((action.seat if isinstance(action, Drop) else None, place, place + 1))
            alone = True
        elif alone or found[-1][0] != seat:
            found.append((seat, place, place + 1))
            alone = False
        else:
            found[-1] = seat, found[-1][1], place + 1
    return found


def _change(before: Shares, after: Shares) -> float:
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2


def estimate_shares(player: Player[State], state: State, *, seconds: float | None, work: int | None) -> Shares:
    """Estimate the shares of the win; where chance comes next, average over some samples of it.

    Raise ValueError without ``seconds`` and ``work``.
    """
    random = Random("shares")
    if not state.is_chance:
        return player.shares(state, seconds=seconds, work=work, random=random)
    seconds = None if seconds is None else seconds / SAMPLES
    work = None if work is None else ceil(work / SAMPLES)
    samples = [play_chance(state.redealt(random), random) for _ in range(SAMPLES)]
    judged = [player.shares(sample, seconds=seconds, work=work, random=random) for sample in samples]
    return tuple(map(fmean, zip(*judged, strict=True)))


class Judge:
    """Judges states, and the decisions of one turn, with the same means."""

    def __init__(self, player: Player[State], level: int, seconds: float | None, work: int | None) -> None:
        self._player, self._level, self._seconds, self._work = player, level, seconds, work

    def shares(self, state: State) -> Shares:
        """Return the shares of the win."""
        return estimate_shares(self._player, state, seconds=self._seconds, work=self._work)

    def better(self, record: Record, states: Sequence[State], first: int, end: int) -> BetterMove | None:
        """Return the worst of the decisions from one place of the record up to another, with the better one."""
        found = [each for place in range(first, end) if (each := self._better(record, states, place))]
        return max(found, key=lambda each: each.gain, default=None)

    def _better(self, record: Record, states: Sequence[State], place: int) -> BetterMove | None:
        state, played = states[place], states[place].parse(record.actions[place])
        if state.seat is None or isinstance(played, Drop | AgreeDraw):
            return None
        move = self._player.choose(state, level=self._level, seconds=self._seconds, work=self._work, random=Random("better"))
        if move == played:
            return None
        gain = self.shares(state.play(move))[state.seat] - self.shares(states[place + 1])[state.seat]
        return BetterMove(place, state.seat, str(played), str(move), gain) if gain >= WORTH_TELLING else None
