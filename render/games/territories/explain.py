"""The reasons for a move of Territories: the land it brings, what it leaves the opponent, and a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.games.territories.farms import reached, settle, way
from render.games.territories.fences import (
    NEW,
    Closing,
    end_of_fence,
    part,
    soonest_closing,
    tell_closing,
    tell_end,
    tell_other_closing,
    tell_other_end,
    tell_parted,
)
from render.games.territories.words import gain
from render.text.reasons import Reason, Sort
from rules import Action
from rules.territories import House, TerritoriesState, Trunk
from rules.words import count


def obvious_other(state: TerritoriesState, moves: Sequence[Action]) -> Action | None:
    """Return the most obvious alternative to the first of ``moves``: the trunk that brings the most at once.

    Ties go to a trunk that leaves less land nearest to the farms of the player who decides, if there is one; then to one that
    continues straight or begins at the same point. For farms it is the one in the middle.
    """
    others = [each for each in state.moves() if each != moves[0]]
    if not others:
        return None
    seat = state.seat or 0
    if state.phase == "farms":
        return min((each for each in others if isinstance(each, House)), key=lambda each: way(state, each.square))
    chosen = moves[0]
    kept = _nearer(state.play(chosen), seat)

    def worth(move: Action) -> tuple[int, bool, bool]:
        after = state.play(move)
        more = gain(state, after, seat) - gain(state, after, 1 - seat)
        return more, _nearer(after, seat) < kept, _is_near(state, move, chosen)

    return max(others, key=worth)


def _nearer(state: TerritoriesState, seat: int) -> int:
    """Return the number of squares nearest to a seat's farms, minus that of the other seat."""
    land = reached(state)
    return land[seat] - land[1 - seat]


def _is_near(state: TerritoriesState, move: Action, chosen: Action) -> bool:
    """Return whether a trunk continues straight or, at the beginning of a fence, touches the ``chosen`` one."""
    if not (isinstance(move, Trunk) and isinstance(chosen, Trunk)):
        return False
    if state.open_end is not None:
        return move.upright == state.trunks[-1].trunk.upright
    return not set(move.ends).isdisjoint(chosen.ends)


