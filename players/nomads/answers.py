"""Answers to the barbarians. Nothing in the attack is hidden or left to chance, so the search goes to its end."""

from __future__ import annotations

from players.budget import Budget
from rules.core import Action
from rules.nomads import NomadsState


def best_answer(state: NomadsState, budget: Budget) -> Action:
    """Return the answer after which the seat that decides has the best share, if all founders answer their best later.

    Of equally good ones that with the best score, or in a game for two the largest lead, at the end.
    """
    seat = state.seat or 0
    return max(state.moves(), key=lambda move: _rank(_play_out_attack(state.play(move), budget), seat))


def attack_shares(state: NomadsState, budget: Budget) -> tuple[float, ...]:
    """Return each seat's share of the win if all founders answer their best from here on."""
    return _shares(_play_out_attack(state, budget))


def plain_answer(state: NomadsState) -> Action:
    """Buy off the band if this is the last city of its founder, and only then."""
    own = sum(tile.kind == "city" and tile.owner == state.seat for tile in state.tiles.values())
    moves = state.moves()
    return moves[0] if own == 1 else moves[-1]


def _play_out_attack(state: NomadsState, budget: Budget) -> NomadsState:
    """Play out the attack. Once the budget is spent, :func:`plain_answer` answers."""
    while not state.is_over:
        moves = state.moves()
        if len(moves) == 1:
            state = state.play(moves[0])
        elif budget.spend():
            seat = state.seat or 0
            ends = [_play_out_attack(state.play(move), budget) for move in moves]
            return max(ends, key=lambda end: _rank(end, seat))
        else:
            state = state.play(plain_answer(state))
    return state


def _shares(end: NomadsState) -> tuple[float, ...]:
    winners = end.winners or ()
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(end.seats))


def _rank(end: NomadsState, seat: int) -> tuple[float, int]:
    """Return how good an end is for a seat: by its share, and where that is the same by its score.

    With two seats the lead counts in place of the score, so that no win for anybody is better than one for the other.
    """
    lead = end.scores[seat] - end.scores[1 - seat] if end.seats == 2 else end.scores[seat]
    return _shares(end)[seat], lead
