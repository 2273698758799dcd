"""Reasons in Territories: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from render import renderer_of
from rules import GAMES, Action
from rules.squares import Square, squares
from rules.territories import TerritoriesState
from tests.positions import play
from tests.render.explain.sayings import Case, Checks, cases, hold, reasons, steps
from tests.sampling import Sample


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
    return max(0, *(ahead(state, move, seat) for move in state.moves()))


def settled(state: TerritoriesState) -> tuple[int, int]:
    """The squares nearest to each seat's farms once all stand, if the seat to move always takes the best spot for it."""
    if state.phase != "farms":
        return nearest(state, dict(state.farms))
    me = state.seat or 0
    return max((settled(state.play(move)) for move in state.moves()), key=lambda land: land[me] - land[1 - me])


def lead_of_farms(state: TerritoriesState, me: int) -> int:
    land = settled(state)
    return land[me] - land[1 - me]


def no_larger_share(case: Case[TerritoriesState], _: re.Match[str]) -> bool:
    if len(case.state.farms) < 5:
        return True
    return lead_of_farms(case.after, case.me) == lead_of_farms(case.state, case.me)


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


def ends_with(case: Case[TerritoriesState], *more: int) -> bool:
    """Whether the fence brings one of these numbers of squares, or there are too many trunks to follow to their end."""
    return ending(case.after, case.me, left := [1000]) in more or left[0] < 0


def won(case: Case[TerritoriesState]) -> tuple[int, int]:
    """The squares that the moves bring the seat at once, and the other."""
    me, other = (case.after.scores[seat] - case.state.scores[seat] for seat in (case.me, 1 - case.me))
    return me, other


def no_more(case: Case[TerritoriesState], _: re.Match[str]) -> bool:
    if case.after.open_end is not None:
        return ends_with(case, *range(99))
    mine, theirs = won(case)
    return case.after.seat == case.me and mine >= theirs


