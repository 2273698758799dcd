"""Why a move of Territories is good: the land that it brings, what it leaves to the opponent, and what another move would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from render.games.territories.words import gain
from render.text.reasons import Reason, Sort
from rules import Action
from rules.squares import Square, squares
from rules.territories import House, TerritoriesState, Trunk
from rules.words import count


def obvious_other(state: TerritoriesState, moves: Sequence[Action]) -> Action | None:
    """Return the most obvious move beside the first of ``moves``: what brings most at once; else the straight way on."""
    others = [each for each in state.moves() if each != moves[0]]
    if not others:
        return None
    seat = state.seat or 0
    if state.phase == "farms":
        return max(others, key=lambda each: _land_nearby(_with_rest(state, each, moves), seat))
    last = state.trunks[-1].trunk if state.trunks else None

    def worth(move: Action) -> tuple[int, bool]:
        after = state.play(move)
        straight = last is not None and isinstance(move, Trunk) and move.upright == last.upright
        return gain(state, after, seat) - gain(state, after, 1 - seat), straight

    return max(others, key=worth)


def reasons(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    """Yield the reasons for ``moves``, compared with ``other`` in the place of the first of them."""
    if len(state.moves()) == 1:
        yield Reason(Sort.FORCED, "It is the only spot left." if state.phase == "farms" else "It is the only legal trunk.")
    if state.phase == "farms":
        yield from _farms(state, moves, other)
    else:
        yield from _fences(state, moves, other)


# ---------------------------------------------------------------------- farms


def nearest(state: TerritoriesState, farms: Mapping[Square, int]) -> tuple[int, int]:
    """Return for each seat the squares without a farm that are nearer to one of its ``farms`` than to the other's, in steps."""
    counts = [0, 0]
    for square in squares(state.width, state.height):
        steps = [[_steps(square, farm) for farm, owner in farms.items() if owner == seat] for seat in (0, 1)]
        for seat in (0, 1):
            if square not in farms and steps[seat] and min(steps[seat]) < min(steps[1 - seat], default=99):
                counts[seat] += 1
    return counts[0], counts[1]


