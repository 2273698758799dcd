"""Phrases of Land: the meaning of moves and the parts of scores."""

from __future__ import annotations

from collections.abc import Sequence

from render.text.words import THEN, name_squares
from rules import Action
from rules.land import DONE, LandState
from rules.land.grid import COW, MOUNTAIN
from rules.squares import Square
from rules.words import count


def state_of(state: object) -> LandState:
    """Return ``state`` as a state of Land. Raise TypeError if it is not one."""
    if not isinstance(state, LandState):
        raise TypeError(f"not a state of Land: {state!r}")
    return state


def move_words(state: LandState, action: Action) -> str:
    """Return a move in words: ``C4 · mountain, 2 cows``, ``C4 · first plot, where the dice fell``, ``done · stop here, …``."""
    if action == DONE:
        return f"done · stop here, {count(state.cows, 'cow')} unused"
    if not isinstance(action, Square):
        return str(action)
    kind = state.map.kind(action)
    if kind == MOUNTAIN:
        return f"{action} · mountain, {count(state.cost(action), 'cow')}"
    if kind == COW:
        return f"{action} · spotted cow" + (", one more cow next turn" if state.options.resident == "once" else "")
    return f"{action} · {'first plot, where the dice fell' if state.phase == 'first' else 'grass'}"


def to_infinitives(state: LandState, moves: Sequence[Action]) -> str:
    """Return the moves of a turn as an infinitive: ``take C3–C7 and D5, then stop with 2 cows unused``."""
    plots = [move for move in moves if isinstance(move, Square)]
    parts = [f"take {name_squares(plots, None)}"] if plots else []
    if DONE in moves:
        parts.append(f"stop with {count(state.cows - sum(map(state.cost, plots)), 'cow')} unused")
    return THEN.join(parts)


def score_words(state: LandState, seat: int) -> str:
    """Return ``12 plots``, with the cows of the next turn while the game continues: ``12 plots, 13 cows``."""
    plots = count(state.scores[seat], "plot")
    herd = state.allowance(seat)
    return f"{plots}, {count(herd, 'cow')}" if herd and not state.is_over else plots


def seats_in_order(state: LandState) -> tuple[int, ...]:
    """Return the seats in the order of this round; of the first round once the game is over; by number before any roll."""
    return (state.order if state.is_over else state.line) or tuple(range(state.seats))


def cows_left(state: LandState, shown: LandState) -> int:
    """Return the number of cows that the seat to move has left on the board ``shown``."""
    seat = state.line[state.place]
    return state.cows - sum(map(state.cost, state.map.squares_of(shown.owned[seat] & ~state.owned[seat])))
