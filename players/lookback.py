"""Look back on a game: each seat's chances after each turn, the turns that decided most, and better moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
POINTS_WORTH_TELLING = 1.0
"""The same in points, where the margins tell more."""
SAMPLES = 6
"""Samples of chance to average the shares over, where chance comes next."""

Shares = tuple[float, ...]
"""Each seat's share of the win; they add up to 1, or to less where nobody may win."""
Margins = tuple[float, ...]
"""Each seat's expected points less those of the best other seat."""


def worth_telling(*, in_points: bool) -> float:
    """Return the least change that is worth telling, in points or in shares of the win."""
    return POINTS_WORTH_TELLING if in_points else WORTH_TELLING


@dataclass(frozen=True, slots=True)
class Standing:
    """How the seats stand, as far as a player can tell."""

    shares: Shares
    margins: Margins
    """Empty where the shares tell more."""

    @property
    def measure(self) -> tuple[float, ...]:
        """Whichever tells more."""
        return self.margins or self.shares


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
    margins: Margins = ()
    """The margins after it, where they tell more than the shares."""

    @property
    def standing(self) -> Standing:
        """How the seats stand after it."""
        return Standing(self.shares, self.margins)


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
    """The share of the win that this seat lost by it, or points."""
    in_points: bool = False
    """Whether the gain is in points, because margins tell more."""


@dataclass(frozen=True, slots=True)
class DecidingTurn:
    """A turn that decided much."""

    turn: int
    """Place in :attr:`LookBack.turns`."""
    change: float
    """The share of the win that went from some seats to others; points where margins tell more."""
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
    start_margins: Margins = ()
    """The margins before the first action, where they tell more than the shares."""

    @property
    def in_points(self) -> bool:
        """Whether all is measured by margins, in points."""
        return bool(self.start_margins)

    @property
    def standings(self) -> list[Standing]:
        """How the seats stood before the first action, and after each turn."""
        return [Standing(self.start, self.start_margins), *(turn.standing for turn in self.turns)]


def look_back(record: Record, *, level: int = HIGHEST_LEVEL, seconds: float | None = None, work: int | None = None) -> LookBack:
    """Look back on a game, finished or not. Every estimate and every better move may take ``seconds``, or ``work``.

    With ``work`` the same record always gives the same. Raise :class:`IllegalMove` where the record cannot be replayed,
    ValueError without ``seconds`` and ``work``.
    """
    judge = Judge(PLAYERS[record.game], level, seconds, work)
    states = record.states()
    stood = [judge.stand(states[0])]
    turns = list[PlayedTurn]()
    for seat, first, end in group_actions(record, states):
        after = judge.stand(states[end])
        if isinstance(states[first].parse(record.actions[first]), Drop | AgreeDraw):
            after = Standing(after.shares, stood[-1].margins)  # the points that were to come are not played for any more
        stood.append(after)
        turns.append(PlayedTurn(seat, first, end, stood[-1].shares, stood[-1].margins))
    changes = {place: _change(*(each.measure for each in stood[place : place + 2])) for place in range(len(turns))}
    worth = sorted((place for place in changes if changes[place] >= judge.worth_telling), key=lambda place: -changes[place])
    better = {place: judge.better(record, states, turns[place].first, turns[place].end) for place in worth[:MOST]}
    deciding = tuple(DecidingTurn(place, changes[place], better[place]) for place in better)
    return LookBack(stood[0].shares, tuple(turns), deciding, stood[0].margins)


def group_actions(record: Record, states: Sequence[State]) -> list[tuple[int | None, int, int]]:
    """Return each turn of a record: its seat, the place of its first action, and the place behind its last one."""
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


def _change(before: tuple[float, ...], after: tuple[float, ...]) -> float:
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2


def estimate(player: Player[State], state: State, *, seconds: float | None, work: int | None) -> Standing:
    """Estimate how the seats stand, in about ``seconds``; where chance comes next, average over some samples of it.

    Raise ValueError without ``seconds`` and ``work``.
    """
    if player.tells_points:
        seconds = None if seconds is None else seconds / 2
        margins = _average(player.margin, state, seconds, work)
        return Standing(_average(player.shares, state, seconds, work), margins)
    return Standing(_average(player.shares, state, seconds, work), ())


def _average(
    judge: Callable[..., tuple[float, ...]], state: State, seconds: float | None, work: int | None
) -> tuple[float, ...]:
    random = Random("shares")
    if not state.is_chance:
        return judge(state, seconds=seconds, work=work, random=random)
    seconds = None if seconds is None else seconds / SAMPLES
    work = None if work is None else ceil(work / SAMPLES)
    samples = [play_chance(state.redealt(random), random) for _ in range(SAMPLES)]
    judged = [judge(sample, seconds=seconds, work=work, random=random) for sample in samples]
    return tuple(map(fmean, zip(*judged, strict=True)))


class Judge:
    """Judges states, and the decisions of one turn, with the same means."""

    def __init__(self, player: Player[State], level: int, seconds: float | None, work: int | None) -> None:
        self._player, self._level, self._seconds, self._work = player, level, seconds, work
        self.worth_telling = worth_telling(in_points=player.tells_points)

    def stand(self, state: State) -> Standing:
        """Return how the seats stand."""
        return estimate(self._player, state, seconds=self._seconds, work=self._work)

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
        gain = self.stand(state.play(move)).measure[state.seat] - self.stand(states[place + 1]).measure[state.seat]
        if gain < self.worth_telling:
            return None
        return BetterMove(place, state.seat, str(played), str(move), gain, self._player.tells_points)
