"""Phrases of Nomads: tiles, scores, the meaning of moves, the barbarians to come. Nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from render.text.words import CHOICE_LIMIT, THEN, clip, join_words, whose
from rules import Action
from rules.nomads import KINDS, Kind, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Pay, Placate, Refuse, Road, Take
from rules.nomads.attack import count_cities
from rules.nomads.grid import BESIDE, LINKED, SQUARES, group_of, number
from rules.nomads.tiles import BARBARIAN_POINTS, CITY_BY_ROAD, NUMBER, TABLE, TREASURE_POINTS
from rules.squares import Square
from rules.words import count

_ARTICLES = {"oasis": "an oasis", "grass": "grass"}
_PLURALS = {"oasis": "oases", "city": "cities", "grass": "grass"}
_LINKED_LAND = ("oasis", "mine")
"""The land that scores in a network without a road on it."""
_ROAD_LIMIT = CHOICE_LIMIT - len("road C4 · ")
"""Maximum length of what a road brings, in characters."""
_MOST_LINKED = 3
"""Maximum number of linked cities that are named, to fit into two lines on a phone."""


def with_article(kind: str) -> str:
    """Return a kind of tile with its article: ``an oasis``, ``grass``, ``a city``."""
    return _ARTICLES.get(kind, f"a {kind}")


def count_tiles(number: int, kind: str) -> str:
    """Return a number of tiles of a kind: ``2 oases``, ``7 grass``, ``2 deserts``."""
    return count(number, kind, _PLURALS.get(kind, ""))


def list_tiles(kinds: Sequence[str]) -> str:
    """Return tiles, grouping equal ones: ``2 deserts and a mine``."""
    return join_words(
        count_tiles(n, kind) if (n := kinds.count(kind)) > 1 else with_article(kind) for kind in dict.fromkeys(kinds)
    )


def list_unseen_tiles(state: NomadsState) -> str:
    """Return the number of tiles of each kind in the bag or face down: ``5 oases, 7 cities, …``."""
    return ", ".join(count_tiles(number, kind) for kind, number in state.unseen.items())


def points_words(state: NomadsState, seat: int) -> str:
    """Return ``27 points``; after the attack ``121 points (20 of them for a treasure)``."""
    points = count(state.scores[seat], "point")
    number = state.treasures[seat]
    if state.final is None or not number or not state.scores[seat]:
        return points
    what = "a treasure" if number == 1 else count(number, "treasure")
    return f"{points} ({number * TREASURE_POINTS} of them for {what})"


# ---------------------------------------------------------------------- the meaning of moves


def activation_words(kind: Kind) -> str:
    """Return the effect of activating a terrain.

    For example ``draw 2, take 1: must be city or grass if drawn, never mine or treasure``.
    """
    row = TABLE[NUMBER[kind]]
    must = f"must be {join_words(_kinds(row.forced), 'or')} if drawn" if row.forced else ""
    never = f"never {join_words(_kinds(row.forbidden), 'or')}" if row.forbidden else ""
    return f"draw {row.draws}, take 1: {', '.join(filter(None, (must, never)))}"


def why_no_choice(kind: Kind, drawn: Sequence[Kind], kept: Kind | None) -> str:
    """Return the reason why only one of the drawn tiles, or none, could be taken (N7).

    For example `` (grass gives no treasure)``; empty if all are of one kind.
    """
    row = TABLE[NUMBER[kind]]
    if kept is not None and NUMBER[kept] in row.forced:
        told = f"it had to be {kept}" if set(drawn) > {kept} else ""
    else:
        never = [each for each in dict.fromkeys(drawn) if NUMBER[each] in row.forbidden]
        told = f"{with_article(kind)} gives no {join_words(never, 'or')}" if never else ""
    return f" ({told})" if told else ""


def limit_words(state: NomadsState) -> str:
    """Return the reason why some of the drawn tiles may not be taken (N7).

    For example ``: from a mine it must be city or grass``; empty if all may be taken.
    """
    tile = state.tile(state.doing.square) if isinstance(state.doing, Activate) else None
    if tile is None or tile.kind is None or set(state.drawn) <= set(state.choices):
        return ""
    row = TABLE[NUMBER[tile.kind]]
    first, never = _kinds(row.forced), _kinds(row.forbidden)
    if set(first) & set(state.drawn):
        return f": from {with_article(tile.kind)} it must be {join_words(first, 'or')}"
    return f", but no {join_words(never, 'or')}"


def _kinds(numbers: Collection[int]) -> list[str]:
    return [KINDS[number] for number in sorted(numbers)]


def road_words(state: NomadsState, square: Square) -> str:
    """Return the points that a road brings: ``you get 2 for linking 1 city, your opponent 3 for a mine``."""
    points = state.road_points(square)
    if state.turn is None or not any(points):
        return f"no points: {why_no_points(state, square)}"
    shares, others = road_shares(state, square), sum(points) - points[state.turn]
    told, who = f"you get {shares[state.turn] or 'none'}", "your opponent" if state.seats == 2 else "the others"
    if not others:
        return told
    whole = f"{told}, {who} {shares[1 - state.turn] if state.seats == 2 else others}"
    return whole if len(whole) <= _ROAD_LIMIT else f"{told}, {who} {others}"


def road_shares(state: NomadsState, square: Square) -> list[str]:
    """Return each seat's points for a road: ``9 (4 for linking 2 cities, 5 for a mine and a road)``; empty for none.

    The cities score for the seat that builds it, and the oases, mines and roads for their owners (N10).
    """
    tiles = list(filter(None, map(state.tile, state.scored_by_road(square))))
    cities = sum(tile.kind == "city" for tile in tiles)
    shares = list[str]()
    for seat, points in enumerate(state.road_points(square)):
        by_cities = cities * CITY_BY_ROAD if seat == state.turn else 0
        own = [tile.kind for tile in tiles if tile.owner == seat and tile.kind != "city"]
        linked = [kind if kind in _LINKED_LAND else "road" for kind in own]
        named = list_tiles(linked) if len({*linked}) <= 2 else f"{len(own)} linked tiles"
        sources = ((by_cities, f"linking {count_tiles(cities, 'city')}"), (points - by_cities, named))
        told = ", ".join(f"{part} for {source}" for part, source in sources if part)
        shares.append(f"{points} ({told})" if 0 < by_cities < points else told)
    return shares


def why_no_points(state: NomadsState, square: Square) -> str:
    """Return why a road does not score (N10): it meets no network, or only one that has a road already."""
    groups = [group_of(state.cells, other) for other in BESIDE[number(square)] if LINKED[state.cells[other]]]
    met = [(each, tile) for space in set[int]().union(*groups) if (tile := state.tile(each := SQUARES[space]))]
    cities = [str(city) for city, tile in sorted(met) if tile.kind == "city"]
    if not cities:
        return "it only makes a road longer" if any(tile.road for _, tile in met) else "it meets no city or road"
    named = join_words(cities) if len(cities) <= _MOST_LINKED else f"all {len(cities)} cities that it reaches"
    roads = [each for each, tile in met if tile.road]
    to = f"the road on {roads[0]}" if len(roads) == 1 else "roads"
    return f"{named} {'is' if len(cities) == 1 else 'are'} linked to {to} already"


def take_words(state: NomadsState, kind: Kind) -> str:
    """Return the effect of taking a kind of tile from those drawn."""
    if kind == "treasure":
        return f"{TREASURE_POINTS} points at the end, or saves a city"
    if kind == "barbarian":
        return f"{BARBARIAN_POINTS} points, but one more attacks at the end"
    row = TABLE[NUMBER[kind]]
    points = count(row.points, "point")
    to = state.doing.to if isinstance(state.doing, Activate) else None
    if to is None or state.tile(to) is not None:
        return f"{points}; no space is left for it"
    return f"{points}; draws {row.draws} when activated"


def move_words(state: NomadsState, action: Action) -> str:
    """Return a legal move as a choice in a list: ``city F1 · +5``; at most 100 characters."""
    about = ""
    if isinstance(action, Discover):
        about = "draws a tile"
    elif isinstance(action, FoundCity):
        about = f"+{TABLE[NUMBER['city']].points}"
    elif isinstance(action, Activate):
        tile = state.tile(action.square)
        if tile is not None and tile.kind is not None:
            about = activation_words(tile.kind)
            if action.to == state.next_space:  # the last empty space (N7)
                about = f"draw {TABLE[NUMBER[tile.kind]].draws}, take 1, which only scores: barbarians fill {action.to}"
    elif isinstance(action, Road):
        about = road_words(state, action.square)
    elif isinstance(action, Take):
        about = take_words(state, action.kind)
    elif isinstance(action, Placate):
        return f"give a treasure · costs {TREASURE_POINTS} points, saves {state.target}{_next_words(state, action)}"
    elif isinstance(action, Pay):
        return f"pay {count(state.options.tribute, 'point')} · saves {state.target}{_next_words(state, action)}"
    elif isinstance(action, Refuse):
        left = left_words(state)
        return f"lose the city · {f'costs no points; {left}{_next_words(state, action)}' if left else loss_words(state)}"
    told = f"activate {action.square} → {action.to}" if isinstance(action, Activate) else str(action)
    return clip(f"{told} · {about}" if about else told, CHOICE_LIMIT)


def _next_words(state: NomadsState, answer: Placate | Pay | Refuse) -> str:
    """Return where the next barbarian goes after an answer: ``; 2 barbarians follow, next D5``; empty if none does."""
    after = state.play(answer)
    raids = [raid.city for raid in after.raids[len(state.raids) :] if raid.city is not None]
    to = raids[1] if len(raids) > 1 else after.target
    more = more_words(state)
    return f"{more}, next {to}{' again' if to == state.target else ''}" if more and to else ""


def more_words(state: NomadsState) -> str:
    """Return how many barbarians are left after the one that attacks: ``; 1 barbarian follows``; empty if none is."""
    more = state.bands - 1
    return f"; {count(more, 'barbarian')} follow{'s' if more == 1 else ''}" if more else ""


def left_words(state: NomadsState) -> str:
    """Return which cities the founder has besides the one that is attacked: ``you also have D5``; empty if none."""
    own = [square for square, tile in state.tiles.items() if (tile.kind, tile.owner) == ("city", state.seat)]
    others = [str(square) for square in own if square != state.target]
    return f"you also have {others[0] if len(others) == 1 else count(len(others), 'city', 'cities')}" if others else ""


def loss_words(state: NomadsState) -> str:
    """Return the consequence of losing the founder's last city (N15, N16)."""
    stands = sum(count_cities(state.cells, state.seats)) > 1
    return "you score 0, as it is your last" if stands else "nobody wins, as no other city stands"


