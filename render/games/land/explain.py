"""The reasons for a turn of Land: plots that others could have taken, more cows, and new land in reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from render.text.words import join_words, name_seat
from rules import Action
from rules.land import LandState
from rules.squares import Square
from rules.words import count

FEW = 2
"""Maximum number of plots or seats that a sentence names."""
NEAR = 3
"""Maximum number of steps at which land counts as near a first plot."""


def reasons(state: LandState, moves: Sequence[Action], names: Sequence[str]) -> Iterator[str]:
    """Yield the reasons for a turn, or a part of one."""
    plots = [move for move in moves if isinstance(move, Square)]
    if state.phase == "first":
        yield from _first(state, plots[0])
    elif plots:
        yield from _taken(state, plots, names)


def _first(state: LandState, plot: Square) -> Iterator[str]:
    others = [each for each in state.moves() if isinstance(each, Square)]
    if land_near(state, plot) == max(land_near(state, each) for each in others):
        yield "No other plot that you can take has more free land near it."
    if brings_cow(state, plot):
        yield "It brings an extra cow for your next turn."


def _taken(state: LandState, plots: Sequence[Square], names: Sequence[str]) -> Iterator[str]:
    taken = state.map.mask(plots)
    rivals = [seat for seat in state.left if seat != state.seat and reach_of(state, seat) & taken]
    contested = list(state.map.squares_of(taken & sum_of_reach(state)))
    if rivals:
        what = join_words(map(str, contested)) if len(contested) <= FEW else f"{len(contested)} of these plots"
        who = join_words(name_seat(state, seat, names) for seat in rivals) if len(rivals) <= FEW else "others"
        yield f"Otherwise {who} could take {what} next."
    own, free = state.owned[state.seat or 0], state.free & ~taken
    left = state.map.beside(own | taken) & free
    has_next = bool(left) and not reduce(LandState.play, plots, state).is_over
    if has_next and (cows := sum(brings_cow(state, plot) for plot in plots)):
        yield f"It brings {'an extra cow' if cows == 1 else count(cows, 'extra cow')} for your next turn."
    if opened := (left & ~state.map.beside(own)).bit_count():
        yield f"From there you reach {count(opened, 'more free plot')}."


def reach_of(state: LandState, seat: int) -> int:
    """Return as a mask the free plots that a seat could take on its next turn in the current position (L7 to L10)."""
    land, mountains = state.map, state.options.mountain
    left, own, found = state.allowance(seat), state.owned[seat], 0
    if state.options.reach == "turn":
        near = land.beside(own) & state.free
        return near if left >= mountains else near & ~land.mountain if left else 0
    steps = [own]  # index n: the plots in reach of n cows, over plots taken in the same turn
    for spent in range(1, left + 1):
        reached = land.beside(steps[spent - 1]) & ~land.mountain
        if mountains == 1 or spent >= mountains:
            reached |= land.beside(steps[spent - mountains]) & land.mountain
        steps.append(steps[-1] | reached & state.free)
        found = steps[-1] & ~own
    return found


def sum_of_reach(state: LandState) -> int:
    """Return as a mask the free plots that seats other than the one to move can take on their next turn."""
    mask = 0
    for seat in state.left:
        mask |= reach_of(state, seat) if seat != state.seat else 0
    return mask


def land_near(state: LandState, plot: Square) -> int:
    """Return the number of free plots within ``NEAR`` steps of a plot, where steps lead over free plots."""
    found = start = state.map.bit(plot)
    for _ in range(NEAR):
        found |= state.map.beside(found) & state.free
    return (found & ~start).bit_count()


def brings_cow(state: LandState, plot: Square) -> bool:
    """Return whether a plot brings an extra cow for the next turn (L7, L14)."""
    return state.options.resident == "once" and bool(state.map.bit(plot) & state.map.cow)
