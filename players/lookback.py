"""Reviews a game: each seat's chances after each turn, the most decisive turns, better moves, and the part of luck."""

from __future__ import annotations

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
"""Maximum number of decisive turns to list, and of lucky ones."""
EXAMINED = 2 * MOST
"""Maximum number of turns in which to search for better decisions."""
WORTH_TELLING = 0.03
"""The smallest significant change of the shares of the win."""
POINTS_WORTH_TELLING = 1.0
"""The smallest significant change in points, if margins are used."""
SAMPLES = 48
"""Number of samples of chance to average over, if chance comes next. All of them together get the time of one estimate."""

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
class DecidingTurn:
    """A turn in which decisions, or chance, changed much."""

    turn: int
    """Index in :attr:`LookBack.turns`."""
    change: float
    """The share of the win that passed between seats; points if margins are used."""
    better: BetterMove | None
    """Better decisions; ``None`` for chance and giving up, and for some decisions in reviews that older versions stored."""
    before: Standing | None = None
    """The standing before; ``None`` in reviews that were stored by older versions."""
    after: Standing | None = None
    """The standing after it."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """The result of reviewing a game."""

    start: Shares
    """The shares of the win before the first action."""
    turns: tuple[PlayedTurn, ...]
    deciding: tuple[DecidingTurn, ...]
    """The turns in which decisions changed most and better ones were found: at most three, the largest change first."""
    start_margins: Margins = ()
    """The margins before the first action, if they are used."""
    lucky: tuple[DecidingTurn, ...] = ()
    """The turns in which chance changed most, in the same order."""

    @property
    def in_points(self) -> bool:
        """Whether everything is measured in points, by margins."""
        return bool(self.start_margins)

    @property
    def standings(self) -> list[Standing]:
        """The standings before the first action and after each turn."""
        return [Standing(self.start, self.start_margins), *(turn.standing for turn in self.turns)]

    @property
    def better_moves(self) -> list[BetterMove]:
        """The better moves of the decisive turns, in the same order."""
        return [each.better for each in self.deciding if each.better is not None]

    def are_in_one_turn(self, place: int, other: int) -> bool:
        """Return whether two actions of the record, by their indexes, belong to the same turn."""
        return any(turn.first <= place < turn.end and turn.first <= other < turn.end for turn in self.turns)


def look_back(record: Record, *, level: int = HIGHEST_LEVEL, seconds: float | None = None, work: int | None = None) -> LookBack:
    """Review a game, finished or not. Every estimate and every better move may take ``seconds``, or ``work``.

    With ``work`` the same record always gives the same result. Raise :class:`IllegalMove` if the record cannot be replayed,
    ValueError if neither ``seconds`` nor ``work`` is given.
    """
    judge = Judge(PLAYERS[record.game], level, seconds, work)
    states = record.states()
    stood = {0: judge.stand(states[0])}
    turns, decisions, chances = list[PlayedTurn](), dict[int, Stretch](), dict[int, Stretch]()
    for turn, (seat, first, end) in enumerate(group_actions(record, states)):
        for stretch in split_turn(record, states, first, end):
            after = judge.stand(states[stretch.end])
            if stretch.gives_up:
                after = Standing(after.shares, stood[stretch.first].margins)  # after that, expected points no longer matter
            stood[stretch.end] = after
            kind = decisions if stretch.decides else chances
            if not stretch.is_forced and (turn not in kind or _change(stood, stretch) > _change(stood, kind[turn])):
                kind[turn] = stretch
        turns.append(PlayedTurn(seat, first, end, stood[end].shares, stood[end].margins))
    deciding = _most_decisive(judge, stood, decisions, lambda *decided: judge.better(record, states, *decided))
    lucky = _most_decisive(judge, stood, chances, lambda *_: None)
    return LookBack(stood[0].shares, tuple(turns), deciding, stood[0].margins, lucky)


def _most_decisive(
    judge: Judge,
    stood: Mapping[int, Standing],
    of: Mapping[int, Stretch],
    find_better: Callable[[Stretch, Standing, Standing], BetterMove | None],
) -> tuple[DecidingTurn, ...]:
    """Return the turns in which the stretches changed most. A decision without a better one changed nothing."""
    changes = {turn: _change(stood, stretch) for turn, stretch in of.items()}
    most = sorted((turn for turn in changes if changes[turn] >= judge.worth_telling), key=lambda turn: -changes[turn])
    found = list[DecidingTurn]()
    for turn in most[:EXAMINED]:
        stretch = of[turn]
        before, after = stood[stretch.first], stood[stretch.end]
        better = find_better(stretch, before, after)
        if better is not None or stretch.seat is None:
            found.append(DecidingTurn(turn, changes[turn], better, before, after))
    return tuple(found[:MOST])


class Stretch(NamedTuple):
    """Consecutive actions of a turn that are all decisions, or all chance."""

    seat: int | None
    """The seat that decided; ``None`` for chance."""
    first: int
    """Index of its first action in the record."""
    end: int
    """Index after its last action."""
    is_forced: bool = False
    """Whether the actions are decisions without a choice."""
    gives_up: bool = False
    """Whether a seat gave up, or all agreed to a draw."""

    @property
    def decides(self) -> bool:
        """Whether the actions are decisions, not chance."""
        return self.seat is not None or self.gives_up


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
    if player.tells_points:
        seconds = None if seconds is None else seconds / 2
        margins = _average(player, player.margin, state, seconds, work)
        return Standing(_average(player, player.shares, state, seconds, work), margins)
    return Standing(_average(player, player.shares, state, seconds, work), ())


def _average(
    player: Player[State], judge: Callable[..., tuple[float, ...]], state: State, seconds: float | None, work: int | None
) -> tuple[float, ...]:
    random = Random("shares")
    if not state.is_chance or not player.tells(state):
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
        """Return the standing of the seats."""
        return estimate(self._player, state, seconds=self._seconds, work=self._work)

    def better(
        self, record: Record, states: Sequence[State], played: Stretch, before: Standing, after: Standing
    ) -> BetterMove | None:
        """Return better decisions than the ``played`` ones, or ``None`` if there are none.

        ``before`` and ``after``: the standings around them. A loss is at most the share of the win that the seat had before.
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
        gain = self.stand(reached).measure[seat] - after.measure[seat]
        if not self._player.tells_points:
            gain = min(gain, before.shares[seat])
        if gain < self.worth_telling:
            return None
        same = next(place for place, pair in enumerate(zip(better, texts, strict=False)) if pair[0] != pair[1])
        was, instead = (", ".join(each[same:]) for each in (texts, better))
        return BetterMove(played.first + same, seat, was, instead, gain, self._player.tells_points)
