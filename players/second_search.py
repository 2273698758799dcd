"""A second opinion on a last turn of Nomads, by the rules alone: deals of the hidden tiles, and all lines of play."""

from __future__ import annotations

from random import Random
from statistics import fmean

from players.chance import play_chance
from rules import State

DEALS = 60
"""Number of deals of hidden tiles and draws in which a move is tried."""


def share_after(state: State, key: str, deals: int = DEALS) -> float:
    """Return the mover's share of the win after a move of Nomads: the mean over deals consistent with what was shown."""
    seat, shares = state.seat or 0, list[float]()
    for deal in range(deals):
        random = Random(deal)
        dealt = state.redealt(random)
        shares.append(_share(_end(play_chance(dealt.play(dealt.parse(key)), random)), seat))
    return fmean(shares)


def _end(state: State) -> State:
    """Return the end of a game in which every seat tries all its moves. Chance after further moves is sampled once."""
    if state.is_over:
        return state
    seat = state.seat or 0
    ends = [_end(play_chance(state.play(move), Random(number))) for number, move in enumerate(state.moves())]
    return max(ends, key=lambda end: (_share(end, seat), end.scores[seat] - end.scores[1 - seat]))


def _share(end: State, seat: int) -> float:
    winners = end.winners or ()
    return 1 / len(winners) if seat in winners else 0.0
