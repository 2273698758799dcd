"""The result of the attack on a full board (N11 to N16), if founders give up a treasure only where they must."""

from __future__ import annotations

from players.nomads.board import NomadsBoard
from rules.nomads.tiles import TREASURE_POINTS


def after_attack(board: NomadsBoard) -> list[float]:
    """Return each seat's share of the win if the attack came now."""
    order, bands = board.cities_in_order(), board.bands
    treasures, points = board.treasures[:], board.points[:]
    while bands and order:
        hit, standing = order[:bands], order[bands:]
        bands -= len(hit)
        saved = []
        for place, founder in enumerate(hit):
            # One city is enough: no treasure for this one if another of the seat is safe or can be saved later.
            if founder in standing or founder in hit[place + 1 :] or founder in saved or founder in board.dropped:
                continue
            if treasures[founder]:
                treasures[founder] -= 1
                saved.append(founder)
            elif 0 < board.tribute <= points[founder]:
                points[founder] -= board.tribute
                saved.append(founder)
        # N14: only where no free city is left do bands come back to those that were saved.
        order = standing + saved
    return shares_of(
        [
            points[seat] + TREASURE_POINTS * treasures[seat] if seat in order and seat not in board.dropped else -1
            for seat in range(board.seats)
        ]
    )


def shares_of(scores: list[int]) -> list[float]:
    """Return the shares of the win by final scores, where -1 stands for a seat that cannot win."""
    best = max(scores)
    if best < 0:
        return [0.0] * len(scores)
    share = 1 / scores.count(best)
    return [share if score == best else 0.0 for score in scores]
