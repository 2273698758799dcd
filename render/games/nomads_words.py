"""Nomads in words: what an action did, the story of the attack, what a move means. Nothing hidden is told."""

from __future__ import annotations

from collections.abc import Sequence

from render.view import Step
from render.words import CHOICE_LIMIT, clipped, count, general, listed
from rules import Action
from rules.nomads import KINDS, Kind, NomadsState
from rules.nomads.actions import Activate, Discover, Draw, Entry, FoundCity, Pay, Placate, Refuse, Road, Take
from rules.nomads.tiles import BARBARIAN_POINTS, NUMBER, TABLE, TERRAIN, TREASURE_POINTS
from rules.squares import Square

_ARTICLES = {"oasis": "an oasis", "grass": "grass", "desert": "desert"}
_PLURALS = {"oasis": "oases", "city": "cities", "grass": "grass", "desert": "desert"}


def a(kind: str) -> str:
    """A kind of tile with its article: ``an oasis``, ``grass``, ``a city``."""
    return _ARTICLES.get(kind, f"a {kind}")


def many(number: int, kind: str) -> str:
    """So many tiles of a kind: ``2 oases``, ``7 grass``."""
    return count(number, kind, _PLURALS.get(kind, ""))


def all_unseen(state: NomadsState) -> str:
    """How many of each kind are in the bag or lie face down: ``5 oases, 7 cities, …``."""
    return ", ".join(many(number, kind) for kind, number in state.unseen.items())


# ---------------------------------------------------------------------- what a move means


def activation_words(kind: Kind) -> str:
    """What activating a terrain brings: ``grass: draws 2; city, grass first; never mine, treasure``."""
    row = TABLE[NUMBER[kind]]
    rules = [f"{kind}: draws {row.draws}"]
    if row.forced:
        rules.append(f"{', '.join(KINDS[number] for number in sorted(row.forced))} first")
    if row.forbidden:
        rules.append(f"never {', '.join(KINDS[number] for number in sorted(row.forbidden))}")
    return "; ".join(rules)


def road_words(state: NomadsState, square: Square) -> str:
    """The tile under a road, whose it is, and what the road scores: ``your desert: you get 3, others 0``."""
    tile, points = state.tile(square), state.road_points(square)
    if tile is None or state.turn is None:
        return ""
    own = points[state.turn]
    scores = f"you get {own}, others {sum(points) - own}" if any(points) else "scores nothing now"
    return f"{'your' if tile.owner == state.turn else 'another’s'} {tile.kind}: {scores}"


def beside_words(state: NomadsState, square: Square) -> str:
    """What can be seen beside a space: ``beside city, grass``; empty where nothing can."""
    tiles = (state.tile(other) for other in square.beside(8, 8))
    kinds = [tile.kind for tile in tiles if tile is not None and tile.kind is not None]
    return f"beside {', '.join(kinds)}" if kinds else ""


def take_words(state: NomadsState, kind: Kind) -> str:
    """What taking a kind of tile of those drawn means."""
    if kind == "treasure":
        return f"{TREASURE_POINTS} points at the end, or it placates a band"
    if kind == "barbarian":
        return f"{BARBARIAN_POINTS} points now, one more band at the end, one more tile face down"
    points = count(TABLE[TERRAIN.index(kind)].points, "point")
    to = state.doing.to if isinstance(state.doing, Activate) else None
    if to is None or state.tile(to) is not None:
        return f"{points}; no space is left for it"
    return f"{points}; it goes on {to}"


def move_words(state: NomadsState, action: Action) -> str:
    """A legal move as a choice in a list: ``road C4 · your desert: you get 3, others 0``; 100 characters at most."""
    about = ""
    if isinstance(action, Discover | FoundCity):
        about = beside_words(state, action.square)
    elif isinstance(action, Activate):
        tile = state.tile(action.square)
        about = activation_words(tile.kind) if tile is not None and tile.kind is not None else ""
    elif isinstance(action, Road):
        about = road_words(state, action.square)
    elif isinstance(action, Take):
        about = take_words(state, action.kind)
    elif isinstance(action, Placate):
        about = f"give up a treasure: the city on {state.target} stands"
    elif isinstance(action, Pay):
        about = f"{state.options.tribute} points: the city on {state.target} stands"
    elif isinstance(action, Refuse):
        about = f"the city on {state.target} is razed"
    return clipped(f"{action} · {about}" if about else str(action), CHOICE_LIMIT)


# ---------------------------------------------------------------------- what has happened


def told(step: Step, names: Sequence[str]) -> str:
    """What one action did, and what the barbarians did after it without being asked; empty if that is told elsewhere."""
    before, action, after = step
    if not isinstance(before, NomadsState) or not isinstance(after, NomadsState):
        return ""
    deed = general(before, action, names) or _deed(before, action, after, names)
    return " ".join(filter(None, (deed, _attack(before, after, names))))


def _deed(before: NomadsState, action: Action, after: NomadsState, names: Sequence[str]) -> str:
    if isinstance(action, Entry):
        return f"The barbarians will enter at {action.square}."
    if before.turn is None:
        return ""
    name = names[before.turn]
    if isinstance(action, FoundCity):
        return f"{name} founded a city on {action.square}{_gain(before, after)}."
    if isinstance(action, Take):
        return f"{name} {_taken(before, after, action.kind)}."
    if not isinstance(action, Draw):
        return ""  # what was begun is told with the draw that ends it
    if before.draws_face_down:
        return _face_down(before, after, names)
    if isinstance(before.doing, Discover):
        return _discovered(before, after, action.kind, name)
    return _explored(before, after, action.kind, name)


