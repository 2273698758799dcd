"""The reasons for a move of Nomads: its points, and the cities that the barbarians would raze."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.games.nomads.prospects import (
    average,
    find_new_road,
    is_highest_average,
    lost_after,
    lost_to_bands,
    sure_points,
    worth,
)
from render.text.words import join_words, name_seat
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Pay, Placate, Refuse, Road, Take
from rules.nomads.tiles import TREASURE_POINTS
from rules.squares import Square
from rules.words import count

ONLY_CITY = "Without a city of your own, your final score is 0."
"""N16: the reason why a city matters."""
ANOTHER_CITY = "With one more city, you are less likely to lose them all, and to score 0 then."


def reasons(state: NomadsState, moves: Sequence[Action], names: Sequence[str]) -> Iterator[str]:
    """Yield the reasons for the first of ``moves``."""
    move = moves[0]
    if isinstance(move, Take):
        yield from _take(state, move)
    elif isinstance(move, Placate | Pay | Refuse):
        yield from _answer(state, move)
    else:
        yield from _turn(state, move, names)


def _turn(state: NomadsState, move: Action, names: Sequence[str]) -> Iterator[str]:
    own, points = _own_cities(state), sure_points(state, move)
    mine = points[state.seat or 0]
    lost, lost_now = lost_after(state, move), lost_to_bands(state)
    if isinstance(move, FoundCity):
        yield ANOTHER_CITY if own else ONLY_CITY
    if saved := sorted(own & lost_now - lost):
        yield f"As things stand, it keeps the barbarians away from your {_cities(saved)}."
    if mine > max(other for seat, other in enumerate(points) if seat != state.seat):
        yield f"It brings you {count(mine, 'point')} at once."
    if isinstance(move, Road) and (best := find_new_road(state, move)):
        square, later = best
        yield f"A road on {square} would then bring you {count(later, 'point')}."
    others = {square: tile.owner for square in lost - lost_now - own if (tile := state.tile(square)) is not None}
    for square, owner in sorted(others.items()):
        if owner is not None:
            yield f"As things stand, it leads the barbarians to the city of {name_seat(state, owner, names)} on {square}."
    if isinstance(move, Discover | Activate) and (about := round(average(state, move))) and is_highest_average(state, move):
        what = "A random tile" if isinstance(move, Discover) else "The best tile that you may take"
        yield f"{what} is worth about {count(about, 'point')} on average, treasures and barbarians included."


def _own_cities(state: NomadsState) -> set[Square]:
    return {square for square, tile in state.tiles.items() if tile.kind == "city" and tile.owner == state.seat}


def _cities(squares: Sequence[Square]) -> str:
    return f"{'city' if len(squares) == 1 else 'cities'} on {join_words(map(str, squares))}"


def _take(state: NomadsState, move: Take) -> Iterator[str]:
    points = worth(move.kind)
    to = state.doing.to if isinstance(state.doing, Activate) else None
    if move.kind == "city" and to in state.empty and not _own_cities(state):
        yield ONLY_CITY
    if Take("barbarian") in state.moves() and points < worth("barbarian"):
        yield "It adds no barbarian to those that attack at the end."
    if points:
        yield f"It is worth {count(points, 'point')}{' at the end' if move.kind == 'treasure' else ''}."


def _answer(state: NomadsState, move: Placate | Pay | Refuse) -> Iterator[str]:
    """Yield the reason for an answer: the city that it saves, or the cost that it avoids if another city of the seat stands."""
    others = _own_cities(state) - {state.target}
    if not isinstance(move, Refuse):
        last = "It saves your last city, and without one your final score is 0."
        yield f"Then {state.target} is safe until every city has a barbarian." if others else last
    elif others and state.treasures[state.seat or 0]:
        yield f"You keep the treasure, worth {count(TREASURE_POINTS, 'point')} at the end."
    elif others:
        yield f"You keep {count(state.options.tribute, 'point')}."
