"""The offer for the first castle and its answer (P15).

Placing first is worth a margin in points. An offer of exactly that margin makes both answers equally good for the opponent.
"""

from __future__ import annotations

from random import Random

from players.budget import Budget
from players.overlooking import notice_bits
from players.pastures.claims import Claims
from players.pastures.levels import Claiming, PasturesLevel
from players.pastures.meter import claims_of, solve_claims
from rules.pastures import MOST_OFFERED, Answer, Offer, PasturesState


def choose_offer(state: PasturesState, level: PasturesLevel, budget: Budget, random: Random) -> Offer:
    """Return an offer of the first castle's margin, as the level estimates it, within the bounds of offers."""
    return Offer(_offer_of(_margin(state, level, budget, random)))


def choose_answer(state: PasturesState, level: PasturesLevel, budget: Budget, random: Random) -> Answer:
    """Return the answer ``first`` if that is worth more than the offered points; either answer if both are equal."""
    gain = _margin(state, level, budget, random) - (state.offered or 0)
    return Answer("first" if gain > 0 or (gain == 0 and random.random() < 0.5) else "second")


def margin_ahead(state: PasturesState, budget: Budget) -> tuple[float, bool]:
    """Return the final margin for the seat to move under perfect offers and claims, and whether it is exact."""
    margin, exact = solve_claims(state, budget)
    if state.phase == "answer":
        return abs(margin - (state.offered or 0)), exact
    return -abs(margin - _offer_of(margin)), exact


def _offer_of(margin: float) -> int:
    return min(max(round(margin), 0), MOST_OFFERED)


def _margin(state: PasturesState, level: PasturesLevel, budget: Budget, random: Random) -> float:
    """Return the margin of the seat that places first, as a level estimates it."""
    if level.claiming is Claiming.PERFECT:
        return solve_claims(state, budget)[0]
    claims, left = claims_of(state)
    left = notice_bits(left, level.sees, random) or left
    if level.claiming is Claiming.WITH_ANSWER:
        return claims.estimate(left)
    return _at_sight(claims, left)


def _at_sight(claims: Claims, left: int) -> float:
    """Return the points of the best castle minus those of the best castle that still fits once it is built."""
    return max(claims.points[site] - claims.highest(left & claims.left_by[site]) for site in claims.numbers(left))