def to_infinitive(state: NomadsState, action: Action) -> str:
    """Return a move as an infinitive: ``build a road on C4``, ``take an oasis``, ``give up the city on D6``."""
    if isinstance(action, Discover):
        return f"discover {action.square}"
    if isinstance(action, FoundCity):
        return f"build a city on {action.square}"
    if isinstance(action, Road):
        return f"build a road on {action.square}"
    if isinstance(action, Activate):
        return f"activate {action.square} for {action.to}"
    if isinstance(action, Take):
        return f"take {with_article(action.kind)}"
    if isinstance(action, Placate):
        return f"save the city on {state.target} with a treasure"
    if isinstance(action, Pay):
        return f"save the city on {state.target} by {count(state.options.tribute, 'point')}"
    return f"give up the city on {state.target}"


def to_infinitives(state: NomadsState, moves: Sequence[Action]) -> str:
    """Return the decisions of a seat in a row: ``save the cities on C8 and D2 with a treasure each``."""
    phrases = list[tuple[str, Square | None]]()
    for move in moves:
        phrases.append((to_infinitive(state, move).replace(f"the city on {state.target}", "the city"), state.target))
        state = state.play(move)
    told = list[str]()
    for phrase, same in groupby(phrases, key=lambda each: each[0]):
        targets = [target for _, target in same]
        cities = list(dict.fromkeys(targets))
        if len(cities) < len(targets):
            phrase += " each time"
        elif len(cities) > 1 and phrase.startswith("save"):
            phrase += " each"
        named = f"the {'city' if len(cities) == 1 else 'cities'} on {join_words(list(map(str, cities)))}"
        told.append(phrase.replace("the city", named))
    return THEN.join(told)


