"""What a position of Nomads is worth to each seat: its share of the win and its lead, by weights that were fitted to games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from operator import mul

from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from players.nomads.features import of_board, stage
from players.nomads.lookahead import Worths
from players.nomads.weights import LEAD, NOBODY, SEAT, Weights
from rules.nomads.tiles import TREASURE_POINTS


def win_shares(board: NomadsBoard, promise: float | None = None) -> list[float]:
    """Return each seat's estimated share of the win at the start of a turn. The rest to 1 is the chance that nobody wins.

    ``promise``: the points that the turn promises, where they are taken to be known. On a full board the attack comes at once.
    """
    return shares_and_scores(board, promise)[0]


def shares_and_scores(board: NomadsBoard, promise: float | None = None) -> tuple[list[float], list[float]]:
    """Return what :func:`win_shares` does, and a number for each seat: by how many treasures its score will be higher."""
    empty = board.empty
    if not empty:
        end = Attack(board).end()
        return list(end.shares), [score / TREASURE_POINTS for score in end.scores]
    stages = stage(empty)
    rows, none = of_board(board, promise)
    strengths, scores = (list(_weigh(_at(weights, stages), rows)) for weights in (SEAT, LEAD))
    nobody = sum(map(mul, none, _at(NOBODY, stages)))
    highest = max(*strengths, nobody)
    shares = [0.0 if seat in board.dropped else exp(each - highest) for seat, each in enumerate(strengths)]
    total = sum(shares) + exp(nobody - highest)
    return [share / total for share in shares], scores


def _at(weights: Weights, stages: tuple[float, float, float]) -> list[float]:
    always, early, late = stages
    return [one * always + two * early + three * late for one, two, three in weights]


def _weigh(weights: Sequence[float], rows: Iterable[Sequence[float]]) -> Iterable[float]:
    return (sum(map(mul, weights, row)) for row in rows)


def worths_of(board: NomadsBoard, promise: float | None = None) -> Worths:
    """Return what a position is worth to each seat: its share of the win, and its lead, where that of a treasure counts as 1.

    Shares alone are the same for all moves where much is won or lost already, and the estimate may be wrong there.
    """
    shares, scores = shares_and_scores(board, promise)
    mean = sum(scores) / board.seats
    return tuple(share + score - mean for share, score in zip(shares, scores, strict=True))
