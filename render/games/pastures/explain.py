"""The reasons for a move of Pastures New: its points, and who gains by it if both always build the best castle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.games.pastures.words import NOUNS
from rules import Action
from rules.pastures import Answer, Castle, Fill, Offer, PasturesState
from rules.squares import Square
from rules.words import count


def reasons(state: PasturesState, moves: Sequence[Action]) -> Iterator[str]:
    """Yield the reasons for the first of ``moves``."""
    move = moves[0]
    if isinstance(move, Castle):
        yield from _castle(state, move)
    elif isinstance(move, Offer | Answer):
        yield from _offer(state, move)
    elif isinstance(move, Fill) and state.options.claim == "turn":
        yield from _fill(state, move)


def lead(state: PasturesState) -> int:
    """Return the lead of the player who builds next if both always build the best castle; 0 without any site.

    The best castle scores the most; among equal ones, it leaves the other player the least.
    """
    grid, points = state.grid, _points_of_sites(state)
    free, ahead, sign = sorted(points, key=lambda square: -points[square]), 0, 1
    while free:
        most = points[free[0]]
        near = [grid.too_close[grid.number(square)] for square in free if points[square] == most]
        left = ([square for square in free if not each & grid.bit(square)] for each in near)
        free = min(left, key=lambda squares: points[squares[0]] if squares else 0)
        ahead, sign = ahead + sign * most, -sign
    return ahead


def _points_of_sites(state: PasturesState) -> dict[Square, int]:
    """Return the points of a castle on each square that can have one (P10), as the land is now."""
    sites = state.terrain_masks[1] | state.terrain_masks[5] if state.phase == "fill" else state.sites
    return {square: state.points(square) for square in state.grid.squares_of(sites)}


def _castle(state: PasturesState, move: Castle) -> Iterator[str]:
    seat, after, points = state.seat or 0, state.play(move), state.points(move.square)
    best = max((each for each in state.moves() if isinstance(each, Castle)), key=lambda each: state.points(each.square))
    if after.is_over and (ahead := after.scores[seat] - after.scores[1 - seat]) > 0:
        yield f"It ends the game, and you win by {count(ahead, 'point')}."
    if points == state.points(best.square):
        yield f"It scores {count(points, 'point')}, and no castle scores more."
    elif (more := points - lead(after) - state.points(best.square) + lead(state.play(best))) > 0:
        yield f"If both then always build the best castle, it brings you {count(more, 'point')} more than {best.square}."
    yield f"It scores {count(points, 'point')}."


def _offer(state: PasturesState, move: Offer | Answer) -> Iterator[str]:
    ahead = lead(state)
    if isinstance(move, Offer):
        if move.points == ahead:
            yield "If both always build the best castle, both answers are then worth the same."
        return
    more = ahead - (state.offered or 0)
    if move.place == "first" and more > 0:
        yield f"If both always build the best castle, that is worth {count(more, 'point')} more than the offer."
    elif move.place == "second" and more < 0:
        yield f"If both always build the best castle, the offer is worth {count(-more, 'point')} more than building first."


def _fill(state: PasturesState, move: Fill) -> Iterator[str]:
    """Yield the best castle that a fill makes possible for the seat that builds first, or prevents for its opponent."""
    after, more = state.play(move), _gain(state, move)
    if state.width * state.height % 2 == state.seat:  # P9: who builds the first castle
        if more > 0 and (best := _find_new_best(state, after)):
            square, points = best
            yield f"A castle on {square} would then score {count(points, 'point')}, and you build first."
        return
    if after.phase != "fill":
        return
    still = set(after.moves())
    gone = [
        each for each in state.moves() if isinstance(each, Fill) and each.terrain not in after.bans and each not in still
    ]  # the fill has an effect on its own square, and on the squares next to it by P6 and P7
    worst = min(gone, key=lambda each: _gain(state, each), default=None)
    if worst is None or _gain(state, worst) >= min(0, more):
        return
    best = _find_new_best(state, state.play(worst))
    if best is not None and not _can_reach(after, best[1]):
        square, points = best
        land = f"{NOUNS[worst.terrain]} on {worst.square}"
        yield f"Otherwise your opponent could play {land} and then build a castle of {count(points, 'point')} on {square}."


def _find_new_best(state: PasturesState, after: PasturesState) -> tuple[Square, int] | None:
    """Return the square and the points of the best castle of ``after``; ``None`` if one scores as much now."""
    now, then = _points_of_sites(state), _points_of_sites(after)
    best = max(then, key=then.__getitem__, default=None)
    return None if best is None or then[best] <= max(now.values(), default=0) else (best, then[best])


def _can_reach(state: PasturesState, points: int) -> bool:
    """Return whether some fill makes a castle of at least these points possible."""
    fills = (each for each in state.moves() if isinstance(each, Fill))
    return any(max(_points_of_sites(state.play(each)).values(), default=0) >= points for each in fills)


def _gain(state: PasturesState, move: Fill) -> int:
    """Return the points by which a fill raises the lead of its seat if castles were built now."""
    seat = state.seat or 0
    return _lead_of(state.play(move), seat) - _lead_of(state, seat)


def _lead_of(state: PasturesState, seat: int) -> int:
    """Return the lead of a seat in points if castles were built now, in the order of P9."""
    return lead(state) if state.width * state.height % 2 == seat else -lead(state)
