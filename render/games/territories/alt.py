"""The description of a picture of Territories."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.territories.words import LOOKS, between, find_undecided_squares
from render.text.describe import Cell, Phrase, Position
from render.text.words import look, turn_words
from render.view import View
from rules.squares import Square
from rules.territories import Node, TerritoriesState, Trunk
from rules.words import count

_OPEN, _SPOT = Cell("open"), Cell("free farm spot")


def describe_position(state: TerritoriesState, view: View, names: Sequence[str]) -> Position:
    """Return the description: whose turn it is, the open end, scores, the fences (newest first), farms and lands."""
    parts = list[str]()
    if state.open_end is not None:
        parts.append(f"The fence in progress ends at {state.open_end.words(state.width, state.height)}.")
    if not state.is_over and state.phase != "farms":
        parts.append(f"{count(find_undecided_squares(state), 'square')} of land still open.")
    parts += [_player(state, seat, name) for seat, name in enumerate(names)]
    found = [_name_run(run) for run in runs([laid.trunk for laid in state.trunks])]
    fences = Phrase("", "fence" if len(found) == 1 else "fences", found)
    return position_of_board(state, f"Territories. {turn_words(state, names)}", names)._replace(
        sentences=parts, phrases=[fences]
    )


def position_of_board(state: TerritoriesState, title: str, names: Sequence[str] = ()) -> Position:
    """Return the description of the board alone: farms, lands, free farm spots."""
    cells = [[_OPEN] * state.width for _ in range(state.height)]
    for area in state.areas:
        if area.owner is not None:
            for square in area.squares:
                cells[square.y][square.x] = Cell("land", names[area.owner])
    for spot in state.free_spots:
        cells[spot.y][spot.x] = _SPOT
    for square, seat in state.farms.items():
        cells[square.y][square.x] = Cell("farm", names[seat])
    return Position(title, (), cells, _OPEN.kind, name_node=lambda x, y: Node(x, y).words(state.width, state.height))


def _player(state: TerritoriesState, seat: int, name: str) -> str:
    gone = ", out of the game" if seat in state.dropped else ""
    return f"{name} ({look(LOOKS[seat])}): {count(state.scores[seat], 'square')} of land, {_count_farms(state, seat)}{gone}."


def _count_farms(state: TerritoriesState, seat: int) -> str:
    farms = sum(owner == seat for owner in state.farms.values())
    return count(farms, "farm") if farms else "no farm yet"


def runs(trunks: Sequence[Trunk]) -> list[list[Trunk]]:
    """Return the trunks joined into straight fences, each from its left or upper end; the newest trunk's fence comes first."""
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


def _name_run(run: Sequence[Trunk]) -> str:
    """Return ``between C2 and D2``, or ``between C2 and D2 down to C5 and D5``."""
    first, last = run[0], run[-1]
    if len(run) == 1:
        return between(first)
    return f"{between(first)} {'down' if first.upright else 'along'} to {last.first} and {last.second}"
