"""Reasons in Territories: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from rules import GAMES, Action
from rules.squares import Square, squares
from rules.territories import TerritoriesState
from tests.positions import play
from tests.render.explain.sayings import Case, Checks, cases, explain, hold
from tests.sampling import Sample

NEW = "the new fence"
FARMS = "B2, D1, G2, E3, D4, B5, E6, G5"


def steps(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def nearest(state: TerritoriesState, farms: dict[Square, int]) -> tuple[int, int]:
    counts = [0, 0]
    for square in set(squares(state.width, state.height)) - set(farms):
        least = min(steps(square, farm) for farm in farms)
        near = {owner for farm, owner in farms.items() if steps(square, farm) == least}
        if len(near) == 1:
            counts[near.pop()] += 1
    return counts[0], counts[1]


def ahead(state: TerritoriesState, move: Action, seat: int) -> int:
    """By how many squares a trunk brings a seat more than the other."""
    before, then = state.scores, state.play(move).scores
    return (then[seat] - before[seat]) - (then[1 - seat] - before[1 - seat])


def best(state: TerritoriesState, seat: int) -> int:
    """The most that the seat, which is to move, can get more than the other by one trunk; 0 for nothing."""
    assert state.seat == seat
    return max(0, *(ahead(state, move, seat) for move in state.moves()))


def replaced(case: Case[TerritoriesState]) -> TerritoriesState:
    """The position after the other move, then the rest of the moves as far as they are legal."""
    assert case.other is not None
    state = case.state.play(case.other)
    for move in case.moves[1:]:
        state = state.play(move) if move in state.moves() else state
    return state


def house(case: Case[TerritoriesState]) -> Square:
    return Square.read(str(case.moves[0]))


def settled(state: TerritoriesState) -> tuple[int, int]:
    """The squares nearest to each seat's farms once all stand, if the seat to move always takes the best spot for it."""
    if state.phase != "farms":
        return nearest(state, dict(state.farms))
    me = state.seat or 0
    return max((settled(state.play(move)) for move in state.moves()), key=lambda land: land[me] - land[1 - me])