def _steps(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _land_nearby(state: TerritoriesState, seat: int) -> float:
    """How good the farms stand: squares nearest to them, or, as long as nobody else has any, how near all squares are."""
    farms = state.farms
    return nearest(state, farms)[seat] if len(set(farms.values())) > 1 else -way(state, next(iter(farms)))


def way(state: TerritoriesState, farm: Square) -> float:
    """Return the steps from a farm to the other squares of the board, on average."""
    return sum(_steps(farm, square) for square in squares(state.width, state.height)) / (state.width * state.height - 1)


def _with_rest(state: TerritoriesState, first: Action, moves: Sequence[Action]) -> TerritoriesState:
    """The position after ``first`` in the place of the first of ``moves``, and the others as far as they are still legal."""
    after = state.play(first)
    for move in moves[1:]:
        if move in after.moves():
            after = after.play(move)
    return after


def _farms(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    seat, first = state.seat or 0, moves[0]
    after = _with_rest(state, first, moves)
    if len(set(after.farms.values())) == 1 and isinstance(first, House):
        compared = f"; from {other}, {way(state, other.square):.1f}" if isinstance(other, House) else ""
        steps = f"{way(state, first.square):.1f} steps"
        yield Reason(Sort.GAINS, f"From {first} the other squares are {steps} away on average{compared}.")
        return
    land = nearest(after, after.farms)
    compared = ""
    if other is not None:
        instead = _with_rest(state, other, moves)
        there = nearest(instead, instead.farms)
        compared = f"; with {other}, to {there[seat]} and {there[1 - seat]}"
    told = f"Your farms are then nearest to {count(land[seat], 'square')}, your opponent's to {land[1 - seat]}{compared}."
    yield Reason(Sort.GAINS, told)
    if isinstance(first, House) and after.phase == "farms":
        lost = nearest(state, {**state.farms, first.square: 1 - seat})[1 - seat]
        yield Reason(Sort.STOPS, f"With a farm on {first}, your opponent would be nearest to {count(lost, 'square')}.")


# ---------------------------------------------------------------------- fences


def _fences(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    seat, after, closed = state.seat or 0, state, 0
    for move in moves:
        after = after.play(move)
        closed += after.open_end is None
    if closed:
        closes = "It closes the fence" if closed == 1 else f"They close {closed} fences"
        land = land_words(gain(state, after, seat), gain(state, after, 1 - seat))
        then = "You move again" if after.seat == seat else "You have begun the next one"
        if after.is_over:
            then = f"The game ends: you {after.scores[seat]}, your opponent {after.scores[1 - seat]}"
        yield Reason(Sort.GAINS, f"{closes}: {land}. {then}.")
        if other is not None:
            yield _other_than_closing(state, other, seat)
    if not after.is_over and after.seat != seat:
        yield from _left_open(after, seat, "" if closed else _compare(state, other, seat, bool(best_gain(after)[0])))


def land_words(mine: int, theirs: int) -> str:
    """``11 squares for you``, ``nobody gets land yet``."""
    parts = [f"{count(number, 'square')} for {whom}" for number, whom in ((mine, "you"), (theirs, "your opponent")) if number]
    return " and ".join(parts) or "nobody gets land yet"


def best_gain(state: TerritoriesState) -> tuple[int, Action | None]:
    """Return by how many squares one trunk of the seat to move brings it more than the other, and the trunk.

    0 and ``None`` where none brings more.
    """
    seat = state.seat or 0
    best: int = 0
    found: Action | None = None
    for move in state.moves():
        after = state.play(move)
        ahead = gain(state, after, seat) - gain(state, after, 1 - seat)
        if ahead > best:
            best, found = ahead, move
    return best, found


def _other_than_closing(state: TerritoriesState, other: Action, seat: int) -> Reason:
    """What another trunk would bring in the place of one that closes the fence."""
    after = state.play(other)
    if after.open_end is None:
        land = land_words(gain(state, after, seat), gain(state, after, 1 - seat))
        return Reason(Sort.GAINS, f"{other} closes it, too: {land}.")
    threat, _ = best_gain(after)
    if threat:
        return Reason(Sort.STOPS, f"After {other}, your opponent could get {count(threat, 'square')} more than you at once.")
    return Reason(Sort.STOPS, f"{other} would leave the fence open, and your opponent would be next.")


def _left_open(after: TerritoriesState, seat: int, compared: str) -> Iterator[Reason]:
    """What the opponent can do at once, and what follows whatever it does."""
    threat, by = best_gain(after)
    if by is not None:
        more = f"{count(threat, 'square')} more than you"
        yield Reason(Sort.RISKS, f"Your opponent is next, and {by} brings them {more}{compared}.")
    else:
        yield Reason(Sort.STOPS, f"Your opponent is next, and no trunk brings them more than you at once{compared}.")
    own = min((best_gain(reply)[0] if reply.seat == seat else 0 for reply in map(after.play, after.moves())), default=0)
    if own:
        more = f"{count(own, 'square')} more than them, at least"
        yield Reason(Sort.COSTS, f"Whatever they play, one trunk then brings you {more}.")


def _compare(state: TerritoriesState, other: Action | None, seat: int, threatened: bool) -> str:
    """What another trunk would bring, or leave to the opponent, to be told behind what one that stays open leaves."""
    if other is None:
        return ""
    after = state.play(other)
    if after.open_end is None:
        return f"; {other} closes it: {land_words(gain(state, after, seat), gain(state, after, 1 - seat))}"
    threat, _ = best_gain(after)
    if threat:
        return f"; after {other}, {threat} more" if threatened else f"; after {other}, one brings them {threat} more"
    return f"; after {other}, none would" if threatened else f", as after {other}"