def at_once(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    mine, theirs = won(case)
    return mine - theirs == int(found[1]) > 0 and bool(found[2]) == bool(theirs)


def no_gain(case: Case[TerritoriesState], _: re.Match[str]) -> bool:
    """Whether no trunk brings the opponent more now, while one would after another move."""
    others = [case.state.play(move) for move in case.state.moves()]
    return not best(case.after, 1 - case.me) and any(each.seat != case.me and best(each, 1 - case.me) for each in others)


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


def nearer(case: Case[TerritoriesState], found: re.Match[str]) -> bool:
    """Whether the land near the farms changes by so many squares, and altogether in favour of the seat that decides."""
    now, was = round_the_fences(case.after), round_the_fences(case.state)
    more, fewer = now[case.me] - was[case.me], was[1 - case.me] - now[1 - case.me]
    told = fewer if "fewer" in found[0] else more
    return told == int(found[1]) > 0 and more + fewer > 0


CHECKS: Checks = {
    r"No other spot gives your farms a larger share of the land\.": no_larger_share,
    r"It ends the game, and you win by (\d+) squares?\.": lambda case, found: (
        case.after.is_over and case.after.scores[case.me] - case.after.scores[1 - case.me] == int(found[1]) > 0
    ),
    r"It brings you (\d+) squares?( more than your opponent)? at once\.": at_once,
    r"It closes the fence, and you move again\.": lambda case, _: case.after.seat == case.me and case.after.open_end is None,
    r"Played well, (?:this|the new) fence brings you (\d+) more squares? than your opponent\.": lambda case, found: (
        ends_with(case, int(found[1])) and int(found[1]) > 0
    ),
    r"It brings you at least as much land as your opponent\.": no_more,
    r"Played well, (?:this|the new) fence brings you at least as much land as your opponent\.": no_more,
    r"(\d+) more empty squares? (?:is|are) then nearer to your farms than to theirs, walking around fences\.": nearer,
    r"(\d+) fewer empty squares? (?:is|are) then nearer to their farms than to yours, walking around fences\.": nearer,
    r"Even if your opponent closes the fence next, they get no more land than you\.": no_gain,
    r"Your opponent cannot close the fence next; whoever closes it moves again\.": lambda case, _: all(
        case.after.play(move).open_end is not None for move in case.after.moves()
    ),
}


@pytest.mark.slow
def test_whatever_is_said_of_territories_is_true(sample: Sample) -> None:
    boards = ["classic", "valley", "village", "classic", "rim", "classic"]
    options = [{"board": board, "farms": "land" if number % 2 else "none"} for number, board in enumerate(boards)]
    games = (cases("territories", 2, seed, each, turns=True) for seed, each in sample(enumerate(options), 1))
    hold(CHECKS, sample(chain(*games), 12), all_are_said=sample.is_full)


def test_a_first_farm_is_told_by_the_land_that_is_nearest_once_all_farms_stand() -> None:
    start = GAMES["territories"].start(2)
    assert [str(move) for move in start.moves() if reasons(start, str(move))]
    assert "No other spot gives your farms a larger share of the land." in reasons(start, "B5")


def test_a_fence_tells_what_it_is_sure_to_bring_and_who_moves_then() -> None:
    farms = "B2, G5, G2, E6, E3, D1, D4, B5"
    trunks = "A5-A6, A5-B5, A4-B4, A3-B3, B2-B3, B2-C2, B1-C1, B4-B5"
    said = reasons(play(GAMES["territories"].start(2), farms, trunks), "B4-C4")
    assert said[0] == "Played well, this fence brings you 5 more squares than your opponent."

    farms = "B2, D1, G2, E3, D4, B5, E6, G5"
    closes = play(GAMES["territories"].start(2), farms, "A4-A5, B4-B5, C4-C5, C4-D4, D3-D4, D4-E4")
    assert reasons(closes, "D4-D5") == [
        "It closes the fence, and you move again.",
        "It brings you at least as much land as your opponent.",
    ]

    opened = play(GAMES["territories"].start(2), farms, "A4-A5, B4-B5")
    assert reasons(opened, "C4-C5")[-1] == "Your opponent cannot close the fence next; whoever closes it moves again."

    state = play(GAMES["territories"].start(2), "G5, E6, E3, D1, D4, B5, G2, B2", "A2-A3, B2-B3, B2-C2")
    better, gives = state.parse("B1-B2"), state.parse("B1-C1")
    told = renderer_of("territories").explain(state, [better], played=[gives])
    assert told == "Your move in the game can give your opponent 3 more squares than you by their next piece."
    corners = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]}
    state = play(GAMES["territories"].start(2, None, corners), "C1, B1, A1, D4, C4, D1, A4, B4", "A2-A3, A2-B2")
    open_end, closed = state.parse("B1-B2"), state.parse("A1-B1")
    assert state.play(closed).scores[1 - state.seat] == 1, "it gives a square at once"
    told = renderer_of("territories").explain(state, [open_end], played=[closed])
    assert "can give" not in told, "the opponent can get a square after the better move, too"

    small = {"width": 6, "height": 4, "spots": ["A1", "C1", "F1", "E2", "B3", "A4", "D4", "F4"]}
    trunks = "D1-E1, E1-E2, F1-F2, D1-D2, C2-D2, C2-C3, B2-C2, B1-B2, A1-A2, A2-B2, A3-B3, A4-B4, D2-D3"
    state = play(GAMES["territories"].start(2, None, small), "B3, F4, D4, E2, C1, F1, A4, A1", trunks)
    even, sure = state.parse("D3-E3"), state.parse("E2-E3")
    assert renderer_of("territories").explain(state, [even]) == (
        "Played well, this fence brings you at least as much land as your opponent."
    )
    assert renderer_of("territories").explain(state, [even], played=[sure]) == "", "the move played brings a square"
