"""The reasons for a move of Nomads: its points, its benefit to others, and the cities that the bands would raze."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.games.nomads.directions import best_other_activation, compare_directions
from render.games.nomads.prospects import average, lost_after, reached_later, road_by_another, sure_points, worth
from render.games.nomads.words import with_article
from render.text.reasons import Reason, Sort, capitalize, name_seat
from render.text.words import join_words
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Pay, Placate, Refuse, Road, Take
from rules.nomads.tiles import TREASURE_POINTS
from rules.squares import Square
from rules.words import count

ONLY_CITY = "You have no other city: without one that stands, your final score is 0 (N16)."
UNSEEN = "by the tiles not seen, "
"""A treasure among them counts as the 20 points that it is worth at the end."""


def obvious_other(state: NomadsState, moves: Sequence[Action]) -> Action | None:
    """Return the most obvious alternative to the first of ``moves``: the one that brings the most points on average.

    For a turn it is a move of another kind, or the best other road; all spaces to discover count as equal. For an activation it
    is another activation if no other kind brings more.
    """
    move = moves[0]
    others = [each for each in state.moves() if each != move]
    if state.phase == "choice":
        return max((each for each in others if isinstance(each, Take)), key=lambda each: worth(each.kind), default=None)
    if state.phase != "turn":
        return others[0] if others else None
    known = [each for each in others if isinstance(each, Road) or not isinstance(each, type(move) | Activate)]
    best = max(known or others, key=lambda each: average(state, each), default=None)
    if isinstance(move, Activate) and len(state.empty) > 2:
        activation = best_other_activation(state, move)
        if activation is not None and (best is None or average(state, activation) >= average(state, best)):
            return activation
    return best


def reasons(state: NomadsState, moves: Sequence[Action], other: Action | None, names: Sequence[str]) -> Iterator[Reason]:
    """Yield the reasons for the first of ``moves``, compared with ``other``."""
    move = moves[0]
    if len(state.moves()) == 1:
        yield Reason(Sort.FORCED, "It is your only legal move.")
    if isinstance(move, Take):
        yield from _take(state, move, other)
    elif isinstance(move, Placate | Pay | Refuse):
        yield from _answer(state, move, other)
    else:
        yield _points(state, move, other)
        if isinstance(move, Activate) and isinstance(other, Activate):
            yield from compare_directions(state, move, other)
        if isinstance(move, FoundCity) and not _own_cities(state):
            yield Reason(Sort.GAINS, ONLY_CITY)
        yield from _last_spaces(state, move, other, names)
        yield from _bands(state, move, other, names)
        if isinstance(other, Road) and not isinstance(move, Road | FoundCity):
            yield from _can_wait(state, move, other, names)


# ---------------------------------------------------------------------- a turn


def _points(state: NomadsState, move: Action, other: Action | None) -> Reason:
    unseen = isinstance(move, Discover | Activate)
    by = UNSEEN if isinstance(other, Discover | Activate) and not unseen else ""
    compared = "" if other is None else f"; {by}{_name(other)} {_brings(state, other)}"
    if isinstance(other, Activate) and _brings(state, move) == _brings(state, other):
        compared = f", as does {_name(other)}"
    return Reason(Sort.GAINS, capitalize(f"{UNSEEN if unseen else ''}it {_brings(state, move)}{compared}."))


def _brings(state: NomadsState, move: Action) -> str:
    """Return ``scores 7 for you and 2 for others now`` or ``brings 4.2 points on average``."""
    if isinstance(move, Discover | Activate):
        return f"brings {average(state, move):.1f} points on average"
    points = sure_points(state, move)
    mine = points[state.seat or 0]
    others = sum(points) - mine
    return f"scores {mine} for you{f' and {others} for others' if others else ''} now"


def _can_wait(state: NomadsState, move: Action, road: Road, names: Sequence[str]) -> Iterator[Reason]:
    """Yield the points that remain if somebody else builds a road that would bring more at once."""
    seat = state.seat or 0
    kept = road_by_another(state, road)[seat]
    if kept and sure_points(state, road)[seat] > average(state, move):
        who = name_seat(state, 1 - seat, names) if state.seats == 2 else "another player"
        yield Reason(
            Sort.COSTS, f"The road on {road.square} can wait: if {who} builds it as the land lies, you still score {kept}."
        )


def _last_spaces(state: NomadsState, move: Action, other: Action | None, names: Sequence[str]) -> Iterator[Reason]:
    """Yield whether the move fills the board, or the move or the other one leaves one space to the next player (N11)."""
    left = len(state.empty)
    if left == 1:
        if isinstance(move, Discover):
            yield Reason(Sort.RISKS, "Unless it finds a treasure, it fills the last space, and the bands come.")
        else:
            yield Reason(Sort.RISKS, "It fills the last space, and the bands come.")
    elif left == 2:
        seats = [*state.left, *state.left]
        whom = name_seat(state, seats[seats.index(state.seat or 0) + 1], names)
        if isinstance(move, Road | FoundCity):
            yield Reason(Sort.RISKS, f"It leaves one space: {whom} can fill it, and then the bands come.")
        elif isinstance(move, Activate) and isinstance(other, Road | FoundCity):
            yield Reason(
                Sort.STOPS, f"{capitalize(_name(other))} leaves one space: {whom} can fill it, and then the bands come."
            )


def _name(move: Action) -> str:
    if isinstance(move, Discover):
        return "discovering"
    if isinstance(move, FoundCity):
        return f"a city on {move.square}"
    if isinstance(move, Road):
        return f"a road on {move.square}"
    return f"activating {move.square} towards {move.to}" if isinstance(move, Activate) else str(move)


def _own_cities(state: NomadsState) -> set[Square]:
    return {square for square, tile in state.tiles.items() if tile.kind == "city" and tile.owner == state.seat}


def _bands(state: NomadsState, move: Action, other: Action | None, names: Sequence[str]) -> Iterator[Reason]:
    """Yield the cities that the bands would reach after the move, and after the other one, if they came then.

    Saving a city by a treasure turns no band away: the next one still goes to the nearest of the others (N13).
    """
    lost = lost_after(state, move)
    there = lost if other is None else lost_after(state, other)
    own = _own_cities(state)
    if isinstance(move, FoundCity):
        fate = "would reach" if move.square in lost else "would not get to"
        yield Reason(
            Sort.RISKS if move.square in lost else Sort.GAINS, f"If the bands came then, they {fate} the city on {move.square}."
        )
    saved, given = sorted(own & there - lost), sorted(own & lost - there)
    others = sorted((lost - there) - own - {_founded(move)})
    if saved and other is not None:
        told = f"It keeps your {_cities(saved)} out of the bands' way, if they came then"
        yield Reason(Sort.STOPS, f"{told}; {_name(other)} leaves {_them(saved)} to them.")
    if given and other is not None:
        told = f"If the bands came then, they would reach your {_cities(given)}"
        yield Reason(Sort.RISKS, f"{told}; after {_name(other)}, they would not.")
    if others and not saved:
        tile = state.tile(others[0])
        whose = name_seat(state, tile.owner, names) if tile is not None and tile.owner is not None else "somebody"
        yield Reason(Sort.STOPS, f"If the bands came then, they would reach the city of {whose} on {others[0]}.")


def _founded(move: Action) -> Square | None:
    return move.square if isinstance(move, FoundCity) else None


def _cities(squares: Sequence[Square]) -> str:
    return f"{'city' if len(squares) == 1 else 'cities'} on {join_words(map(str, squares))}"


def _them(squares: Sequence[Square]) -> str:
    return "it" if len(squares) == 1 else "them"


# ---------------------------------------------------------------------- a choice, an answer


def _take(state: NomadsState, move: Take, other: Action | None) -> Iterator[Reason]:
    def tell(take: Take) -> str:
        points = worth(take.kind)
        return f"{points} at the end" if take.kind == "treasure" else f"{points} now"

    compared = f"; {with_article(other.kind)}, {tell(other)}" if isinstance(other, Take) else ""
    yield Reason(Sort.GAINS, f"{with_article(move.kind).capitalize()} scores {tell(move)}{compared}.")
    if move.kind == "treasure":
        yield Reason(Sort.STOPS, "It can save a city from a band instead (N13).")
    if move.kind == "barbarian":
        yield Reason(Sort.RISKS, f"One band more will come: {state.all_bands + 1} in all.")
    elif isinstance(other, Take) and other.kind == "barbarian":
        yield Reason(Sort.STOPS, f"No band is added: {state.all_bands} will come so far.")
    to = state.doing.to if isinstance(state.doing, Activate) else None
    if move.kind == "city" and to in state.empty and not _own_cities(state):
        yield Reason(Sort.STOPS, ONLY_CITY)


def _answer(state: NomadsState, move: Action, other: Action | None) -> Iterator[Reason]:
    """Yield the value of the city to its founder, and the cost of saving it."""
    target = state.target
    rest = len(_own_cities(state) - {target})
    standing = sum(tile.kind == "city" for tile in state.tiles.values()) - 1
    held = state.treasures[state.seat or 0]
    saving = f"the treasure, {TREASURE_POINTS} points at the end" if held else f"the {state.options.tribute} points"
    if isinstance(move, Refuse):
        yield Reason(Sort.GAINS, f"You keep {saving}.")
        if rest:
            yield Reason(Sort.RISKS, f"The city on {target} is razed; {_stand(rest)}.")
            yield from _still_reached(state)
        else:
            ends = " Nobody's city stands then, and nobody wins (N15)." if not standing else ""
            yield Reason(Sort.RISKS, f"It was your last city: your final score is 0.{ends}")
        return
    placated = isinstance(move, Placate)
    cost = f"a treasure, {TREASURE_POINTS} points at the end" if placated else f"{state.options.tribute} points"
    last = "your last one: without it your final score is 0" if not rest else f"and {count(rest, 'other')} of yours with it"
    yield Reason(Sort.GAINS, f"The city on {target} stands, {last}.")
    if placated and isinstance(other, Pay):
        cost += f" (paying, {state.options.tribute} now)"
    elif isinstance(other, Placate):
        cost += f" now (placating, {TREASURE_POINTS} at the end)"
    left = state.bands - 1
    bands = f"{count(left, 'band')} {'is' if left == 1 else 'are'} still to come" if left else "it is the last band"
    yield Reason(Sort.COSTS, f"It costs {cost}; {bands}.")
    if rest:
        yield from _still_reached(state)


def _still_reached(state: NomadsState) -> Iterator[Reason]:
    """Yield the founder's other cities that the remaining bands reach, if no answer can change that."""
    reached, own = reached_later(state), _own_cities(state) - {state.target}
    if reached is None:
        return
    if lost := sorted(own & reached):
        yield Reason(Sort.COSTS, f"The bands still to come reach your {_cities(lost)}, too.")
    elif state.bands > 1:
        yield Reason(Sort.COSTS, f"The bands still to come do not get to your {_cities(sorted(own))}.")


def _stand(number: int) -> str:
    return "1 other of yours still stands" if number == 1 else f"{number} others of yours still stand"