def near_farms(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    def told(state: TerritoriesState, mine: str, theirs: str) -> bool:
        if len(state.farms) < 6:
            return True  # too many ways to go on for a slow check: see the test of the first farm
        land = settled(state)
        return land[case.me] - land[1 - case.me] == int(mine) - int(theirs)

    other = found["other"] or found["same"]
    if other is not None and other != str(case.other):
        return False
    mine, theirs = (found[4], found[5]) if found["other"] else (found[1], found[2])
    return told(case.after, found[1], found[2]) and (other is None or told(replaced(case), mine, theirs))


def sure_of(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    """Whether the fence comes to what is told of it, by following every trunk to its end where those are not too many."""

    def comes_to(state: TerritoriesState, more: str | None, fewer: str | None) -> bool:
        return ending(state, case.me, left := [1000]) == int(more or 0) - int(fewer or 0) or left[0] < 0

    if bool(closings(case)) != (NEW in found[0].lower()):
        return False
    here, other = (found["more"], found["fewer"]), found["same"] or found["other"]
    if not comes_to(case.after, *here):
        return False
    there = here if found["same"] else (found["better"], found["worse"])
    return other is None or (other == str(case.other) and comes_to(case.state.play(case.other), *there))


def ending(state: TerritoriesState, me: int, left: list[int]) -> int:
    """By how many squares a seat gets more than the other until the fence closes; anything once no trunk is ``left``."""
    ends = []
    for move in state.moves():
        left[0] -= 1
        if left[0] < 0:
            return 0
        then = state.play(move)
        ends.append(ahead(state, move, me) + (0 if then.open_end is None else ending(then, me, left)))
    return max(ends) if state.seat == me else min(ends)


def land(words: str, before: TerritoriesState, then: TerritoriesState, me: int) -> bool:
    """Whether the words tell the land that comes to each seat between two positions."""
    parts = [(then.scores[seat] - before.scores[seat], whom) for seat, whom in ((me, "you"), (1 - me, "your opponent"))]
    told = [f"{squares} square{'' if squares == 1 else 's'} for {whom}" for squares, whom in parts if squares]
    return words == (" and ".join(told) or "nobody gets land yet")


def closed(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    ends = closings(case)
    if found["farms"]:
        end = ends[0]
        side = min(areas_beside(end), key=lambda each: (len(farms_in_order(end, each)), len(each - set(end.farms))))
        if not is_told(end, side, found["farms"], case.me) or int(found["land"] or 0) != len(side - set(end.farms)):
            return False
        if (found["be"] == "is") != (len(side) == 1):
            return False
    needed = found["what"] == "nobody gets land yet" and len(ends) == 1
    told = land(found["what"], case.state, case.after, case.me) and len(ends) == int(found["fences"] or 1)
    return told and bool(found["farms"]) == needed


def closings(case: Case[TerritoriesState]) -> list[TerritoriesState]:
    """The positions right after each trunk that closes a fence."""
    ends, state = [], case.state
    for move in case.moves:
        state = state.play(move)
        ends += [state] if state.open_end is None else []
    return ends


def other_closes(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    assert case.other is not None
    then = case.state.play(case.other)
    return str(case.other) == found[1] and then.open_end is None and land(found[2], case.state, then, case.me)


def brings_them(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    state = case.after
    trunk, more = state.parse(found["by"]), int(found["more"])
    true = ahead(state, trunk, 1 - case.me) == more == best(state, 1 - case.me)
    return true and compared(case, found)


def brings_them_none(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    return best(case.after, 1 - case.me) == 0 and compared(case, found)


def compared(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    """Whether what is told of the other trunk is true."""
    if not found["then"]:
        return True
    assert case.other is not None
    then, name = case.state.play(case.other), str(case.other)
    words = found["then"]
    if words.startswith(f"; {name} closes it: "):
        return then.open_end is None and land(words.removeprefix(f"; {name} closes it: "), case.state, then, case.me)
    more = best(then, 1 - case.me)
    told = re.search(r"(\d+) more$", words)
    return f"after {name}" in words and more == (int(told[1]) if told else 0)


def areas_beside(state: TerritoriesState) -> list[set[Square]]:
    """The two areas on either side of the last trunk."""
    trunk = state.trunks[-1].trunk
    return [next(set(area.squares) for area in state.areas if side in area.squares) for side in (trunk.first, trunk.second)]


def farms_in_order(state: TerritoriesState, side: set[Square]) -> list[Square]:
    return [square for square in squares(state.width, state.height) if square in side and square in state.farms]


def cuts_off(state: TerritoriesState, trunks: int, farms: str, land: int, me: int) -> bool:
    """Whether so many trunks can close the fence, no fewer, and cut off such farms and so much land."""
    front = [state]
    for _ in range(trunks - 1):
        front = [each.play(move) for each in front for move in each.moves()]
        assert all(each.open_end is not None for each in front), f"it can close in fewer than {trunks} trunks"
    ends = [each.play(move) for each in front for move in each.moves()]
    sides = [(end, side) for end in ends if end.open_end is None for side in areas_beside(end)]
    return any(is_told(end, side, farms, me) and land == len(side - set(end.farms)) for end, side in sides)


def is_told(state: TerritoriesState, side: set[Square], farms: str, me: int) -> bool:
    """Whether the words tell the farms of a side."""
    there = farms_in_order(state, side)
    if found := re.fullmatch(r"(\d+) farms", farms):
        return len(there) == int(found[1])
    whose = me if re.search("your farm|yours", farms) else 1 - me
    named = " and ".join(map(str, there))
    if found := re.match(r"\d+ of ", farms):
        told = found[0] == f"{len(there)} of "
    else:
        told = farms in (f"yours on {named}", f"theirs on {named}")
        told |= farms.endswith(f" farm{'s' if len(there) > 1 else ''} on {named}")
    return {state.farms[farm] for farm in there} == {whose} and told


def can_cut_off(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    if bool(closings(case)) != (NEW in found[0].lower()):
        return False
    trunks = int(found["trunks"] or 1)
    if not cuts_off(case.after, trunks, found["farms"], int(found["land"] or 0), case.me):
        return False
    there = (found["farms"], found["land"]) if found["same"] else (found["farms_there"], found["land_there"])
    other = found["same"] or found["other"]
    if other is None:
        return True
    assert case.other is not None
    farms = found["farms"] if there[0].startswith("the same") else there[0]
    then = case.state.play(case.other)
    return other == str(case.other) and cuts_off(then, int(found["trunks_there"] or trunks), farms, int(there[1] or 0), case.me)


def round_the_fences(state: TerritoriesState) -> list[int]:
    """The squares without a farm to which a farm of each seat has fewer steps that cross no trunk, slowly."""
    laid = {frozenset((each.trunk.first, each.trunk.second)) for each in state.trunks}

    def ways(seat: int) -> dict[Square, int]:
        away = {farm: 0 for farm, owner in state.farms.items() if owner == seat}
        queue = list(away)
        for square in queue:
            for beside in square.beside(state.width, state.height):
                if beside not in away and frozenset((square, beside)) not in laid:
                    away[beside] = away[square] + 1
                    queue.append(beside)
        return away

    both = ways(0), ways(1)
    land = set(squares(state.width, state.height)) - set(state.farms)
    return [sum(both[seat].get(each, 99) < both[1 - seat].get(each, 99) for each in land) for seat in (0, 1)]


def nearest_round(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    assert case.other is not None
    here, there = round_the_fences(case.after), round_the_fences(case.state.play(case.other))
    me = case.me
    told = [int(found[number]) for number in (1, 2, 4, 5)]
    return [here[me], here[1 - me], there[me], there[1 - me]] == told and found[3] == str(case.other)


def at_least(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    answers = [case.after.play(move) for move in case.after.moves()]
    return min(best(state, case.me) for state in answers) == int(found[1])


FENCE = "[Tt]h(?:is|e new) fence"
SIDE = r"(?P<farms>your(?: opponent's)? farms? on [A-Z0-9 and]+?|\d+ farms)(?: and (?P<land>\d+) squares?)?"
COUNTED = r"(?:yours|theirs) on [A-Z0-9]+|\d+ of (?:yours|theirs|your farms|your opponent's farms)"
SIDE_THERE = SIDE.replace("farms>", f"farms_there>the same farms?|{COUNTED}|").replace("land>", "land_there>")
NEAREST = r"(\d+) squares are then nearest to your farms, (\d+) to your opponent's"
CUT_OFF = rf"(?:With (?P<trunks>\d+) more trunks, {FENCE} can|Your opponent can then close {FENCE}, and) cut off {SIDE}"
CUT_OFF_THERE = rf"; after (?P<other>\S+), (?:with (?P<trunks_there>\d+) trunks?, )?{SIDE_THERE}"
THEN = r"(?P<then>(?:; |, as after ).*)?"
LAND = "((?:\\d+ squares? for you|\\d+ squares? for your opponent|nobody gets land yet| and )+)"
CHECKS: Checks = {
    r"It is the only (spot left|legal trunk)\.": lambda case, found: (
        len(case.state.moves()) == 1 and ("spot" in found[1]) == (case.state.phase == "farms")
    ),
    r"Your farms can then be nearest to (\d+) squares?, your opponent's to (\d+)"
    r"(?:; with (?P<other>\S+), (\d+) and (\d+)|, as with (?P<same>\S+))?\.": near_farms,
    rf"(?:{FENCE} brings you at least (?P<more>\d+) squares? more than your opponent"
    rf"|{FENCE} can bring your opponent (?P<fewer>\d+) squares? more than you|Both can keep {FENCE} even)"
    r"(?:, as after (?P<same>\S+)|; after (?P<other>\S+), "
    r"(?:at least (?P<better>\d+) more for you|it can bring them (?P<worse>\d+) more|both can keep it even))?\.": sure_of,
    r"(?:It closes the fence|They close (?P<fences>\d+) fences): "
    rf"(?:{SIDE} (?P<be>is|are) cut off, and )?(?P<what>{LAND})\.": closed,
    r"The game ends: you (\d+), your opponent (\d+)\.": lambda case, found: (
        case.after.is_over and (case.after.scores[case.me], case.after.scores[1 - case.me]) == (int(found[1]), int(found[2]))
    ),
    r"You move again\.": lambda case, _: case.after.seat == case.me and case.after.open_end is None,
    r"You have begun the next one\.": lambda case, _: case.after.open_end is not None and len(case.moves) > 1,
    rf"(\S+) closes it, too: {LAND}\.": other_closes,
    r"After (\S+), your opponent could get (\d+) squares? more than you at once\.": lambda case, found: (
        str(case.other) == found[1] and best(case.state.play(case.other), 1 - case.me) == int(found[2])
    ),
    r"(\S+) would leave the fence open, and your opponent would be next\.": lambda case, found: (
        str(case.other) == found[1] and case.state.play(case.other).seat == 1 - case.me
    ),
    rf"Your opponent is next, and (?P<by>\S+) brings them (?P<more>\d+) squares? more than you{THEN}\.": brings_them,
    rf"Your opponent is next, and no trunk brings them more than you at once{THEN}\.": brings_them_none,
    rf"Round the fences, {NEAREST}; after (\S+), (\d+) and (\d+)\.": nearest_round,
    rf"{CUT_OFF}(?:, as after (?P<same>\S+)|{CUT_OFF_THERE})?\.": can_cut_off,
    r"Whatever they play, one trunk then brings you (\d+) squares? more than them, at least\.": at_least,
}


@pytest.mark.slow
def test_whatever_is_said_of_territories_is_true(sample: Sample) -> None:
    boards = ["classic", "valley", "village", "classic", "rim", "classic"]
    options = [{"board": board, "farms": "land" if number % 2 else "none"} for number, board in enumerate(boards)]
    games = (cases("territories", 2, seed, each, turns=True) for seed, each in sample(enumerate(options), 2))
    hold(CHECKS, chain(*games), all_are_said=sample.is_full)


def test_the_last_spot_is_forced() -> None:
    state = play(GAMES["territories"].start(2), FARMS.rpartition(",")[0])
    assert explain(state, "G5").startswith("It is the only spot left. Your farms can then be nearest to ")


def test_a_first_farm_is_compared_by_the_land_that_is_nearest_once_all_farms_stand() -> None:
    said = explain(GAMES["territories"].start(2), "B5", instead="E3")
    assert said == "Your farms can then be nearest to 19 squares, your opponent's to 19; with E3, 17 and 18."


def test_the_second_of_two_farms_stays_where_the_first_is_compared() -> None:
    state = play(GAMES["territories"].start(2), "B2, D1, G2, E3, D4")
    swapped = settled(play(state, "G5, B5"))
    assert f"; with G5, {swapped[1]} and {swapped[0]}." in explain(state, "E6", "B5", instead="G5")


def fenced(*trunks: str) -> TerritoriesState:
    state: TerritoriesState = play(GAMES["territories"].start(2), FARMS)
    return play(state, *trunks)


def test_an_early_fence_tells_what_it_can_cut_off_and_with_how_many_trunks() -> None:
    said = explain(fenced(), "A1-B1", instead="E1-F1")
    assert said == (
        "With 4 more trunks, this fence can cut off your farm on B2; "
        "after E1-F1, with 3 trunks, your opponent's farm on D1 and 1 square."
    )


def test_a_fence_is_compared_by_what_each_player_is_sure_to_get_from_it() -> None:
    farms = "B2, G5, G2, E6, E3, D1, D4, B5"
    trunks = "A5-A6, A5-B5, A4-B4, A3-B3, B2-B3, B2-C2, B1-C1, B4-B5"
    said = explain(play(GAMES["territories"].start(2), farms, trunks), "B4-C4")
    assert said == "This fence brings you at least 5 squares more than your opponent; after C4-C5, it can bring them 3 more."


def test_a_turn_of_two_trunks_tells_what_the_first_cuts_off_and_what_the_second_comes_to() -> None:
    state = fenced("A4-A5, B4-B5, C4-C5, C4-D4, D3-D4, D4-E4")
    assert explain(state, "D4-D5", "B4-C4") == (
        "It closes the fence: your farm on D4 is cut off, and nobody gets land yet. You have begun the next one. "
        "The new fence brings you at least 1 square more than your opponent. "
        "D5-E5 would leave the fence open, and your opponent would be next."
    )


def test_a_turn_of_two_trunks_tells_what_a_new_fence_far_from_its_end_can_cut_off() -> None:
    assert explain(fenced("H2-H3, G2-G3, F2-G2"), "F1-G1", "F2-F3").endswith(
        "With 4 more trunks, the new fence can cut off your opponent's farm on E3."
    )


def test_what_another_fence_can_cut_off_is_told_in_fewer_words() -> None:
    assert explain(fenced("C6-D6"), "C5-D5", instead="D5-D6").endswith(
        "; after D5-D6, with 2 trunks, yours on E6 and 1 square."
    )
    rim = play(GAMES["territories"].start(2, {"board": "rim"}), "C1, B8, G8, A3, I3, A6, I6, H1, E8-F8, E7-F7")
    assert explain(rim, "E6-E7", instead="E6-F6").endswith("; after E6-F6, 2 of theirs and 10 squares.")