def _gain(before: NomadsState, after: NomadsState) -> str:
    """What the seat in turn got: `` (+2)``."""
    seat = before.turn or 0
    return f" (+{after.points[seat] - before.points[seat]})"


def _discovered(before: NomadsState, after: NomadsState, kind: Kind, name: str) -> str:
    square = before.doing.square if before.doing is not None else ""
    if kind == "treasure":
        return f"{name} discovered a treasure at {square} and moves again."
    if kind == "barbarian":
        return f"{name} met a barbarian at {square}{_gain(before, after)}: one more band."
    return f"{name} discovered {a(kind)} on {square}{_gain(before, after)}."


def _face_down(before: NomadsState, after: NomadsState, names: Sequence[str]) -> str:
    where = f"tile face down on {before.next_space}"
    doing, seat = before.doing, before.turn or 0
    if isinstance(doing, Road):
        scored = [
            f"{names[i]} +{new - old}"
            for i, (old, new) in enumerate(zip(before.points, after.points, strict=True))
            if new > old
        ]
        gains = f": {listed(scored)}" if scored else ", which scores nothing yet"
        return f"{names[seat]} built a road on {doing.square}{gains}; a {where}."
    if isinstance(doing, Discover) and after.phase == "turn":
        return f"A {where}; {names[seat]} moves again."
    return f"A {where}."


def _explored(before: NomadsState, after: NomadsState, kind: Kind, name: str) -> str:
    """The last draw of an activation: what was activated, what was drawn, and what came of it where nobody chooses."""
    if after.drawn and after.phase == "draw":
        return ""
    doing, drawn = before.doing, (*before.drawn, kind)
    if not isinstance(doing, Activate):
        return ""
    tile = before.tile(doing.square)
    begun = f"{name} activated the {tile.kind if tile is not None else ''} on {doing.square}"
    if after.phase == "choice":
        return f"{begun} and drew {_tiles(drawn)}."
    kept = next((each for each in drawn if _has_taken(before, after, each)), None)
    if kept is None:
        return f"{begun} and drew {_tiles(drawn)}: all of it went back."
    return f"{begun}, drew {_tiles(drawn)}, and {_taken(before, after, kept)}."


def _tiles(drawn: Sequence[Kind]) -> str:
    """The tiles drawn, equal ones together: ``2 grass and a mine``."""
    kinds = dict.fromkeys(drawn)
    return listed(many(n, kind) if (n := drawn.count(kind)) > 1 else a(kind) for kind in kinds)


def _has_taken(before: NomadsState, after: NomadsState, kind: Kind) -> bool:
    """Whether one tile of that kind did not go back into the bag."""
    drawn = before.drawn.count(kind)
    return after.unseen[kind] < before.unseen[kind] + drawn


def _taken(before: NomadsState, after: NomadsState, kind: Kind) -> str:
    """What the seat in turn did with the tile it took: ``laid grass on D4 (+2)``."""
    to = before.doing.to if isinstance(before.doing, Activate) else None
    if kind == "treasure":
        return "took the treasure"
    if kind == "barbarian":
        return f"took the barbarian{_gain(before, after)}: one more band"
    if to is not None and before.tile(to) is None:
        return f"laid {a(kind)} on {to}{_gain(before, after)}"
    return f"took {a(kind)}{_gain(before, after)}, for which no space was left"


# ---------------------------------------------------------------------- the attack


def _attack(before: NomadsState, after: NomadsState, names: Sequence[str]) -> str:
    """The story of the attack as far as it went on, band by band."""
    fought = after.phase == "attack" or after.final is not None
    if not fought or before.final is not None:
        return ""
    story = []
    if before.phase != "attack":
        bands = count(after.all_bands, "band")
        story.append(f"**The board is full, and {bands} of barbarians come from {after.start}.**")
    for raid in after.raids[len(before.raids) :]:
        if raid.city is None or raid.founder is None:
            story.append("Every city is occupied, so the barbarians leave them all.")
        elif raid.deed == "razed":
            story.append(f"{raid.city}: {names[raid.founder]}’s city is razed.")
        else:
            price = "gives a treasure" if raid.deed == "placated" else f"pays {after.options.tribute} points"
            story.append(f"{raid.city}: {names[raid.founder]} {price}, and the city stands.")
    if after.phase == "attack" and after.seat is not None:
        story.append(f"{after.target}: {names[after.seat]} decides; {count(after.bands, 'band')} to go.")
    elif not after.winners:
        story.append("No city stands: **nobody wins**.")
    return " ".join(story)


def bands_words(state: NomadsState) -> str:
    """The bands to come, and where they would go first: ``5 bands to come, from C3, first to D4``."""
    bands = count(state.bands, "band")
    if state.phase == "attack":
        return f"{bands} to go, at {state.target}"
    start = f", from {state.start}" if state.start is not None else ""
    first = f", first to {state.nearest_city}" if state.nearest_city is not None else ""
    return f"{bands} to come{start}{first}"