def reasons(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    """Yield the reasons for ``moves``, with their first move compared with ``other``."""
    if len(state.moves()) == 1:
        yield Reason(Sort.FORCED, "It is the only spot left." if state.phase == "farms" else "It is the only legal trunk.")
    if state.phase == "farms":
        yield from _farms(state, moves, other)
    else:
        yield from _fences(state, moves, other)


# ---------------------------------------------------------------------- farms


def _with_rest(state: TerritoriesState, first: Action, moves: Sequence[Action]) -> TerritoriesState:
    """Return the position after ``first`` instead of the first of ``moves``, and the other farms if they are still legal."""
    after = state.play(first)
    for move in moves[1:]:
        if after.phase == "farms" and move in after.moves():
            after = after.play(move)
    return after


def _farms(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    seat = state.seat or 0
    land = settle(_with_rest(state, moves[0], moves))
    told = f"Your farms can then be nearest to {count(land[seat], 'square')}, your opponent's to {land[1 - seat]}"
    if other is not None:
        there = settle(_with_rest(state, other, moves))
        told += f", as with {other}" if there == land else f"; with {other}, {there[seat]} and {there[1 - seat]}"
    yield Reason(Sort.GAINS, f"{told}.")


# ---------------------------------------------------------------------- fences


def _fences(state: TerritoriesState, moves: Sequence[Action], other: Action | None) -> Iterator[Reason]:
    seat, after, parted = state.seat or 0, state, list[Closing]()
    for move in moves:
        after = after.play(move)
        if after.open_end is None and isinstance(move, Trunk):
            parted.append(part(after, move))
    if closed := len(parted):
        closes = "It closes the fence" if closed == 1 else f"They close {closed} fences"
        mine, theirs = gain(state, after, seat), gain(state, after, 1 - seat)
        land = land_words(mine, theirs)
        if closed == 1 and not mine and not theirs:
            land = f"{tell_parted(state, parted[0], seat)}, and {land}"
        then = "You move again" if after.seat == seat else "You have begun the next one"
        if after.is_over:
            then = f"The game ends: you {after.scores[seat]}, your opponent {after.scores[1 - seat]}"
        yield Reason(Sort.GAINS, f"{closes}: {land}. {then}.")
        if other is not None:
            yield _other_than_closing(state, other, seat)
    if closed and not after.is_over and after.seat != seat:
        yield from _new_fence(after, seat)
    elif not after.is_over and after.seat != seat:
        ends = [] if best_gain(after)[0] else list(_compare_ends(state, after, other, seat))
        if ends:
            yield from ends
        elif _brings_nobody_more(state, after, other):
            yield from _far_from_its_end(after, None if other is None else state.play(other), other, seat)
        else:
            yield from _left_open(after, seat, _compare(state, other, seat, bool(best_gain(after)[0])))


def _new_fence(after: TerritoriesState, seat: int) -> Iterator[Reason]:
    """Yield the result of the fence that the turn begins, or what it can cut off; but first the opponent's gain, if any."""
    if best_gain(after)[0]:
        yield from _left_open(after, seat, "")
    elif (more := end_of_fence(after, seat)) is not None:
        yield Reason(_sort_of_end(more), f"{tell_end(more, NEW)}.")
    elif (closing := soonest_closing(after)) is not None:
        yield Reason(Sort.STOPS, f"{tell_closing(after, closing, seat, NEW)}.")
        yield from _answers(after, seat)
    else:
        yield from _left_open(after, seat, "")


def _sort_of_end(more: int) -> Sort:
    return Sort.GAINS if more > 0 else Sort.RISKS if more else Sort.STOPS


def land_words(mine: int, theirs: int) -> str:
    """Return land in words: ``11 squares for you``, ``nobody gets land yet``."""
    parts = [f"{count(number, 'square')} for {whom}" for number, whom in ((mine, "you"), (theirs, "your opponent")) if number]
    return " and ".join(parts) or "nobody gets land yet"


def best_gain(state: TerritoriesState) -> tuple[int, Action | None]:
    """Return the most squares that one trunk brings the seat to move more than the other, and that trunk.

    Return 0 and ``None`` if no trunk brings it more.
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
    """Return the result of another trunk instead of one that closes the fence."""
    after = state.play(other)
    if after.open_end is None:
        land = land_words(gain(state, after, seat), gain(state, after, 1 - seat))
        return Reason(Sort.GAINS, f"{other} closes it, too: {land}.")
    threat, _ = best_gain(after)
    if threat:
        return Reason(Sort.STOPS, f"After {other}, your opponent could get {count(threat, 'square')} more than you at once.")
    return Reason(Sort.STOPS, f"{other} would leave the fence open, and your opponent would be next.")


def _compare_ends(state: TerritoriesState, after: TerritoriesState, other: Action | None, seat: int) -> Iterator[Reason]:
    """Yield the land that the fence will bring; nothing if it is unknown, or if the other trunk brings land at once."""
    more = end_of_fence(after, seat)
    instead = None if other is None else state.play(other)
    if more is None or (instead is not None and (instead.open_end is None or best_gain(instead)[0])):
        return
    there = None if instead is None else end_of_fence(instead, seat)
    compared = "" if there is None else f", as after {other}" if there == more else f"; after {other}, {tell_other_end(there)}"
    yield Reason(_sort_of_end(more), f"{tell_end(more)}{compared}.")
    if there == more and instead is not None and other is not None:
        yield from _compare_land(after, instead, other, seat)


def _brings_nobody_more(state: TerritoriesState, after: TerritoriesState, other: Action | None) -> bool:
    """Return whether the opponent cannot gain by one trunk, now or after ``other``, which must leave the fence open."""
    if best_gain(after)[0]:
        return False
    instead = after if other is None else state.play(other)
    return instead.open_end is not None and not best_gain(instead)[0]


def _far_from_its_end(
    after: TerritoriesState, instead: TerritoriesState | None, other: Action | None, seat: int
) -> Iterator[Reason]:
    """Yield the land nearest to each player's farms, and what the fence can cut off, compared with the position ``instead``."""
    if instead is not None and other is not None:
        yield from _compare_land(after, instead, other, seat)
    closing = soonest_closing(after)
    there = closing if instead is None else soonest_closing(instead)
    if closing is not None and there is not None:
        yield Reason(
            Sort.STOPS, f"{tell_closing(after, closing, seat)}{_compare_closings(after, closing, there, other, seat)}."
        )
    else:
        as_there = "" if other is None else f", as after {other}"
        yield Reason(Sort.STOPS, f"Your opponent is next, and no trunk brings them more than you at once{as_there}.")
    yield from _answers(after, seat)


def _compare_land(after: TerritoriesState, instead: TerritoriesState, other: Action, seat: int) -> Iterator[Reason]:
    """Yield the land nearest to each player's farms, if it differs between the two positions."""
    land, lies = reached(after), reached(instead)
    if land != lies:
        better = land[seat] - land[1 - seat] >= lies[seat] - lies[1 - seat]
        told = f"Round the fences, {land[seat]} squares are then nearest to your farms, {land[1 - seat]} to your opponent's"
        compared = f"; after {other}, {lies[seat]} and {lies[1 - seat]}"
        yield Reason(Sort.GAINS if better else Sort.COSTS, f"{told}{compared}.")


def _compare_closings(state: TerritoriesState, closing: Closing, there: Closing, other: Action | None, seat: int) -> str:
    if other is None:
        return ""
    return f", as after {other}" if there == closing else f"; after {other}, {tell_other_closing(state, there, closing, seat)}"


def _left_open(after: TerritoriesState, seat: int, compared: str) -> Iterator[Reason]:
    """Yield the opponent's best trunk at once."""
    threat, by = best_gain(after)
    if by is not None:
        more = f"{count(threat, 'square')} more than you"
        yield Reason(Sort.RISKS, f"Your opponent is next, and {by} brings them {more}{compared}.")
    else:
        yield Reason(Sort.STOPS, f"Your opponent is next, and no trunk brings them more than you at once{compared}.")
    yield from _answers(after, seat)


def _answers(after: TerritoriesState, seat: int) -> Iterator[Reason]:
    """Yield what follows regardless of the opponent's trunk."""
    own = min((best_gain(reply)[0] if reply.seat == seat else 0 for reply in map(after.play, after.moves())), default=0)
    if own:
        more = f"{count(own, 'square')} more than them, at least"
        yield Reason(Sort.COSTS, f"Whatever they play, one trunk then brings you {more}.")


def _compare(state: TerritoriesState, other: Action | None, seat: int, threatened: bool) -> str:
    """Return the effect of another trunk, to follow a sentence about the trunk that leaves the fence open."""
    if other is None:
        return ""
    after = state.play(other)
    if after.open_end is None:
        return f"; {other} closes it: {land_words(gain(state, after, seat), gain(state, after, 1 - seat))}"
    threat, _ = best_gain(after)
    if threat:
        return f"; after {other}, {threat} more" if threatened else f"; after {other}, one brings them {threat} more"
    return f"; after {other}, none would" if threatened else f", as after {other}"
