"""The reasons for a turn of Land: its plots, the plots others could have taken, and the prospects for the next turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.games.land.next_turn import best_swap, look_ahead, tell_ahead, tell_difference, tell_opened
from render.text.reasons import Reason, Sort, name_seat
from render.text.words import join_words, name_squares
from rules import Action
from rules.land import DONE, LandState
from rules.squares import Square
from rules.words import count

FEW = 5
"""Maximum number of runs of plots that a sentence names."""
NEAR = 3
"""Maximum number of steps at which land counts as near a first plot."""


def obvious_other(state: LandState, moves: Sequence[Action]) -> Action | None:
    """Return the most obvious plot not in ``moves``: with a resident cow, in others' reach, beside free land."""
    others = [each for each in state.moves() if isinstance(each, Square) and each not in moves]
    theirs = sum_of_reach(state)

    def worth(plot: Square) -> tuple[bool, bool, int, int]:
        return has_cow(state, plot), bool(theirs & state.map.bit(plot)), free_beside(state, plot), -state.cost(plot)

    return max(others, key=worth, default=None)


def reasons(state: LandState, moves: Sequence[Action], other: Action | None, names: Sequence[str]) -> Iterator[Reason]:
    """Yield the reasons for a turn, or a part of one, compared with the plot ``other``."""
    plots = [move for move in moves if isinstance(move, Square)]
    if len(state.moves()) == 1:
        yield Reason(Sort.FORCED, "It is the only plot that you can take.")
    if state.phase == "first":
        yield from _first(state, plots, other)
        return
    if plots:
        yield from _taken(state, plots, names)
    after = _after(state, moves)
    if len(plots) > 1 and state.options.reach == "turn" and not state.map.beside(state.owned[state.seat or 0]) & after.free:
        yield Reason(Sort.FORCED, "You can take every plot beside your land, so you need not choose.")
    if DONE in moves:
        yield from _stopped(_after(state, plots))
    if isinstance(other, Square) and state.map.bit(other) & after.free:
        yield from _left_out(state, after, other, names)
    if after.continues(state):
        if isinstance(other, Square):
            yield from _opened(state, moves, after, other)
    elif not after.is_over:
        yield _next_turn(state, moves, after, other)


# ---------------------------------------------------------------------- reachable plots


def reach_of(state: LandState, seat: int) -> int:
    """Return as a mask the free plots that a seat could take on its next turn in the current position (L7 to L10)."""
    land, mountains = state.map, state.options.mountain
    left, own, found = state.allowance(seat), state.owned[seat], 0
    if state.options.reach == "turn":
        near = land.beside(own) & state.free
        return near if left >= mountains else near & ~land.mountain if left else 0
    steps = [own]  # by cows spent: plots reached through a chain of plots taken in that turn
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


def rivals(state: LandState, plot: Square, me: int | None) -> list[int]:
    """Return the seats except ``me`` that can take a plot on their next turn in the current position."""
    return [seat for seat in state.left if seat != me and reach_of(state, seat) & state.map.bit(plot)]


def free_beside(state: LandState, plot: Square) -> int:
    """Return the number of free plots beside a plot."""
    return (state.map.beside(state.map.bit(plot)) & state.free).bit_count()


def free_near(state: LandState, plot: Square) -> int:
    """Return the number of free plots within ``NEAR`` steps of a plot, over free plots."""
    found = start = state.map.bit(plot)
    for _ in range(NEAR):
        found |= state.map.beside(found) & state.free
    return (found & ~start).bit_count()


def has_cow(state: LandState, plot: Square) -> bool:
    """Return whether a plot brings an extra cow for the next turn (L7, L14)."""
    return state.options.resident == "once" and bool(state.map.bit(plot) & state.map.cow)


def _all_settled(state: LandState) -> bool:
    """Return whether every seat has land: a seat without land may roll any block and start there."""
    return all(state.owned[seat] for seat in state.left)


def _after(state: LandState, moves: Sequence[Action]) -> LandState:
    for move in moves:
        state = state.play(move)
    return state


