"""The attack of Nomads (N11 to N16) once more, slow and obvious: every founder tries every answer, by the rules' own moves."""

from __future__ import annotations

from rules.core import Action
from rules.nomads import NomadsState


def share_of(end: NomadsState, seat: int) -> float:
    """The seat's share of the win in a game that is over."""
    winners = end.winners or ()
    return 1 / len(winners) if seat in winners else 0.0


def liking(end: NomadsState, seat: int) -> tuple[float, int]:
    """How much a seat likes an end: first its share, then its score, with two seats its lead."""
    score = end.scores[seat]
    return share_of(end, seat), score - end.scores[1 - seat] if end.seats == 2 else score


def best_end(state: NomadsState) -> NomadsState:
    """The end of an attack if each founder tries all answers and takes the one that it likes best, the first of equals."""
    if state.is_over:
        return state
    return best_of(state)[1]


def best_of(state: NomadsState) -> tuple[Action, NomadsState]:
    """The best answer of the founder that decides, and the end that follows."""
    seat = state.seat
    assert seat is not None
    ends = [(answer, best_end(state.play(answer))) for answer in state.moves()]
    return max(ends, key=lambda pair: liking(pair[1], seat))
