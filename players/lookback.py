"""Review a game: each seat's chances after each turn, the most decisive turns, and better moves."""

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
"""Maximum number of decisive turns to list."""
WORTH_TELLING = 0.03
"""The smallest significant change of the shares of the win."""
POINTS_WORTH_TELLING = 1.0
"""The smallest significant change in points, if margins are used."""
SAMPLES = 6
"""Number of samples of chance to average over, if chance comes next."""

Shares = tuple[float, ...]
"""Each seat's share of the win; the sum is 1, or less if there may be no winner."""
Margins = tuple[float, ...]
"""Each seat's expected points minus those of the best other seat."""


def worth_telling(*, in_points: bool) -> float:
    """Return the smallest significant change, in points or in shares of the win."""
    return POINTS_WORTH_TELLING if in_points else WORTH_TELLING


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's estimate of how the seats stand."""

    shares: Shares
    margins: Margins
    """Empty if shares are used."""

    @property
    def measure(self) -> tuple[float, ...]:
        """The margins if they are used, else the shares."""
        return self.margins or self.shares


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """Consecutive actions of one seat's turn, including chance; giving up or a draw is a turn of its own."""

    seat: int | None
    """The seat whose turn it was; ``None`` for a draw."""
    first: int
    """Index of its first action in the record, from 0."""
    end: int
    """Index after its last action."""
    shares: Shares
    """The shares of the win after it."""
    margins: Margins = ()
    """The margins after it, if they are used."""

    @property
    def standing(self) -> Standing:
        """How the seats stand after it."""
        return Standing(self.shares, self.margins)


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A decision and a better alternative."""

    place: int
    """Index of the action in the record."""
    seat: int
    """The seat that decided."""
    played: str
    move: str
    """The better decision."""
    gain: float
    """The share of the win, or the points, that the seat lost by its decision."""
    in_points: bool = False
    """Whether the gain is in points, because margins are used."""


@dataclass(frozen=True, slots=True)
class DecidingTurn:
    """A decisive turn."""

    turn: int
    """Index in :attr:`LookBack.turns`."""
    change: float
    """The share of the win that passed between seats; points if margins are used."""
    better: BetterMove | None
    """A better alternative to its worst decision; ``None`` if none is known, for example because chance decided."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The result of reviewing a game."""

    start: Shares
    """The shares of the win before the first action."""
    turns: tuple[PlayedTurn, ...]
    deciding: tuple[DecidingTurn, ...]
    """At most three, the one with the largest change first."""
    start_margins: Margins = ()
    """The margins before the first action, if they are used."""

    @property
    def in_points(self) -> bool:
        """Whether everything is measured in points, by margins."""
        return bool(self.start_margins)

    @property
    def standings(self) -> list[Standing]:
        """How the seats stood before the first action and after each turn."""
        return [Standing(self.start, self.start_margins), *(turn.standing for turn in self.turns)]


def look_back(record: Record, *, level: int = HIGHEST_LEVEL, seconds: float | None = None, work: int | None = None) -> LookBack:
    """Review a game, finished or not. Every estimate and every better move may take ``seconds``, or ``work``.

    With ``work`` the same record always gives the same result. Raise :class:`IllegalMove` if the record cannot be replayed,
    ValueError if neither ``seconds`` nor ``work`` is given.
    """
    judge = Judge(PLAYERS[record.game], level, seconds, work)
    states = record.states()
    stood = [judge.stand(states[0])]
    turns = list[PlayedTurn]()
    for seat, first, end in group_actions(record, states):
        after = judge.stand(states[end])
        if isinstance(states[first].parse(record.actions[first]), Drop | AgreeDraw):
            after = Standing(after.shares, stood[-1].margins)  # the expected points are not played for any more
        stood.append(after)
        turns.append(PlayedTurn(seat, first, end, stood[-1].shares, stood[-1].margins))
    changes = {place: _change(*(each.measure for each in stood[place : place + 2])) for place in range(len(turns))}
    worth = sorted((place for place in changes if changes[place] >= judge.worth_telling), key=lambda place: -changes[place])
    better = {place: judge.better(record, states, turns[place].first, turns[place].end) for place in worth[:MOST]}
    deciding = tuple(DecidingTurn(place, changes[place], better[place]) for place in better)
    return LookBack(stood[0].shares, tuple(turns), deciding, stood[0].margins)


def group_actions(record: Record, states: Sequence[State]) -> list[tuple[int | None, int, int]]:
    """Return each turn of a record: its seat, the index of its first action, and the index after its last one."""
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
    """Estimate how the seats stand, in about ``seconds``; if chance comes next, average over some samples of it.

    Raise ValueError if neither ``seconds`` nor ``work`` is given.
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
    """Judges states and single decisions, all at one level and with the same time or work."""

    def __init__(self, player: Player[State], level: int, seconds: float | None, work: int | None) -> None:
        self._player, self._level, self._seconds, self._work = player, level, seconds, work
        self.worth_telling = worth_telling(in_points=player.tells_points)

    def stand(self, state: State) -> Standing:
        """Return how the seats stand."""
        return estimate(self._player, state, seconds=self._seconds, work=self._work)

    def better(self, record: Record, states: Sequence[State], first: int, end: int) -> BetterMove | None:
        """Return the worst decision between two indices of the record, with a better one; ``None`` if there is none."""
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
