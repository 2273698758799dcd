"""Reasons in Nomads: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain, combinations

import pytest

from render.games.nomads.prospects import activation, average_of_hands
from rules import GAMES, Action
from rules.nomads import KINDS, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Refuse, Road, Take
from rules.nomads.tiles import NUMBER, left_to_take
from rules.squares import Square
from tests.positions import play
from tests.render.explain.sayings import NAMES, Case, Checks, cases, hold, reasons, steps
from tests.sampling import Sample

WORTH = {"oasis": 8, "city": 5, "mine": 3, "grass": 2, "desert": 1, "mountain": 0, "treasure": 20, "barbarian": 15}


def cities(state: NomadsState, seat: int | None = None) -> set[Square]:
    every = {square: tile.owner for square, tile in state.tiles.items() if tile.kind == "city"}
    return {square for square, owner in every.items() if seat is None or owner == seat}


def reached(state: NomadsState, move: Action | None = None) -> set[Square]:
    """The cities to which the bands come now, or right after a move (N11 to N13)."""
    standing, start = cities(state), state.start
    if isinstance(move, FoundCity):
        standing |= {move.square}
    if isinstance(move, Road | Activate):
        start = state.next_space
    fallen: set[Square] = set()
    at = start
    for _ in range(sum(state.barbarians)):
        free = standing - fallen
        if not free or at is None or start is None or state.entry is None:
            break
        by = [(steps(each, at), steps(each, start), steps(each, state.entry), each.y, each.x) for each in free]
        *_, y, x = min(by)
        at = Square(x, y)
        fallen.add(at)
    return fallen


def saves(case: Case[NomadsState], found: re.Match[str]) -> bool:
    saved = (reached(case.state) - reached(case.state, case.moves[0])) & cities(case.state, case.me)
    return saved == set(map(Square.read, re.findall(r"[A-H][1-8]", found[1])))


def leads_away(case: Case[NomadsState], found: re.Match[str]) -> bool:
    square = Square.read(found[2])
    tile = case.state.tile(square)
    new = square in reached(case.state, case.moves[0]) - reached(case.state)
    return new and tile is not None and tile.owner not in (None, case.me) and NAMES[tile.owner or 0] == found[1]


def laid(state: NomadsState) -> NomadsState:
    """The position once any tile is laid face down (N8)."""
    while state.is_chance and state.draws_face_down:
        state = state.play(state.outcomes()[0][0])
    return state


def brings(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether a move is sure to bring this many points, and fewer to everybody else."""
    state, gained = case.state, [5 if seat == case.me else 0 for seat in range(case.state.seats)]
    if isinstance(case.moves[0], Road):
        built = laid(case.after)
        gained = [now - before for now, before in zip(built.points, state.points, strict=True)]
    others = [points for seat, points in enumerate(gained) if seat != case.me]
    return isinstance(case.moves[0], Road | FoundCity) and gained[case.me] == int(found[1]) > max(others)


def roads(state: NomadsState, me: int) -> dict[Square, int]:
    """The points of a seat for each road that it could build."""
    places = [square for square, tile in state.tiles.items() if tile.kind in ("grass", "desert") and not tile.road]
    linked = {square: list(filter(None, map(state.tile, state.scored_by_road(square)))) for square in places}
    return {
        square: sum(2 if tile.kind == "city" else WORTH[tile.kind or ""] * (tile.owner == me) for tile in tiles)
        for square, tiles in linked.items()
    }


