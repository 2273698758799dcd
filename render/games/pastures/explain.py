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
    first, second = build_best(state)
    return first - second


def build_best(state: PasturesState) -> tuple[int, int]:
    """Return the points that the player who builds next, and the other one, still get if both always build the best castle.

    The best castle scores the most; among equal ones, it leaves the other player the least.
    """
    grid, points = state.grid, _points_of_sites(state)
    free, got, builder = sorted(points, key=lambda square: -points[square]), [0, 0], 0
    while free:
        most = points[free[0]]
        near = [grid.too_close[grid.number(square)] for square in free if points[square] == most]
        left = ([square for square in free if not each & grid.bit(square)] for each in near)
        free = min(left, key=lambda squares: points[squares[0]] if squares else 0)
        got[builder] += most
        builder = 1 - builder
    return got[0], got[1]


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
    after, is_first = state.play(move), state.width * state.height % 2 == state.seat  # P9: who builds the first castle
    more = _gain(state, move)
    if more > 0:
        if is_first and (best := _find_new_best(state, after)):
            square, points = best
            yield f"A castle on {square} would then score {count(points, 'point')}, and you build first."
        else:
            yield f"It {_describe_change(state, move, 'adds', 'takes')}, if they were built now."
    if after.phase != "fill":
        return
    still = set(after.moves())
    gone = [
        each for each in state.moves() if isinstance(each, Fill) and each.terrain not in after.bans and each not in still
    ]  # the fill has an effect on its own square, and on the squares next to it by P6 and P7
    worst = min(gone, key=lambda each: _gain(state, each), default=None)
    if worst is not None and _gain(state, worst) < min(0, more):
        land = f"{NOUNS[worst.terrain]} on {worst.square}"
        best = None if is_first else _find_new_best(state, state.play(worst))
        if best is None:
            yield f"It prevents {land}: that would {_describe_change(state, worst, 'add', 'take')}, if built now."
        elif not _can_reach(after, *best):
            square, points = best
            yield f"Otherwise your opponent could play {land} and then build a castle of {count(points, 'point')} on {square}."


def _find_new_best(state: PasturesState, after: PasturesState) -> tuple[Square, int] | None:
    """Return the square and the points of the best castle of ``after``; ``None`` if one scores as much now."""
    now, then = _points_of_sites(state), _points_of_sites(after)
    best = max(then, key=then.__getitem__, default=None)
    return None if best is None or then[best] <= max(now.values(), default=0) else (best, then[best])


def _can_reach(state: PasturesState, square: Square, points: int) -> bool:
    """Return whether a fill gives a castle on the square at least these points."""
    area = {square, *square.around(state.width, state.height)}
    fills = (each for each in state.moves() if isinstance(each, Fill) and each.square in area)
    return any(_points_of_sites(state.play(each)).get(square, 0) >= points for each in fills)


def faults(state: PasturesState, moves: Sequence[Action]) -> Iterator[str]:
    """Yield the reasons against the first of ``moves``, which was played."""
    move = moves[0]
    if isinstance(move, Fill) and state.options.claim == "turn" and _gain(state, move) < 0:
        yield f"Your move in the game {_describe_change(state, move, 'added', 'took')}, if they were built then."


def _gain(state: PasturesState, move: Fill) -> int:
    """Return the points by which a fill raises the lead of its seat if castles were built now."""
    mine, theirs = _change(state, move)
    return mine - theirs


def _change(state: PasturesState, move: Fill) -> tuple[int, int]:
    """Return by how many points a fill changes what its seat, and the other one, would score if castles were built now."""
    changes = tuple(then - now for now, then in zip(build_best(state), build_best(state.play(move)), strict=True))
    mine, theirs = changes if state.width * state.height % 2 == state.seat else changes[::-1]  # P9
    return mine, theirs


def _describe_change(state: PasturesState, move: Fill, adds: str, takes: str) -> str:
    """Return the larger change by a fill if castles were built now: ``adds 3 points to your castles``."""
    mine, theirs = _change(state, move)
    whose, by = ("your", mine) if abs(mine) >= abs(theirs) else ("your opponent’s", theirs)
    points = count(abs(by), "point")
    return f"{adds} {points} to {whose} castles" if by > 0 else f"{takes} {points} from {whose} castles"
