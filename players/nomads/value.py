"""The value of a position of Nomads for each seat: its share of the win and its lead, by weights fitted to games."""

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
    """Return each seat's estimated share of the win at the start of a turn. The rest up to 1 is the chance that nobody wins.

    ``promise``: the expected points of the turn, if they are known already. On a full board the attack comes at once.
    """
    return shares_and_scores(board, promise)[0]


def shares_and_scores(board: NomadsBoard, promise: float | None = None) -> tuple[list[float], list[float]]:
    """Return the shares of :func:`win_shares`, and each seat's expected score in treasures.

    The scores may lack a constant that is common to all seats.
    """
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
    """Return the value of a position for each seat: its share of the win plus its lead in units of a treasure.

    Shares alone are nearly equal for all moves if the game is nearly decided, but then the estimate may be wrong.
    """
    shares, scores = shares_and_scores(board, promise)
    mean = sum(scores) / board.seats
    return tuple(share + score - mean for share, score in zip(shares, scores, strict=True))
