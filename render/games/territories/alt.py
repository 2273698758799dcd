"""The description of a picture of Territories."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.territories.words import LOOKS, find_undecided_squares
from render.style.owners import OWNERS
from render.text.describe import Cell, Rows, describe_briefly, last_move_words
from render.text.words import clip, look, turn_words
from render.view import View
from rules.squares import Square
from rules.territories import House, Node, TerritoriesState, Trunk
from rules.words import count

_COLOURS = tuple(OWNERS[owner].name for owner in LOOKS)
_LETTERS = tuple(colour[0].upper() for colour in _COLOURS)
_OPEN, _SPOT = Cell("open", "."), Cell("free farm spot", "o")


def alt(state: TerritoriesState, view: View) -> str:
    """Whose turn, the last move, the open end, scores and farms, the fences, and the board row by row.

    The oldest fences are counted, not named, where not even the shortest form has room for all: on boards of a set-up alone.
    """
    found = runs([laid.trunk for laid in state.trunks])
    text, fits = _text(state, view, found, len(found))
    low, high = 0, len(found)
    while not fits and low < high - 1:  # as many runs as there is room for
        middle = (low + high) // 2
        shorter, whole = _text(state, view, found, middle)
        if whole:
            low, text = middle, shorter
        else:
            high = middle
    return clip(text)


def _text(state: TerritoriesState, view: View, found: Sequence[Sequence[Trunk]], shown: int) -> tuple[str, bool]:
    """The description with the first ``shown`` runs of trunks, and whether it fits."""

    def told(names: Sequence[str]) -> tuple[Sequence[str], Rows]:
        parts = [f"Territories. {turn_words(state, names)}", _last(view)]
        if state.open_end is not None:
            parts.append(f"The fence in progress ends at {state.open_end.words(state.width, state.height)}.")
        if not state.is_over and state.phase != "farms":
            parts.append(f"{count(find_undecided_squares(state), 'square')} of land still open.")
        parts += [_player(state, seat, name) for seat, name in enumerate(names)]
        if found:
            left = sum(map(len, found[shown:]))
            more = f" and {left} more" if left else ""
            parts.append(f"Trunks, each between two squares: {', '.join(map(_run_words, found[:shown]))}{more}.")
        return parts, rows_of(state)

    return describe_briefly(told, view, lambda x, y: Node(x, y).words(state.width, state.height))


def _last(view: View) -> str:
    trunks = [str(step.action) for step in view.steps if isinstance(step.action, Trunk)]
    if trunks:
        return f"Last trunk: {', '.join(trunks)}."
    return last_move_words(step.action.square for step in view.steps if isinstance(step.action, House))


def _player(state: TerritoriesState, seat: int, name: str) -> str:
    own = [str(square) for square, owner in state.farms.items() if owner == seat]
    built = f"{'farm' if len(own) == 1 else 'farms'} on {' '.join(own)}" if own else "no farm yet"
    gone = ", out of the game" if seat in state.dropped else ""
    return f"{name} ({look(LOOKS[seat])}): {count(state.scores[seat], 'square')} of land, {built}{gone}."


def runs(trunks: Sequence[Trunk]) -> list[list[Trunk]]:
    """Trunks put together to straight fences, each from its left or upper end; the fence of the newest trunk first."""
    missing = dict.fromkeys(reversed(trunks))
    found = []
    while missing:
        run = [next(iter(missing))]
        step = (0, 1) if run[0].upright else (1, 0)
        for sign in (-1, 1):
            while (beyond := _shift(run[0 if sign < 0 else -1], step[0] * sign, step[1] * sign)) in missing:
                run.insert(0 if sign < 0 else len(run), beyond)
        for trunk in run:
            del missing[trunk]
        found.append(run)
    return found


def _shift(trunk: Trunk, dx: int, dy: int) -> Trunk:
    return Trunk(*(Square(square.x + dx, square.y + dy) for square in (trunk.first, trunk.second)))


def _run_words(run: Sequence[Trunk]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}"


def rows_of(state: TerritoriesState) -> Rows:
    """The board: farms, land, free farm spots."""
    cells = [[_OPEN] * state.width for _ in range(state.height)]
    for area in state.areas:
        if area.owner is not None:
            for square in area.squares:
                cells[square.y][square.x] = Cell(f"{_COLOURS[area.owner]} land", _LETTERS[area.owner].lower())
    for spot in state.free_spots:
        cells[spot.y][spot.x] = _SPOT
    for square, seat in state.farms.items():
        cells[square.y][square.x] = Cell(f"{_COLOURS[seat]} farm", _LETTERS[seat])
    one, other = _LETTERS
    free = ", o free farm spot" if state.free_spots else ""
    return Rows(cells, "open", f"{one} and {other} farms, {one.lower()} and {other.lower()} their land, . open{free}")