# ---------------------------------------------------------------------- sentences


def _first(state: LandState, plots: Sequence[Square], other: Action | None) -> Iterator[Reason]:
    def tell(plot: Square) -> str:
        cow = " and a resident cow" if has_cow(state, plot) else ""
        return f"{count(free_beside(state, plot), 'free plot')} beside it, {free_near(state, plot)} within {NEAR} steps{cow}"

    compared = f"; {other} has {tell(other)}" if isinstance(other, Square) else ""
    for plot in plots[:1]:
        yield Reason(Sort.GAINS, f"It has {tell(plot)}{compared}.")


def _taken(state: LandState, plots: Sequence[Square], names: Sequence[str]) -> Iterator[Reason]:
    """Yield the reason that names the plots of a turn, those that others could have taken, and the resident cows."""
    cows = sum(has_cow(state, plot) for plot in plots)
    bring = f", and {'a resident cow' if cows == 1 else count(cows, 'resident cow')} for your next turn" if cows else ""
    named = name_squares(plots, FEW) if len(plots) <= FEW else f"{len(plots)} plots"
    theirs = sum_of_reach(state)
    contested = [plot for plot in plots if theirs & state.map.bit(plot)]
    if contested:
        who = sorted({seat for plot in contested for seat in rivals(state, plot, state.seat)})
        whom = _name_few(state, who, names)
        if len(contested) < len(plots):
            among = name_squares(contested, FEW) if len(contested) <= FEW else str(len(contested))
            named = f"{len(plots)} plots, among them {among}"
        yield Reason(Sort.STOPS, f"You take {named}, which {whom} could have taken{bring}.")
    else:
        alone = ", which nobody else could have taken yet" if _all_settled(state) else ""
        yield Reason(Sort.GAINS, f"You take {named}{alone}{bring}.")


def _name_few(state: LandState, seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of the seats: ``Ada and Björn``; ``others`` for more than two."""
    return join_words(name_seat(state, seat, names) for seat in seats) if len(seats) < 3 else "others"


def _stopped(state: LandState) -> Iterator[Reason]:
    """Yield the cost of stopping in ``state``."""
    yield Reason(Sort.COSTS, f"You stop with {count(state.cows, 'cow')} unused, and unused cows are not kept (L7).")


def _left_out(state: LandState, after: LandState, other: Square, names: Sequence[str]) -> Iterator[Reason]:
    """Yield the fate of the compared plot."""
    who = rivals(after, other, state.seat)
    plot = f"{other}, with a resident cow," if has_cow(state, other) else str(other)
    if who:
        whom = _name_few(state, who, names)
        yield Reason(Sort.RISKS, f"{plot} stays within reach of {whom}.")
    elif _all_settled(after):
        yield Reason(Sort.RISKS, f"{plot} can wait: nobody else can take it on their next turn as the land lies.")


def _next_turn(state: LandState, moves: Sequence[Action], after: LandState, other: Action | None) -> Reason:
    """Return the cows and free plots of the next turn, compared with a turn that includes the compared plot."""
    ahead = look_ahead(after, state.seat or 0)
    compared = ""
    if isinstance(other, Square) and (swap := best_swap(state, moves, other)) is not None:
        instead = f" instead of {swap.plot}" if sum(isinstance(move, Square) for move in moves) > 1 else ""
        differs = tell_difference(ahead, swap.ahead)
        compared = f"; with {other}{instead}, {differs}" if differs else ""
    return Reason(Sort.COSTS, f"{tell_ahead(ahead)}{compared}.")


def _opened(state: LandState, moves: Sequence[Action], after: LandState, other: Square) -> Iterator[Reason]:
    """Yield the free plots beside the land after a part of a turn, if the compared plot opens more or fewer."""
    seat = state.seat or 0
    instead = state.play(other)
    here, there = look_ahead(after, seat), look_ahead(instead, seat)
    if len(moves) == 1 and not instead.is_over and here.plots != there.plots:
        yield Reason(Sort.GAINS if here.plots > there.plots else Sort.COSTS, tell_opened(here, other, there))
