"""Answers to the barbarians, and the outcome of an attack that has begun."""

from __future__ import annotations

from players.estimates import share_win
from players.nomads.attack import Attack, End
from rules.core import Action
from rules.nomads import NomadsState
from rules.nomads.attack import standing_cities
from rules.nomads.grid import OWNER


def best_answer(state: NomadsState) -> Action:
    """Return the answer with the best share for the founder who decides, if all founders answer optimally later.

    Ties are broken by the final score, or in a game for two by the final lead.
    """
    answer = Attack.of(state).answer()
    return next(move for move in state.moves() if str(move) == answer)


def attack_end(state: NomadsState) -> End:
    """Return the end of the attack if all founders answer optimally from here."""
    return Attack.of(state).end()


def plain_answer(state: NomadsState) -> Action:
    """Return the plain answer: buy off the band if this is the founder's last city, otherwise refuse."""
    own = sum(OWNER[state.cells[city]] == state.seat for city in standing_cities(state.cells))
    moves = state.moves()
    return moves[0] if own == 1 else moves[-1]


def plain_end(state: NomadsState) -> End:
    """Return the end of the attack if all founders give plain answers from here."""
    while not state.is_over:
        state = state.play(plain_answer(state))
    return End(share_win(state.winners or (), state.seats), state.scores)
