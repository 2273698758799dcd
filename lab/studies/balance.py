"""How a game plays between players of one strength: which seats win, how long it takes, how early it is decided."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from lab.studies.match import Setting, opening
from lab.studies.report import Estimate, estimate
from players.chance import play_chance
from players.registry import PLAYERS
from rules import State
from rules.land import LandState

PARTS = 4
"""The number of equal parts of a game after each of which the favourite is determined."""


class BalanceGame(NamedTuple):
    """One game between players of one strength."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    """How often the turn passed to another seat that had something to decide, and the first one."""
    decisions: int
    order: tuple[int, ...]
    """The seats in the order of play: Land rolls it (L4)."""
    favourites: tuple[tuple[float, ...], ...]
    """The shares of the win as estimated at the first decision after the opening, and after each part of the others."""

    def share(self, seat: int) -> float:
        """Return the share of the win that a seat has."""
        return (seat in self.winners) / max(1, len(self.winners))


def play_game(setting: Setting, level: int, number: int, judged: bool) -> BalanceGame:
    """Play game ``number``, with its own opening and chance and one level in every seat. With work, it is repeatable.

    With ``judged``, the shares are estimated during the game, each with the time or work of a move.
    """
    player, allowance = PLAYERS[setting.game], setting.allowances[0]
    state = opening(setting, number)
    chance, thinking = Random(f"chance {setting.seed} {number}"), Random(f"thinking {setting.seed} {number}")
    states, turns, turn = list[State](), 0, None
    while not state.is_over:
        if state.seat is None:
            state = play_chance(state, chance)
            continue
        if state.turn != turn:
            turn, turns = state.turn, turns + 1
        states.append(state)
        seconds, work = allowance
        state = state.play(player.choose(state, level=level, seconds=seconds, work=work, random=thinking))
    asked = [states[len(states) * part // PARTS] for part in range(PARTS)] if judged else []
    favourites = tuple(player.shares(each, seconds=allowance[0], work=allowance[1], random=thinking) for each in asked)
    order = state.order if isinstance(state, LandState) else tuple(range(state.seats))
    return BalanceGame(state.scores, state.winners or (), turns, len(states), order, favourites)


def lines(level: int, games: Sequence[BalanceGame]) -> list[str]:
    """Return the report of some games, all with the same number of seats."""
    seats = range(len(games[0].scores))
    wins = ", ".join(f"seat {seat} {estimate([game.share(seat) for game in games])}" for seat in seats)
    margins = [_margin(game.scores) for game in games]
    found = [
        f"level {level} in every seat: {len(games)} games",
        f"wins             {wins}; a shared win counts in parts",
        f"shared           {fmean(len(game.winners) > 1 for game in games):.1%} of the games",
        f"nobody won       {fmean(not game.winners for game in games):.1%} of the games",
        f"points           {', '.join(f'seat {seat} {fmean(game.scores[seat] for game in games):.1f}' for seat in seats)}",
        f"margin           {fmean(margins):.1f} points between the first and the second",
        f"turns            {_range([game.turns for game in games])}",
        f"decisions        {_range([game.decisions for game in games])}",
    ]
    if any(game.order != tuple(seats) for game in games):
        places = (f"place {at + 1} {estimate([game.share(game.order[at]) for game in games])}" for at in seats)
        found.insert(2, f"by place         {', '.join(places)}; in the order of play that was rolled")
    if games[0].favourites:
        asked = range(len(games[0].favourites))
        found.append("favourite won    " + ", ".join(f"{_name_moment(part)} {_share_held(games, part)}" for part in asked))
    return found


def _name_moment(part: int) -> str:
    return f"after {part / PARTS:.0%} of the decisions" if part else "after the opening"


def _share_held(games: Sequence[BalanceGame], part: int) -> Estimate:
    """Return how often the seat with the highest estimated share has won."""
    favourites = [max(range(len(game.scores)), key=game.favourites[part].__getitem__) for game in games]
    return estimate([game.share(seat) for game, seat in zip(games, favourites, strict=True)])


def _margin(scores: Sequence[int]) -> int:
    first, second, *_ = sorted(scores, reverse=True)
    return first - second


def _range(values: Sequence[int]) -> str:
    return f"{fmean(values):.1f} a game ({min(values)} to {max(values)})"