def prepares(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether the named road is the best next one, and better than any before."""
    before, after = roads(case.state, case.me), roads(laid(case.after), case.me)
    assert isinstance(case.moves[0], Road)
    return after[Square.read(found[1])] == int(found[2]) == max(after.values()) > max(before.values())


def on_average(case: Case[NomadsState], found: re.Match[str]) -> bool:
    averages = [(each, average_of(case.state, each)) for each in case.state.moves() if isinstance(each, Activate | Discover)]
    average = dict(averages)[case.moves[0]]
    is_random = found[1] == "A random tile"
    return (
        is_random == isinstance(case.moves[0], Discover)
        and average >= max(dict(averages).values())
        and round(average) == int(found[2]) > 0
    )


def average_of(state: NomadsState, move: Activate | Discover) -> float:
    """The average value of the tile that a move brings."""
    if isinstance(move, Discover):
        return sum(WORTH[kind] * number for kind, number in state.unseen.items()) / sum(state.unseen.values())
    tile = state.tile(move.square)
    assert tile is not None
    assert tile.kind is not None
    return activation(state, tile.kind)  # checked by itself below


def no_city(case: Case[NomadsState], _: re.Match[str]) -> bool:
    return not cities(case.state, case.me) and (isinstance(case.moves[0], FoundCity) or case.moves[0] == Take("city"))


def is_worth(case: Case[NomadsState], found: re.Match[str]) -> bool:
    move = case.moves[0]
    assert isinstance(move, Take)
    return WORTH[move.kind] == int(found[1]) > 0 and bool(found[2]) == (move.kind == "treasure")


def no_band(case: Case[NomadsState], _: re.Match[str]) -> bool:
    return case.after.all_bands == case.state.all_bands < case.state.play(Take("barbarian")).all_bands


def others_of(case: Case[NomadsState]) -> set[Square]:
    """The other cities of the founder of a city before which a band stands."""
    return cities(case.state, case.me) - {case.state.target or Square(-1, -1)}


def saved(case: Case[NomadsState], found: re.Match[str]) -> bool:
    return case.moves[0] != Refuse() and case.state.target == Square.read(found[1]) and bool(others_of(case))


def keeps(case: Case[NomadsState], found: re.Match[str]) -> bool:
    treasure = case.state.treasures[case.me] > 0
    told = f"{case.state.options.tribute} points" if not treasure else "the treasure, worth 20 points at the end"
    return case.moves[0] == Refuse() and bool(others_of(case)) and found[1] == told


CHECKS: Checks = {
    r"Without a city of your own, your final score is 0\.": no_city,
    r"With one more city, you are less likely to lose them all, and to score 0 then\.": lambda case, found: (
        not no_city(case, found) and isinstance(case.moves[0], FoundCity)
    ),
    r"As things stand, it keeps the barbarians away from your cit(?:y|ies) on (.+)\.": saves,
    r"As things stand, it leads the barbarians to the city of (\S+) on (\S+)\.": leads_away,
    r"It brings you (\d+) points? at once\.": brings,
    r"A road on (\S+) would then bring you (\d+) points?\.": prepares,
    r"(A random tile|The best tile that you may take) is worth about (\d+) points? on average, .+ included\.": on_average,
    r"It is worth (\d+) points?( at the end)?\.": is_worth,
    r"It adds no barbarian to those that attack at the end\.": no_band,
    r"Then (\S+) is safe until every city has a barbarian\.": saved,
    r"It saves your last city, and without one your final score is 0\.": lambda case, _: case.moves[0] != Refuse()
    and not others_of(case),
    r"You keep (.+)\.": keeps,
}  # fmt: skip


@pytest.mark.slow
def test_whatever_is_said_of_nomads_is_true(sample: Sample) -> None:
    rules: list[dict[str, object]] = [{}, {"tribute": 10}, {"frontier": "closed"}, {"entry": "H8"}]
    games = (cases("nomads", 2 + seed % 4, seed, rules[seed % 4]) for seed in sample(range(24), 2))
    hold(CHECKS, chain(*games), all_are_said=sample.is_full)


def test_what_an_activation_brings_is_the_average_of_all_hands() -> None:
    """Every hand of a small bag, one after the other."""
    for kind in ["oasis", "grass", "mountain", "city"]:
        bag = ["grass", "city", "treasure", "mine", "desert", "oasis", "barbarian", "mountain"]
        unseen = tuple(bag.count(each) for each in KINDS)
        draws = {"oasis": 3, "grass": 2, "mountain": 4, "city": 4}[kind]
        hands = list(combinations(range(len(bag)), draws))
        total = 0
        for hand in hands:
            drawn = tuple(NUMBER[bag[place]] for place in hand)
            total += max((WORTH[KINDS[each]] for each in left_to_take(NUMBER[kind], drawn)), default=0)
        assert average_of_hands(unseen, NUMBER[kind]) == pytest.approx(total / len(hands)), kind


def test_a_first_city_is_told_to_be_needed() -> None:
    said = reasons(GAMES["nomads"].start(2), "city D4")
    assert said == ["Without a city of your own, your final score is 0.", "It brings you 5 points at once."]


def test_a_choice_tells_what_the_tile_is_worth() -> None:
    state = play(
        GAMES["nomads"].start(2), "discover D4", "draw desert", "activate D4 E4", "draw grass", "draw oasis", "draw grass"
    )
    assert reasons(state, "take grass") == ["It is worth 2 points."]
    assert reasons(state, "take oasis") == ["It is worth 8 points."]
