"""Reasons in Nomads: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations
from random import Random

import pytest

from render.games.nomads.prospects import SCORED_AGAIN, activation, average, average_of_hands, lasting
from rules import GAMES, Action
from rules.nomads import KINDS, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road, Take
from rules.nomads.tiles import NUMBER, left_to_take
from rules.squares import Square
from tests.positions import choose_action, play
from tests.render.explain.sayings import NAMES, Case, Checks, cases, explain, hold, sentences
from tests.sampling import Sample

WORTH = {"oasis": 8, "city": 5, "mine": 3, "grass": 2, "desert": 1, "mountain": 0, "treasure": 20, "barbarian": 15}


def steps(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def cities(state: NomadsState, seat: int | None = None) -> set[Square]:
    every = {square: tile.owner for square, tile in state.tiles.items() if tile.kind == "city"}
    return {square for square, owner in every.items() if seat is None or owner == seat}


def reached(state: NomadsState, move: Action) -> set[Square]:
    """The cities to which the bands come right after a move (N11 to N13)."""
    standing, start = cities(state), state.start
    if isinstance(move, FoundCity):
        standing |= {move.square}
    if isinstance(move, Road | Activate):
        start = next(each.next_space for each in [state])
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


def name(move: Action | None) -> str:
    if isinstance(move, Activate):
        return f"activating {move.square} towards {move.to}"
    words = {Discover: "discovering", FoundCity: "a city on", Road: "a road on"}
    return words[type(move)] + ("" if isinstance(move, Discover) else f" {getattr(move, 'square', '')}")


def brings(case: Case[NomadsState], move: Action | None, words: str) -> bool:
    """Whether ``scores 7 for you and 2 for others now`` or ``brings 4.2 points on average`` is true of a move."""
    state = case.state
    if isinstance(move, Discover):
        total = sum(WORTH[kind] * number for kind, number in state.unseen.items())
        return words == f"brings {total / sum(state.unseen.values()):.1f} points on average"
    if isinstance(move, Activate):
        tile = state.tile(move.square)
        assert tile is not None
        assert tile.kind is not None
        return words == f"brings {activation(state, tile.kind):.1f} points on average"  # checked by itself below
    gained = [5 if seat == case.me else 0 for seat in range(state.seats)]
    if isinstance(move, Road):
        built = state.play(move)
        while built.is_chance and built.draws_face_down:
            built = built.play(built.outcomes()[0][0])
        gained = [now - before for now, before in zip(built.points, state.points, strict=True)]
    others = sum(gained) - gained[case.me]
    return words == f"scores {gained[case.me]} for you{f' and {others} for others' if others else ''} now"


def points(case: Case[NomadsState], found: re.Match[str]) -> bool:
    if not brings(case, case.moves[0], found[1]):
        return False
    if found["same"]:
        return found["same"] == name(case.other) and brings(case, case.other, found[1])
    return case.other is None if found[2] is None else found[2] == name(case.other) and brings(case, case.other, found[3])


def road_on_grass(state: NomadsState, move: Action | None, me: int) -> list[int]:
    """What each seat scores if the activation lays grass and the seat is to move at once and builds a road there."""
    assert isinstance(move, Activate)
    wanted = [*map(str, map(Take, ("grass", "desert", "mountain", "mine", "oasis", "city", "treasure", "barbarian")))]
    then = state.play(move)
    while then.is_chance or then.phase == "choice":
        options = [each for each, _ in then.outcomes()] if then.is_chance else [*then.moves()]
        then = then.play(min(options, key=lambda each: wanted.index(f"take {str(each).split()[-1]}")))
    then = then._copy()
    then._turn = me
    before, built = then.points, then.play(Road(move.to))
    while built.is_chance and built.draws_face_down:
        built = built.play(built.outcomes()[0][0])
    return [now - was for now, was in zip(built.points, before, strict=True)]


def roads_on_grass(case: Case[NomadsState], found: re.Match[str]) -> bool:
    def told(move: Action | None, words: str) -> bool:
        points = road_on_grass(case.state, move, case.me)
        mine, others = points[case.me], sum(points) - points[case.me]
        said = {whom: int(number) for number, whom in re.findall(r"(\d+) for (you|others)", words)}
        return (said.get("you", 0), said.get("others", 0)) == (mine, others)

    to = [str(move.to) for move in (case.moves[0], case.other) if isinstance(move, Activate)]
    return to == [found[1], found[3]] and told(case.moves[0], found[2]) and told(case.other, found[4])


def lasts(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether oases and mines come as often as is told (see the test of all hands), and more often where fewer points do."""
    state, told = case.state, [int(found[1]), int(found[3])]
    moves = [move for move in (case.moves[0], case.other) if isinstance(move, Activate)]
    tiles = [state.tile(move.square) for move in moves]
    often = [lasting(state, tile.kind) for tile in tiles if tile is not None and tile.kind is not None]
    fewer, more = (average(state, move) for move in moves)
    return often == told and told[0] > told[1] and fewer < more and found[2] == str(moves[1].square)


