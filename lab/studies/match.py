"""Matches between computer players: the same opening and the same chance from every seat, and the results.

The seats are filled by a *lineup* such as ``AB`` or ``ABBB``. A *pair* is one game for each way to turn the lineup round the
table: two games for ``AB``, four for ``ABBB``. So luck with the opening and the seat falls to both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

from lab.studies.contestants import MAKERS, Allowance, Contestant, Maker
from players.chance import play_chance
from players.registry import PLAYERS
from rules import GAMES, State


class Setting(NamedTuple):
    """The setting of a match: the game, the contestants, and their limits of thinking."""

    game: str
    names: tuple[str, str]
    """The contestants A and B, as named on the command line."""
    allowances: tuple[Allowance, Allowance]
    lineup: str
    """The contestant of each seat: a letter each, ``A`` or ``B``."""
    options: Mapping[str, Any]
    opening: int
    """Random moves with which each pair begins."""
    seed: int


class MatchGame(NamedTuple):
    """One game of a match."""

    lineup: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    """How often the turn passed to another seat that had something to decide, and the first one."""
    slowest: tuple[float, float]
    """The longest that A and B thought about a move, in seconds."""

    def share(self, letter: str) -> float:
        """Return the share of the win that the seats of a contestant have; 0 where nobody won."""
        if not self.winners:
            return 0.0
        return sum(self.lineup[seat] == letter for seat in self.winners) / len(self.winners)

    @property
    def margin(self) -> float:
        """The mean score of a seat of A minus that of a seat of B; 0 if nobody won."""
        if not self.winners:
            return 0.0
        of = {letter: [score for score, by in zip(self.scores, self.lineup, strict=True) if by == letter] for letter in "AB"}
        return fmean(of["A"]) - fmean(of["B"])


Pair = tuple[MatchGame, ...]
"""The games with the same opening and the same chance."""


def score_pair(pair: Pair) -> float:
    """Return 1 where A won the pair by the sum of margins, 0 where B did, a half where the sum is 0."""
    total = sum(game.margin for game in pair)
    return 0.5 if abs(total) < 1e-9 else float(total > 0)


def rotate(lineup: str) -> list[str]:
    """Return the rotations of a lineup, each once: ``ABAB`` gives two, ``ABBB`` four."""
    return list(dict.fromkeys(lineup[-by:] + lineup[:-by] if by else lineup for by in range(len(lineup))))


def play_pair(setting: Setting, number: int, makers: Mapping[str, Maker] = MAKERS) -> Pair:
    """Return the games of pair ``number``. With work instead of seconds they are the same at every call."""
    contestants = tuple(
        makers[name](setting.game, allowance) for name, allowance in zip(setting.names, setting.allowances, strict=True)
    )
    start = opening(setting, number)
    return tuple(
        play_game(start, lineup, dict(zip("AB", contestants, strict=True)), f"{setting.seed} {number}")
        for lineup in rotate(setting.lineup)
    )


def opening(setting: Setting, number: int) -> State:
    """Return the position from which the games of a pair go on; a random map is another one for each pair."""
    options = dict(setting.options)
    if options.get("map") == "random":
        options.setdefault("map_seed", setting.seed * 1_000_003 + number)
    random = Random(f"opening {setting.seed} {number}")
    state: State = GAMES[setting.game].start(len(setting.lineup), options)
    for _ in range(setting.opening):
        state = play_chance(state, random)
        if state.seat is not None:
            state = state.play(random.choice(state.moves()))
    return state


def play_game(state: State, lineup: str, contestants: Mapping[str, Contestant], seed: str) -> MatchGame:
    """Play a game from ``state`` to its end. With equal draws, chance depends on the seed alone."""
    chance, thinking = Random(f"chance {seed}"), {letter: Random(f"{letter} {seed} {lineup}") for letter in "AB"}
    slowest, turns, turn = {"A": 0.0, "B": 0.0}, 0, None
    while not state.is_over:
        if state.seat is None:
            state = play_chance(state, chance)
            continue
        if state.turn != turn:
            turn, turns = state.turn, turns + 1
        by = lineup[state.seat]
        began = monotonic()
        move = contestants[by](state, thinking[by])
        slowest[by] = max(slowest[by], monotonic() - began)
        state = state.play(move)
    return MatchGame(lineup, state.scores, state.winners or (), turns, (slowest["A"], slowest["B"]))


def setting_of(
    game: str,
    names: Sequence[str],
    *,
    seconds: float | None = None,
    work: int | None = None,
    lineup: str = "AB",
    options: Mapping[str, Any] | None = None,
    opening: int | None = None,
    seed: int = 0,
) -> Setting:
    """Return a setting in which both think as long, unless a name says otherwise: ``5@0.5`` gives level 5 half a second."""
    bare, allowances = [], []
    for text in names:
        name, _, own = text.partition("@")
        bare.append(name)
        allowances.append(Allowance(float(own), None) if own else Allowance(seconds, work))
    plies = PLAYERS[game].opening if opening is None and game in PLAYERS else opening or 0
    return Setting(game, (bare[0], bare[1]), (allowances[0], allowances[1]), lineup, options or {}, plies, seed)