def bands_words(state: NomadsState, names: Sequence[str]) -> str:
    """Return a phrase about the coming attack: ``9 spaces left, then 5 barbarians attack (nearest now: D4)``."""
    if state.phase == "attack":
        holder = "the" if state.seat is None else whose(names[state.seat])
        again = " again" if any(raid.city == state.target for raid in state.raids) else ""
        number = state.all_bands - state.bands + 1
        return f"Barbarian {number} of {state.all_bands} attacks {holder} city on {state.target}{again}"
    attack = f"{count(len(state.empty), 'space')} left, then {count(state.all_bands, 'barbarian')} attack"
    if state.nearest_city is not None:
        return f"{attack} (nearest now: {state.nearest_city})"
    return attack + (f" (now from {state.start})" if state.start is not None else "")


def points_before(state: NomadsState, seat: int) -> int:
    """Return the points that a seat had when the attack began: its current points, and those that it has paid since."""
    paid = sum(raid.fate == "paid" and raid.founder == seat for raid in state.raids)
    return state.points[seat] + paid * state.options.tribute


def final_words(state: NomadsState, seat: int) -> str:
    """Return a seat's final points: ``104``; ``58 → 0`` if the attack took them (N15)."""
    lost = points_before(state, seat) if not state.scores[seat] else 0
    return f"{lost} → 0" if lost else str(state.scores[seat])


