"""Answers to the barbarians, and who wins an attack that has begun."""

from __future__ import annotations

from players.estimates import share_win
from players.nomads.attack import Attack, End
from rules.core import Action
from rules.nomads import NomadsState
from rules.nomads.attack import standing_cities
from rules.nomads.grid import OWNER


def best_answer(state: NomadsState) -> Action:
    """Return the answer after which the founder that decides has the best share, if all founders answer their best later.

    Of equally good ones that with the best score, or in a game for two the largest lead, at the end.
    """
    answer = Attack.of(state).answer()
    return next(move for move in state.moves() if str(move) == answer)


def attack_end(state: NomadsState) -> End:
    """Return how the attack ends if all founders answer their best from here on."""
    return Attack.of(state).end()


def plain_answer(state: NomadsState) -> Action:
    """Buy off the band if this is the last city of its founder, and only then."""
    own = sum(OWNER[state.cells[city]] == state.seat for city in standing_cities(state.cells))
    moves = state.moves()
    return moves[0] if own == 1 else moves[-1]


def plain_end(state: NomadsState) -> End:
    """Return how the attack ends if all founders give plain answers from here on."""
    while not state.is_over:
        state = state.play(plain_answer(state))
    return End(share_win(state.winners or (), state.seats), state.scores)
