"""Perfect play of Pastures New, slow and obvious: every line of play to its end, on the rules' own oracle."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import GAMES
from rules.pastures import PasturesState
from rules.squares import Square
from tests.rules.pastures.pastures_oracle import Oracle


def oracle_of(state: PasturesState) -> Oracle:
    """The same position on the oracle; what was played last is told by ``recent``."""
    options = state.options
    oracle = Oracle(options.width, options.height, options.adjacency, options.forest)
    oracle.land = {cell: letter for cell in oracle.cells if (letter := state.terrain_at(Square(*cell)))}
    oracle.played = ["MPFRDW"[terrain] for terrain in state.recent if terrain >= 0]
    oracle.castles = [(seat, (castle.x, castle.y)) for castle, seat in state.castles.items()]
    return oracle


def margin(oracle: Oracle, seat: int) -> int:
    """What ``seat`` has more than the other at the end, both playing for the highest margin."""
    moves = oracle.legal()
    if not moves:
        scores = oracle.scores()
        return scores[seat] - scores[1 - seat]
    margins = []
    best = max if oracle.seat() == seat else min
    for move in moves:
        oracle.play(move)
        margins.append(margin(oracle, seat))
        oracle.undo()
    return best(margins)


def kept(state: PasturesState, move: object) -> bool:
    """Whether a move of the seat that decides keeps its highest margin."""
    assert state.seat is not None
    oracle = oracle_of(state)
    before = margin(oracle, state.seat)
    oracle.play(str(move))
    return margin(oracle, state.seat) == before


def filled(random: Random, empty: int = 0, **options: Any) -> PasturesState:
    """A grid filled at random, with a number of squares left empty."""
    state: Any = GAMES["pastures"].start(2, options)
    for _ in range(state.width * state.height - empty):
        state = state.play(random.choice(state.moves()))
    return state
