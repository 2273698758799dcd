"""Reviews a game: each seat's chances after each turn, the mistakes with better moves, and the part of luck."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from statistics import fmean
from typing import NamedTuple

from players.budget import Budget
from players.chance import play_chance
from players.core import HIGHEST_LEVEL, Player
from players.registry import PLAYERS
from rules import Action, AgreeDraw, Drop, Record, State

MOST = 3
"""Maximum number of mistakes to list, and of lucky turns."""
CLOSELY = 2 * MOST
"""Number of turns to examine closely, besides one of each seat: those that cost most by a quick search of all turns."""
QUICK = 0.25
"""The part of the time or work of a close search that a quick one gets."""
SMALLEST_CHANGE = 0.05
"""The smallest significant change of the shares of the win.

A smaller loss may be an error of the estimate: in 24 games in which a seat followed hints, two of them seemed to lose 0.03.
"""
SMALLEST_CHANGE_IN_POINTS = 1.0
"""The smallest significant change in points, if margins are used."""
SAMPLES = 48
"""Number of samples of chance to average over, if chance comes next. All of them together get the time of one estimate."""

Shares = tuple[float, ...]
"""Each seat's share of the win; the sum is 1, or less if there may be no winner."""
Margins = tuple[float, ...]
"""Each seat's expected points minus those of the best other seat."""


def get_smallest_change(*, in_points: bool) -> float:
    """Return the smallest significant change, in points or in shares of the win."""
    return SMALLEST_CHANGE_IN_POINTS if in_points else SMALLEST_CHANGE


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's estimate of how the seats stand."""

    shares: Shares
    margins: Margins
    """Each seat's margin; empty if shares are used."""

    @property
    def measure(self) -> tuple[float, ...]:
        """The margins if they are used, else the shares."""
        return self.margins or self.shares


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The consecutive actions of one seat's turn, including chance. Giving up, or a draw, is a separate turn."""

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
        """The standing after it."""
        return Standing(self.shares, self.margins)


@dataclass(frozen=True, slots=True)
class BetterMove:
    """Consecutive decisions, up to the next chance or the end of the turn, and better ones from the same position."""

    place: int
    """Index in the record of the first action that differs."""
    seat: int
    """The seat that decided."""
    played: str
    """The decisions that were played, in one text."""
    move: str
    """The better decisions, in one text."""
    gain: float
    """The share of the win, or the points, that the seat lost by its decisions."""
    in_points: bool = False
    """Whether the gain is in points, because margins are used."""

    def read(self, state: State) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """Return the better decisions and the played ones. ``state``: the position at ``place``."""
        return state.play_all(self.move)[1], state.play_all(self.played)[1]


@dataclass(frozen=True, slots=True)
class LuckyTurn:
    """A turn in which chance changed much."""

    turn: int
    """Index in :attr:`LookBack.turns`."""
    change: float
    """The share of the win that passed between seats; points if margins are used."""
    before: Standing | None = None
    """The standing before what chance decided; ``None`` in reviews that were stored by older versions."""
    after: Standing | None = None
    """The standing after it."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The result of reviewing a game."""

    start: Shares
    """The shares of the win before the first action."""
    turns: tuple[PlayedTurn, ...]
    mistakes: tuple[BetterMove, ...] | None = None
    """The mistakes of all seats, at most one in a turn, the costliest first; ``None`` in reviews of older versions."""
    start_margins: Margins = ()
    """The margins before the first action, if they are used."""
    lucky: tuple[LuckyTurn, ...] = ()
    """The turns in which chance changed most: at most three, the largest change first."""

    @property
    def in_points(self) -> bool:
        """Whether everything is measured in points, by margins."""
        return bool(self.start_margins)

    @property
    def standings(self) -> list[Standing]:
        """The standings before the first action and after each turn."""
        return [Standing(self.start, self.start_margins), *(turn.standing for turn in self.turns)]

    @property
    def costliest(self) -> tuple[BetterMove, ...]:
        """The costliest mistakes, which everybody may see: at most three."""
        return (self.mistakes or ())[:MOST]

    def find_turn(self, place: int) -> int:
        """Return the index of the turn that contains the action with this index in the record."""
        return bisect_right([turn.end for turn in self.turns], place)


def look_back(record: Record, *, level: int = HIGHEST_LEVEL, seconds: float | None = None, work: int | None = None) -> LookBack:
    """Review a game, finished or not. Every estimate and every close search for a better move may take ``seconds`` or ``work``.

    With ``work`` the same record always gives the same result. Raise :class:`IllegalMove` if the record cannot be replayed,
    ValueError if neither ``seconds`` nor ``work`` is given.
    """
    judge = Judge(PLAYERS[record.game], level, seconds, work)
    quick = judge.with_part(QUICK)
    states = record.states()
    stood = {0: judge.stand(states[0])}
    turns, costs, chances = list[PlayedTurn](), dict[Stretch, float](), dict[int, Stretch]()
    for turn, (seat, first, end) in enumerate(group_actions(record, states)):
        stretches = split_turn(record, states, first, end)
        for stretch in stretches:
            after = judge.stand(states[stretch.end])
            if stretch.gives_up:
                after = Standing(after.shares, stood[stretch.first].margins)  # after that, expected points no longer matter
            stood[stretch.end] = after
        turns.append(PlayedTurn(seat, first, end, stood[end].shares, stood[end].margins))
        found = {each: better.gain for each in stretches if (better := quick.better(record, states, each, stood)) is not None}
        if found:
            costliest = max(found, key=found.__getitem__)
            costs[costliest] = found[costliest]
        if rolled := [each for each in stretches if each.seat is None and not each.gives_up]:
            chances[turn] = max(rolled, key=lambda each: _change(stood, each))
    examined = filter(None, (judge.better(record, states, each, stood) for each in choose_costliest(costs)))
    mistakes = sorted((each for each in examined if each.gain >= judge.smallest_change), key=lambda each: -each.gain)
    lucky = _find_luckiest(stood, chances, judge.smallest_change)
    return LookBack(stood[0].shares, tuple(turns), tuple(mistakes), stood[0].margins, lucky)


