"""The reasons for and against a move of Territories: the land that it brings, and the land that it keeps from the opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from render.games.territories.farms import reached, settle
from render.games.territories.fences import can_gain, end_of_fence
from render.games.territories.words import gain
from rules import Action
from rules.territories import TerritoriesState
from rules.words import count


def reasons(state: TerritoriesState, moves: Sequence[Action]) -> Iterator[str]:
    """Yield the reasons for ``moves``."""
    after = state
    for move in moves:
        after = after.play(move)
    yield from _farms(state, after) if state.phase == "farms" else _trunks(state, after, is_new=len(moves) > 1)


def faults(state: TerritoriesState, moves: Sequence[Action]) -> Iterator[str]:
    """Yield the reasons against ``moves``, which were played."""
    if state.phase == "farms":
        return
    after, seat = state, state.seat or 0
    for move in moves:
        after = after.play(move)
    lost = gain(state, after, 1 - seat) - gain(state, after, seat)
    if after.seat == 1 - seat:
        replies = map(after.play, after.moves())
        lost += max(0, *(gain(after, reply, 1 - seat) - gain(after, reply, seat) for reply in replies))
    if lost > 0:
        more = count(lost, "more square")
        yield f"Your move in the game can give your opponent {more} than you by their next piece."
    elif after.seat == seat:
        yield "Your move in the game closes the fence, so that you have to begin the next one."


def _farms(state: TerritoriesState, after: TerritoriesState) -> Iterator[str]:
    seat = state.seat or 0
    land, best = settle(after), settle(state)
    if land[seat] - land[1 - seat] == best[seat] - best[1 - seat]:
        yield "No other spot gives your farms a larger share of the land."


def _trunks(state: TerritoriesState, after: TerritoriesState, *, is_new: bool) -> Iterator[str]:
    """Yield the reasons for trunks. ``is_new``: whether the last one begins a fence, after those before have closed one."""
    seat = state.seat or 0
    mine, theirs = gain(state, after, seat), gain(state, after, 1 - seat)
    if after.is_over and (ahead := after.scores[seat] - after.scores[1 - seat]) > 0:
        yield f"It ends the game, and you win by {count(ahead, 'square')}."
    if mine > theirs:
        yield f"It brings you {count(mine - theirs, 'square')}{' more than your opponent' if theirs else ''} at once."
    if after.is_over:
        return
    if after.seat == seat:
        yield "It closes the fence, and you move again."
        if mine >= theirs:
            yield "It brings you at least as much land as your opponent."
        return
    yield from _left_open(state, after, seat, "the new fence" if is_new else "this fence")


def _left_open(state: TerritoriesState, after: TerritoriesState, seat: int, fence: str) -> Iterator[str]:
    """Yield the reasons for a trunk that leaves the fence open.

    They are the land that the fence is sure to bring, the land that is nearer to the seat's farms, and the land denied to the
    opponent.
    """
    end = end_of_fence(after, seat)
    if end is not None and end > 0:
        more_squares = count(end, "more square")
        yield f"Played well, {fence} brings you {more_squares} than your opponent."
    if end is not None and end >= 0:
        yield f"Played well, {fence} brings you at least as much land as your opponent."
    land, was = reached(after), reached(state)
    more, fewer = land[seat] - was[seat], was[1 - seat] - land[1 - seat]
    if more > 0 and more > -fewer:
        yield f"{_are_then(more, 'more empty square')} nearer to your farms than to theirs, walking around fences."
    elif fewer > 0 and fewer > -more:
        yield f"{_are_then(fewer, 'fewer empty square')} nearer to their farms than to yours, walking around fences."
    others = [other for other in map(state.play, state.moves()) if other.seat != seat and other != after]
    can_close = _can_close(after)
    if not can_close and _is_usual(_can_close, others):
        yield "Your opponent cannot close the fence next; whoever closes it moves again."
    if can_close and not can_gain(after) and _is_usual(can_gain, others):
        yield "Even if your opponent closes the fence next, they get no more land than you."


def _are_then(number: int, what: str) -> str:
    return f"{count(number, what)} {'is' if number == 1 else 'are'} then"


def _is_usual(holds: Callable[[TerritoriesState], bool], states: Sequence[TerritoriesState]) -> bool:
    """Return whether something holds in at least half of some positions; ``False`` if there are none."""
    return 2 * sum(map(holds, states)) >= max(1, len(states))


def _can_close(state: TerritoriesState) -> bool:
    """Return whether the seat to move can close the fence."""
    return any(after.open_end is None for after in map(state.play, state.moves()))
