"""Reasons in Territories: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain

from rules import GAMES, Action
from rules.squares import Square, squares
from rules.territories import TerritoriesState
from tests.positions import play
from tests.render.because.sayings import Case, Checks, because, cases, hold

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
    state, closings = case.state, 0
    for move in case.moves:
        state = state.play(move)
        closings += state.open_end is None
    return land(found[2], case.state, case.after, case.me) and closings == int(found[1] or 1)


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


def at_least(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    answers = [case.after.play(move) for move in case.after.moves()]
    return min(best(state, case.me) for state in answers) == int(found[1])


THEN = r"(?P<then>(?:; |, as after ).*)?"
LAND = "((?:\\d+ squares? for you|\\d+ squares? for your opponent|nobody gets land yet| and )+)"
CHECKS: Checks = {
    r"It is the only (spot left|legal trunk)\.": lambda case, found: (
        len(case.state.moves()) == 1 and ("spot" in found[1]) == (case.state.phase == "farms")
    ),
    r"Your farms can then be nearest to (\d+) squares?, your opponent's to (\d+)"
    r"(?:; with (?P<other>\S+), (\d+) and (\d+)|, as with (?P<same>\S+))?\.": near_farms,
    r"(?:This fence brings you at least (?P<more>\d+) squares? more than your opponent"
    r"|This fence can bring your opponent (?P<fewer>\d+) squares? more than you|Both can keep this fence even)"
    r"(?:, as after (?P<same>\S+)|; after (?P<other>\S+), "
    r"(?:at least (?P<better>\d+) more for you|it can bring them (?P<worse>\d+) more|both can keep it even))?\.": sure_of,
    rf"(?:It closes the fence|They close (\d+) fences): {LAND}\.": closed,
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
    r"Whatever they play, one trunk then brings you (\d+) squares? more than them, at least\.": at_least,
}


def test_whatever_is_said_of_territories_is_true() -> None:
    boards = ["classic", "valley", "village", "classic", "rim", "classic"]
    options = [{"board": board, "farms": "land" if number % 2 else "none"} for number, board in enumerate(boards)]
    hold(CHECKS, chain(*(cases("territories", 2, seed, each, turns=True) for seed, each in enumerate(options))))


def test_the_last_spot_is_forced() -> None:
    state = play(GAMES["territories"].start(2), FARMS.rpartition(",")[0])
    assert because(state, "G5").startswith("It is the only spot left. Your farms can then be nearest to ")


def test_a_first_farm_is_compared_by_the_land_that_is_nearest_once_all_farms_stand() -> None:
    said = because(GAMES["territories"].start(2), "B5", instead="E3")
    assert said == "Your farms can then be nearest to 19 squares, your opponent's to 19; with E3, 17 and 18."


def test_the_second_of_two_farms_stays_where_the_first_is_compared() -> None:
    state = play(GAMES["territories"].start(2), "B2, D1, G2, E3, D4")
    swapped = settled(play(state, "G5, B5"))
    assert f"; with G5, {swapped[1]} and {swapped[0]}." in because(state, "E6", "B5", instead="G5")


def fenced(*trunks: str) -> TerritoriesState:
    state: TerritoriesState = play(GAMES["territories"].start(2), FARMS)
    return play(state, *trunks)


def test_a_fence_that_stays_open_tells_that_nothing_can_be_gained_at_once() -> None:
    said = because(fenced(), "A1-B1", instead="E1-F1")
    assert said == "Your opponent is next, and no trunk brings them more than you at once, as after E1-F1."


def test_a_fence_is_compared_by_what_each_player_is_sure_to_get_from_it() -> None:
    farms = "B2, G5, G2, E6, E3, D1, D4, B5"
    trunks = "A5-A6, A5-B5, A4-B4, A3-B3, B2-B3, B2-C2, B1-C1, B4-B5"
    said = because(play(GAMES["territories"].start(2), farms, trunks), "B4-C4")
    assert said == "This fence brings you at least 5 squares more than your opponent; after C4-C5, it can bring them 3 more."
