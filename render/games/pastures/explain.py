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
    """Return the lead of the player who builds next if both always build the best castle; 0 without any site."""
    points = [points for _, points in find_best_castles(state)]
    return sum(points[::2]) - sum(points[1::2])


def find_best_castles(state: PasturesState) -> list[tuple[Square, int]]:
    """Return the castles with their points, in the order in which they are built, if both always build the best one.

    The best castle scores the most; among equal ones, it leaves the other player the least.
    """
    grid, points = state.grid, _points_of_sites(state)
    free, built = sorted(points, key=lambda square: -points[square]), list[tuple[Square, int]]()

    def leaves(castle: Square) -> list[Square]:
        return [square for square in free if not grid.too_close[grid.number(castle)] & grid.bit(square)]

    while free:
        most = points[free[0]]
        left = {castle: leaves(castle) for castle in free if points[castle] == most}
        best = min(left, key=lambda castle: points[left[castle][0]] if left[castle] else 0)
        built.append((best, most))
        free = left[best]
    return built


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
    """Yield the best castle that a fill makes possible or prevents, and what is left for the second builder."""
    after, more = state.play(move), _gain(state, move)
    is_first = state.width * state.height % 2 == state.seat  # P9: who builds the first castle
    if is_first and more > 0 and (best := _find_new_best(state, after)):
        square, points = best
        yield f"A castle on {square} would then score {count(points, 'point')}, and you build first."
    elif not is_first and after.phase == "fill":
        yield from _prevented(state, after, more)
    now, then = find_best_castles(state), find_best_castles(after)
    if more <= 0 or len(then) < 2:
        return
    (first, _), (second, points), was = then[0], then[1], now[1][1] if len(now) > 1 else 0
    if is_first and points < was:
        yield f"As the land then lies, your castle on {first} would leave your opponent {count(points, 'point')}."
    elif not is_first and points > was:
        yield f"As the land then lies, your opponent would build on {first}, and you on {second} for {count(points, 'point')}."


def _prevented(state: PasturesState, after: PasturesState, more: int) -> Iterator[str]:
    """Yield the castle of the opponent, who builds first, that no other fill makes possible. ``more``: as by :func:`_gain`."""
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
