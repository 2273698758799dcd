"""Territories in words: positions, moves, and what a trunk would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.words import ALT_LIMIT, clipped, count, general, look, rows_of_letters, short_names, standing
from rules import Action
from rules.squares import Square
from rules.territories import House, TerritoriesState, Trunk

FARM_LETTERS = "YR"
"""Letters by seat, for yellow and red (T2)."""


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


def undecided(state: TerritoriesState) -> int:
    """The squares that would count (T13) and have come to nobody yet."""
    open_land = {square for area in state.areas if area.owner is None for square in area.squares}
    return len(open_land if state.options.farms == "land" else open_land - state.farms.keys())


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
    """Whose turn, the open end, scores and farms, the board as rows of letters, and the trunks; ``owners``: looks by seat.

    The trunks are left out where the letters tell as much, every area having an owner.
    """
    names = short_names(names)
    farms = state.farms
    parts = [f"Territories. {standing(state, names)}"]
    if state.open_end is not None:
        parts.append(f"The fence in progress ends at {state.open_end.words(state.width, state.height)}.")
    for seat, name in enumerate(names):
        own = [str(square) for square, owner in farms.items() if owner == seat]
        score = count(state.scores[seat], "square")
        built = f"{'farm' if len(own) == 1 else 'farms'} on {' '.join(own)}" if own else "no farm yet"
        parts.append(f"{name} ({look(owners[seat])}): {score} of land, {built}.")
    free = ", o free farm spot" if state.free_spots else ""
    legend = f"Y and R farms, y and r their land, . open{free}"
    parts.append(f"Rows from the top, columns from A: {legend}.\n{rows_of_letters(_letters(state, farms))}")
    told = clipped(" ".join(parts))
    return told + _trunks(state, ALT_LIMIT - len(told))


def _trunks(state: TerritoriesState, room: int) -> str:
    """A line that tells the last trunk, and then all of them in straight runs, the newest first, as far as there is room."""
    trunks = [laid.trunk for laid in state.trunks]
    if not trunks:
        return ""
    last = f"\nLast trunk {trunks[-1]}."
    if all(area.owner is not None for area in state.areas):
        return last if len(last) <= room else ""
    found = runs(trunks)
    for shown in range(len(found), 0, -1):
        left = sum(map(len, found[shown:]))
        more = f" and {left} more" if left else ""
        line = f"{last} Trunks: {', '.join(_run_words(run) for run in found[:shown])}{more}."
        if len(line) <= room:
            return line
    return last if len(last) <= room else ""


def runs(trunks: Sequence[Trunk]) -> list[list[Trunk]]:
    """Trunks put together to straight fences, each from its left or upper end; the fence of the newest trunk first."""
    missing = dict.fromkeys(reversed(trunks))
    found = []
    while missing:
        run = [next(iter(missing))]
        step = (0, 1) if run[0].upright else (1, 0)
        for sign in (-1, 1):
            while (beyond := _shifted(run[0 if sign < 0 else -1], step[0] * sign, step[1] * sign)) in missing:
                run.insert(0 if sign < 0 else len(run), beyond)
        for trunk in run:
            del missing[trunk]
        found.append(run)
    return found


def _shifted(trunk: Trunk, dx: int, dy: int) -> Trunk:
    return Trunk(*(Square(square.x + dx, square.y + dy) for square in (trunk.first, trunk.second)))


def _run_words(run: Sequence[Trunk]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}"


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
