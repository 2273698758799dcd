"""Each seat's share of the win in a position of Nomads, by weights that were fitted to games."""

from __future__ import annotations

from math import exp

from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from players.nomads.features import of_board, stage
from players.nomads.weights import NOBODY, SEAT


def win_shares(board: NomadsBoard, promise: float) -> list[float]:
    """Return each seat's estimated share of the win at the start of a turn that promises ``promise`` points.

    The rest to 1 is the chance that nobody wins. On a full board the attack comes at once.
    """
    empty = board.empty
    if not empty:
        return list(Attack(board).end().shares)
    stages = stage(empty)
    weights = [sum(w * s for w, s in zip(row, stages, strict=True)) for row in SEAT]
    rows, none = of_board(board, promise)
    strengths = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
    nobody = sum(x * sum(w * s for w, s in zip(row, stages, strict=True)) for x, row in zip(none, NOBODY, strict=True))
    highest = max(*strengths, nobody)
    shares = [0.0 if seat in board.dropped else exp(each - highest) for seat, each in enumerate(strengths)]
    total = sum(shares) + exp(nobody - highest)
    return [share / total for share in shares]
