"""Territories in words: positions, moves, and what a trunk would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.words import clipped, count, general, look, rows_of_letters, short_names, standing
from rules import Action
from rules.squares import Square
from rules.territories import House, TerritoriesState, Trunk

FARM_LETTERS = "YR"
"""T2: seat 0 is yellow, seat 1 is red."""


def outlook(state: TerritoriesState, trunk: Trunk) -> str:
    """What a legal trunk leads to, for the player to move: ``completes a surrounding: 6 squares for you; …``."""
    after = state.play(trunk)
    if after.open_end is not None:
        return "the fence stays open"
    me, them = _mover(state), 1 - _mover(state)
    land = [(gain(state, after, me), "you"), (gain(state, after, them), "your opponent")]
    what = f"completes a surrounding: {_shares(land)}"
    return f"{what}; the game ends {after.scores[me]} to {after.scores[them]}" if after.is_over else f"{what}; you go on"


def gain(before: TerritoriesState, after: TerritoriesState, seat: int) -> int:
    """The land that has come to a seat between two states."""
    return after.scores[seat] - before.scores[seat]


def _shares(land: Sequence[tuple[int, str]]) -> str:
    """``6 squares for Ada, 4 for Björn``, ``no land for anybody yet``."""
    shares = [(squares, whom) for squares, whom in land if squares]
    if not shares:
        return "no land for anybody yet"
    (first, whom), *others = shares
    return ", ".join([f"{count(first, 'square')} for {whom}", *(f"{squares} for {other}" for squares, other in others)])


def say(before: TerritoriesState, action: Action, after: TerritoriesState, names: Sequence[str]) -> str:
    """``Ada built a farm on B2.``, ``Ada completed a surrounding at C4-D4: 6 squares for Björn.``"""
    told = general(before, action, names)
    if told is not None:
        return told
    name = names[_mover(before)]
    if isinstance(action, House):
        return f"{name} built a farm on {action}."
    if after.open_end is not None:
        if before.open_end is not None:
            return f"{name} laid a trunk at {action}."
        return f"{name} began {'a new' if before.trunks else 'the first'} fence at {action}."
    land = [(gain(before, after, seat), whom) for seat, whom in enumerate(names)]
    return f"{name} completed a surrounding at {action}: {_shares(land)}."


def say_move(state: TerritoriesState, action: Action) -> str:
    """``B2 · farm house on B2``, ``C4-D4 · completes a surrounding: 6 squares for you; you go on``."""
    if isinstance(action, House):
        return f"{action} · farm house on {action}"
    if isinstance(action, Trunk):
        ahead = outlook(state, action)
        if state.open_end is None and ahead == "the fence stays open":
            ahead = "begins a new fence" if state.trunks else "begins the first fence"
        return clipped(f"{action} · {ahead}", 100)
    return str(action)


def alt(state: TerritoriesState, names: Sequence[str], owners: Sequence[int]) -> str:
    """Whose turn, the open end, scores and farms, the board as rows of letters, and the trunks; ``owners``: looks by seat."""
    names = short_names(names)
    farms = state.farms
    parts = [f"Territories. {standing(state, names)}"]
    if state.open_end is not None:
        parts.append(f"The fence in progress ends at {state.open_end.words(state.width, state.height)}.")
    for seat, name in enumerate(names):
        own = " ".join(str(square) for square, owner in farms.items() if owner == seat)
        score = count(state.scores[seat], "square")
        parts.append(f"{name} ({look(owners[seat])}): {score} of land, farms {f'on {own}' if own else 'not placed yet'}.")
    free = ", o free farm spot" if state.free_spots else ""
    legend = f"Y and R farms, y and r their land, . open{free}"
    parts.append(f"Rows from the top, columns from A: {legend}.\n{rows_of_letters(_letters(state, farms))}")
    trunks = f"\nTrunks between {', '.join(str(laid.trunk) for laid in state.trunks)}." if state.trunks else ""
    return clipped(" ".join(parts) + trunks)


def _letters(state: TerritoriesState, farms: Mapping[Square, int]) -> list[list[str]]:
    rows = [["."] * state.width for _ in range(state.height)]
    for area in state.areas:
        if area.owner is not None:
            for square in area.squares:
                rows[square.y][square.x] = FARM_LETTERS[area.owner].lower()
    for spot in state.free_spots:
        rows[spot.y][spot.x] = "o"
    for square, seat in farms.items():
        rows[square.y][square.x] = FARM_LETTERS[seat]
    return rows


def _mover(state: TerritoriesState) -> int:
    return state.seat or 0