def choose_costliest(costs: Mapping[Stretch, float]) -> list[Stretch]:
    """Return the decisions to examine closely: the costliest of the game, and the costliest of each seat."""
    ranked = sorted(costs, key=costs.__getitem__, reverse=True)
    worst_of_seats = {each.seat: each for each in reversed(ranked)}
    return list(dict.fromkeys([*ranked[:CLOSELY], *worst_of_seats.values()]))


def _find_luckiest(
    stood: Mapping[int, Standing], chances: Mapping[int, Stretch], smallest_change: float
) -> tuple[LuckyTurn, ...]:
    """Return the turns in which chance changed most."""
    lucky = [LuckyTurn(turn, _change(stood, each), stood[each.first], stood[each.end]) for turn, each in chances.items()]
    return tuple(sorted((each for each in lucky if each.change >= smallest_change), key=lambda each: -each.change)[:MOST])


class Stretch(NamedTuple):
    """Consecutive actions of a turn that are all decisions, or all chance."""

    seat: int | None
    """The seat that decided; ``None`` for chance and giving up."""
    first: int
    """Index of its first action in the record."""
    end: int
    """Index after its last action."""
    is_forced: bool = False
    """Whether the actions are decisions without a choice."""
    gives_up: bool = False
    """Whether a seat gave up, or all agreed to a draw."""


def split_turn(record: Record, states: Sequence[State], first: int, end: int) -> list[Stretch]:
    """Return the stretches of a turn."""
    found = list[Stretch]()
    for place in range(first, end):
        state = states[place]
        if isinstance(state.parse(record.actions[place]), Drop | AgreeDraw):
            return [Stretch(None, first, end, gives_up=True)]
        is_forced = state.seat is not None and len(state.moves()) == 1
        if found and found[-1].seat == state.seat:
            found[-1] = found[-1]._replace(end=place + 1, is_forced=found[-1].is_forced and is_forced)
        else:
            found.append(Stretch(state.seat, place, place + 1, is_forced))
    return found


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


def _change(stood: Mapping[int, Standing], stretch: Stretch) -> float:
    before, after = stood[stretch.first].measure, stood[stretch.end].measure
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2


def estimate(player: Player[State], state: State, *, seconds: float | None, work: int | None) -> Standing:
    """Estimate how the seats stand, in about ``seconds``; if chance comes next, average over some samples of it.

    Raise ValueError if neither ``seconds`` nor ``work`` is given.
    """
    if player.prefers_margins:
        seconds = None if seconds is None else seconds / 2
        margins = _average(player, player.margin, state, seconds, work)
        return Standing(_average(player, player.shares, state, seconds, work), margins)
    return Standing(_average(player, player.shares, state, seconds, work), ())


def _average(
    player: Player[State], judge: Callable[..., tuple[float, ...]], state: State, seconds: float | None, work: int | None
) -> tuple[float, ...]:
    random = Random("shares")
    if not state.is_chance or not player.can_estimate(state):
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
        self.smallest_change = get_smallest_change(in_points=player.prefers_margins)

    def stand(self, state: State) -> Standing:
        """Return the standing of the seats."""
        return estimate(self._player, state, seconds=self._seconds, work=self._work)

    def with_part(self, part: float) -> Judge:
        """Return a judge with a part, from 0 to 1, of this one's time or work."""
        seconds = None if self._seconds is None else self._seconds * part
        return Judge(self._player, self._level, seconds, None if self._work is None else ceil(self._work * part))

    def better(
        self, record: Record, states: Sequence[State], played: Stretch, stood: Mapping[int, Standing]
    ) -> BetterMove | None:
        """Return better decisions than the ``played`` ones, or ``None`` if there are none, or no choice.

        ``stood``: the standings before and after them. A loss is at most the share of the win that the seat had before.
        Whole turns are compared, because the rest of a turn may make up for a worse decision.
        """
        if played.seat is None or played.is_forced:
            return None
        state, seat = states[played.first], played.seat
        budget = Budget(seconds=self._seconds, work=self._work)
        moves = self._player.choose_turn(state, level=self._level, budget=budget, random=Random("better"))
        better, texts = list(map(str, moves)), record.actions[played.first : played.end]
        if sorted(better) == sorted(texts) or better[: len(texts)] == texts:  # the same turn, or its start before giving up
            return None
        reached = state
        for move in moves:
            reached = reached.play(move)
        gain = self.stand(reached).measure[seat] - stood[played.end].measure[seat]
        if not self._player.prefers_margins:
            gain = min(gain, stood[played.first].shares[seat])
        if gain <= 0:
            return None
        same = next(place for place, pair in enumerate(zip(better, texts, strict=False)) if pair[0] != pair[1])
        was, instead = (", ".join(each[same:]) for each in (texts, better))
        return BetterMove(played.first + same, seat, was, instead, gain, self._player.prefers_margins)