def squares_in(words: str) -> set[Square]:
    return {Square.read(each) for each in re.findall(r"[A-H][1-8]", words)}


def fates(case: Case[NomadsState], saved: bool, where: set[Square], how: str) -> bool:
    assert case.other is not None
    here, there = reached(case.state, case.moves[0]), reached(case.state, case.other)
    won = (there - here if saved else here - there) & cities(case.state, case.me)
    return won == where and name(case.other) == how


def others_city(case: Case[NomadsState], found: re.Match[str]) -> bool:
    square = Square.read(found[2])
    tile = case.state.tile(square)
    falls = square in reached(case.state, case.moves[0])
    return falls and tile is not None and tile.owner is not None and NAMES[tile.owner] == found[1] and tile.owner != case.me


def new_city(case: Case[NomadsState], found: re.Match[str]) -> bool:
    move = case.moves[0]
    assert isinstance(move, FoundCity)
    return (move.square in reached(case.state, move)) == ("reach" in found[0]) and str(move.square) == found[1]


def play_out(state: NomadsState, dice: Random) -> NomadsState:
    """Play chance, and answers and choices at random, up to the next turn or the end."""
    while state.phase not in ("turn", "over"):
        state = state.play(choose_action(state, dice))
    return state


def later(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether the bands behind this one come to the own cities that are told, whatever is answered."""
    gone, told = len(case.state.raids), squares_in(found[0])
    own = cities(case.state, case.me) - {case.state.target}
    for seed in range(4):
        end = play_out(case.state, Random(seed))
        come = {raid.city for raid in end.raids[gone + 1 :]} & own
        if come != (told if "reach" in found[0] else own - told):
            return False
    return case.state.bands > 1


def waits(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether the seat scores what is told if each other seat builds the road, which scores more now than the move."""
    assert isinstance(case.other, Road)
    if str(case.other.square) != found[1]:
        return False
    for seat in set(case.state.left) - {case.me}:
        theirs = case.state._copy()
        theirs._turn = seat
        built = theirs.play(case.other)
        while built.is_chance and built.draws_face_down:
            built = built.play(built.outcomes()[0][0])
        if built.points[case.me] - theirs.points[case.me] != int(found[3]):
            return False
    return found[2] == ("another player" if case.state.seats > 2 else NAMES[1 - case.me])


def ends_of_turn(begun: NomadsState) -> Iterator[NomadsState]:
    """Some positions after a move, by what is drawn."""
    for seed in range(8):
        dice, state = Random(seed), begun
        while state.is_chance or state.phase == "choice":
            state = state.play(choose_action(state, dice))
        yield state


def fills(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether the bands come after the move; with an ``unless``, except where a treasure was found."""
    unless, had = found[1] is not None, sum(case.state.treasures)
    came = all((end.phase == "turn") == (unless and sum(end.treasures) > had) for end in ends_of_turn(case.after))
    return came and unless == isinstance(case.moves[0], Discover)


def leaves_one(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether one space is left to the seat that is told, whatever is drawn."""
    move = case.moves[0] if found[1] == "It" else case.other
    if move is None or found[1].lower() not in ("it", name(move).lower()):
        return False
    ends = ends_of_turn(case.state.play(move))
    return all(len(end.empty) == 1 and end.seat is not None and NAMES[end.seat] == found[2] for end in ends)


def no_other(case: Case[NomadsState], _: re.Match[str]) -> bool:
    move = case.moves[0]
    return not cities(case.state, case.me) and (isinstance(move, FoundCity) or move == Take("city"))


def takes(case: Case[NomadsState], found: re.Match[str]) -> bool:
    def true(move: Action | None, kind: str, number: str, when: str) -> bool:
        return (
            isinstance(move, Take)
            and move.kind == kind
            and WORTH[kind] == int(number)
            and (when == ("at the end" if kind == "treasure" else "now"))
        )

    return true(case.moves[0], *found.group(1, 2, 3)) and true(case.other, *found.group(4, 5, 6))


def left(case: Case[NomadsState]) -> tuple[int, int]:
    """The other cities of the founder, and of everybody, that stand."""
    assert case.state.target is not None
    gone = {case.state.target}
    return len(cities(case.state, case.me) - gone), len(cities(case.state) - gone)


def tribute(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether what is kept is what saving the city would have cost."""
    if "treasure" in found[0]:
        return case.state.treasures[case.me] > 0 and found[1].endswith("treasure, 20 points at the end")
    return str(case.state.options.tribute) in found[1]


def cost(case: Case[NomadsState], found: re.Match[str]) -> bool:
    """Whether saving the city costs what is told, and the other way to save it what is told of it."""
    treasure, price = "a treasure, 20 points at the end", case.state.options.tribute
    if str(case.moves[0]) == "placate":
        told = treasure if str(case.other) != "pay" else f"{treasure} (paying, {price} now)"
    else:
        told = f"{price} points" + (" now (placating, 20 at the end)" if str(case.other) == "placate" else "")
    return found[1] == told and int(found[2] or 0) == case.state.bands - 1


def is_answer(case: Case[NomadsState], *texts: str) -> bool:
    return case.state.phase == "attack" and str(case.moves[0]) in texts


WHAT = r"(?:scores \d+ for you(?: and \d+ for others)? now|brings \d+\.\d points on average)"
MOVE = r"(?:discovering|a city on \S+|a road on \S+|activating \S+ towards \S+)"
CHECKS: Checks = {
    r"It is your only legal move\.": lambda case, _: len(case.state.moves()) == 1,
    rf"(?:It|By the tiles not seen, it) ({WHAT})"
    rf"(?:; (?:by the tiles not seen, )?({MOVE}) ({WHAT})|, as does (?P<same>{MOVE}))?\.":
        points,
    r"It brings an oasis or a mine, which roads can score again, in (\d+) % of all draws; activating (\S+), in (\d+) %\.":
        lasts,
    r"If grass comes to (\S+), your road on it would score (.+) as the land lies; on (\S+), (.+)\.": roads_on_grass,
    r"If the bands came then, they would (?:reach|not get to) the city on (\S+)\.": new_city,
    r"The bands still to come (?:reach|do not get to) your cit(?:y|ies) on .+?(?:, too)?\.": later,
    r"The road on (\S+) can wait: if (\S+|another player) builds it as the land lies, you still score (\d+)\.": waits,
    r"(Unless it finds a treasure, )?(?:I|i)t fills the last space, and the bands come\.": fills,
    rf"(It|{MOVE.replace('a ', 'A ')}) leaves one space: (\S+) can fill it, and then the bands come\.": leaves_one,
    rf"It keeps your cit(?:y|ies) on (.+?) out of the bands' way, if they came then; ({MOVE}) leaves (?:it|them) to them\.":
        lambda case, found: fates(case, True, squares_in(found[1]), found[2]),
    rf"If the bands came then, they would reach your cit(?:y|ies) on (.+?); after ({MOVE}), they would not\.":
        lambda case, found: fates(case, False, squares_in(found[1]), found[2]),
    r"If the bands came then, they would reach the city of (\w+) on (\S+)\.": others_city,
    r"You have no other city: without one that stands, your final score is 0 \(N16\)\.": no_other,
    r"(?:An? )?(\w+) scores (\d+) (now|at the end); (?:an? )?(\w+), (\d+) (now|at the end)\.": lambda case, found: takes(
        case, re.fullmatch(r"(\w+) (\d+) ([a-z ]+) (\w+) (\d+) ([a-z ]+)", " ".join(found.groups()).lower()) or found
    ),
    r"It can save a city from a band instead \(N13\)\.": lambda case, _: case.moves[0] == Take("treasure"),
    r"One band more will come: (\d+) in all\.": lambda case, found: case.after.all_bands == int(found[1])
    and case.state.all_bands == int(found[1]) - 1,
    r"No band is added: (\d+) will come so far\.": lambda case, found: case.after.all_bands == int(found[1])
    and case.other == Take("barbarian"),
    r"You keep the (.+)\.": lambda case, found: is_answer(case, "refuse") and tribute(case, found),
    r"The city on (\S+) is razed; (\d+) others? of yours still stands?\.": lambda case, found: is_answer(case, "refuse")
    and str(case.state.target) == found[1]
    and left(case)[0] == int(found[2]),
    r"It was your last city: your final score is 0\.": lambda case, _: is_answer(case, "refuse") and left(case)[0] == 0,
    r"Nobody's city stands then, and nobody wins \(N15\)\.": lambda case, _: is_answer(case, "refuse") and left(case)[1] == 0,
    r"The city on (\S+) stands, your last one: without it your final score is 0\.": lambda case, found: is_answer(
        case, "placate", "pay"
    )
    and str(case.state.target) == found[1]
    and left(case)[0] == 0,
    r"The city on (\S+) stands, and (\d+) others? of yours with it\.": lambda case, found: is_answer(case, "placate", "pay")
    and str(case.state.target) == found[1]
    and left(case)[0] == int(found[2]),
    r"It costs (.+); (?:(\d+) bands? (?:is|are) still to come|it is the last band)\.": lambda case, found: cost(case, found),
}  # fmt: skip


def last_space() -> NomadsState:
    """Return a board on which all tiles but one lie face down, so that there is one move."""
    state: NomadsState = GAMES["nomads"].start(2)._copy()
    state.cells, state._pointer, state.cities_in_hand = bytes([1] * 63 + [0]), 63, (False, False)
    return state


def test_the_only_move_is_forced() -> None:
    assert explain(last_space(), "discover H8").startswith("It is your only legal move. By the tiles not seen, it brings 4.9 ")


@pytest.mark.slow
def test_whatever_is_said_of_nomads_is_true(sample: Sample) -> None:
    rules: list[dict[str, object]] = [{}, {"tribute": 10}, {"frontier": "closed"}, {"entry": "H8"}]
    games = (cases("nomads", 2 + seed % 4, seed, rules[seed % 4]) for seed in sample(range(24), 8))
    last = Case(last_space(), [Discover(Square.read("H8"))], None)
    hold(CHECKS, chain(*games, [last]), all_are_said=sample.is_full)


@pytest.mark.parametrize("kind", ["oasis", "grass", "mountain", "city"])
def test_what_an_activation_brings_is_the_average_of_all_hands(kind: str) -> None:
    """Every hand of a small bag, one after the other."""
    bag = ["grass", "city", "treasure", "mine", "desert", "oasis", "barbarian", "mountain"]
    unseen = tuple(bag.count(each) for each in KINDS)
    draws = {"oasis": 3, "grass": 2, "mountain": 4, "city": 4}[kind]
    hands = list(combinations(range(len(bag)), draws))
    best = []
    for hand in hands:
        drawn = tuple(NUMBER[bag[place]] for place in hand)
        best += [max((KINDS[each] for each in left_to_take(NUMBER[kind], drawn)), key=WORTH.__getitem__, default="mountain")]
    assert average_of_hands(unseen, NUMBER[kind]) == pytest.approx(sum(map(WORTH.__getitem__, best)) / len(hands))
    again = sum(each in ("oasis", "mine") for each in best)
    assert average_of_hands(unseen, NUMBER[kind], SCORED_AGAIN) == pytest.approx(again / len(hands))


@pytest.mark.slow
def test_a_road_that_turns_the_bands_away_says_so() -> None:
    """At the first roads of random games, until one is found."""
    dice = Random(5)
    found = set[str]()
    for seed in range(12):
        dice = Random(seed)
        state: NomadsState = GAMES["nomads"].start(2)
        while not state.is_over:
            if state.phase == "turn":
                roads = [move for move in state.moves() if isinstance(move, Road)]
                found |= {sentence for move in roads for sentence in sentences(explain(state, str(move)))}
            state = state.play(choose_action(state, dice))
    assert any(re.match(r"It keeps your city on \S+ out of the bands' way, if they came then; ", each) for each in found)


def test_a_first_city_is_told_to_be_needed() -> None:
    said = explain(GAMES["nomads"].start(2), "city D4")
    assert "It scores 5 for you now; discovering brings " not in said
    assert said.startswith("It scores 5 for you now; by the tiles not seen, discovering brings 4.9 points on average.")
    assert "You have no other city: without one that stands, your final score is 0 (N16)." in said


def test_a_choice_is_compared_with_the_tile_of_most_points() -> None:
    state = play(
        GAMES["nomads"].start(2), "discover D4", "draw desert", "activate D4 E4", "draw grass", "draw oasis", "draw grass"
    )
    assert explain(state, "take grass") == "Grass scores 2 now; an oasis, 8 now."
    assert explain(state, "take oasis") == "An oasis scores 8 now; grass, 2 now."


def test_two_directions_are_compared_by_the_road_that_grass_could_get() -> None:
    state = play(GAMES["nomads"].start(2), "discover D4", "draw desert", "discover F4", "draw city")
    said = explain(state, "activate D4 E4", instead="activate D4 C4")
    first, second = sentences(said)[:2]
    assert first.endswith(" points on average, as does activating D4 towards C4.")
    assert second == "If grass comes to E4, your road on it would score 4 for you as the land lies; on C4, nothing."


def test_an_activation_is_compared_with_another_one_where_no_other_kind_brings_more() -> None:
    """The city on F4 brings more than a desert, the city in hand or a discovery; a road scores nothing yet."""
    state = play(GAMES["nomads"].start(2), "discover D4", "draw desert", "discover F4", "draw city")
    assert "; activating F4 towards " in explain(state, "activate D4 C4")
    assert "; a city on A1 scores 5 for you now." in explain(state, "activate F4 F3"), "the directions from F4 are alike"