def before_words(state: NomadsState, seat: int) -> str:
    """Return the beginning of a score, ``53 before the attack, now ``; empty before the attack."""
    return "" if state.final is None else f"{points_before(state, seat)} before the attack, now "


def treasure_gain(state: NomadsState, seat: int) -> str:
    """Return the points that the treasures of a seat will score, for example ``+40``; empty if they score nothing.

    They score nothing if the game is over, or no city of the seat stands (N16). Before the attack the points are shown in any
    case, since a city may still be founded.
    """
    has_city = count_cities(state.cells, state.seats)[seat] > 0
    scores = not state.is_over and (has_city or state.phase != "attack")
    return f"+{state.treasures[seat] * TREASURE_POINTS}" if scores else ""


def score_words(state: NomadsState, seat: int) -> str:
    """Return ``27 points, 2 treasures (+40 at the end), 1 barbarian (attacks at the end)``; afterwards what counted (N16)."""
    tokens = [points_words(state, seat)]
    counted = state.final is not None and state.scores[seat]
    if state.treasures[seat] and not counted:
        gain = treasure_gain(state, seat)
        at_end = f" ({gain} at the end)" if gain else ""
        tokens.append(f"{count(state.treasures[seat], 'treasure')}{at_end}")
    if not state.is_over:
        at_end = "" if state.phase == "attack" else f" (attack{'s' if state.barbarians[seat] == 1 else ''} at the end)"
        tokens.append(f"{count(state.barbarians[seat], 'barbarian')}{at_end}")
    return ", ".join(tokens)
