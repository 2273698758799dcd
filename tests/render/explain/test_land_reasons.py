"""Reasons in Land: on positions made for them, and true at every turn of random games."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from rules.land import LandState
from rules.squares import Square
from tests.positions import GREEN, begin_land, play
from tests.render.explain.sayings import NAMES, Case, Checks, after, cases, hold, reasons
from tests.sampling import Sample


def beside(state: LandState, plot: Square) -> list[Square]:
    return [other for other in plot.beside(state.width, state.height) if state.map.kind(other) in "g^c"]


def free(state: LandState, plot: Square) -> bool:
    return state.map.kind(plot) in "g^c" and state.owner_at(plot) is None


def cost(state: LandState, plot: Square) -> int:
    return state.options.mountain if state.map.kind(plot) == "^" else 1


def can_take(state: LandState, seat: int, plot: Square) -> bool:
    """Whether a seat can take a plot in its next turn, also by a chain of plots where the house rule has it."""
    herd = state.allowance(seat)
    if state.options.reach == "turn":
        return cost(state, plot) <= herd and any(state.owner_at(other) == seat for other in beside(state, plot))
    spent = dict.fromkeys(state.plots(seat), 0)
    todo = list(spent)
    while todo:
        at = min(todo, key=lambda each: spent[each])
        todo.remove(at)
        for other in beside(state, at):
            price = spent[at] + cost(state, other)
            if free(state, other) and price < spent.get(other, herd + 1):
                spent[other] = price
                todo.append(other)
    return plot in spent


def rivals(state: LandState, plot: Square, me: int) -> set[int]:
    return {seat for seat in state.left if seat != me and state.plots(seat) and can_take(state, seat, plot)}


def near(state: LandState, plot: Square, steps: int) -> set[Square]:
    """The free plots that this number of steps can reach."""
    if not steps:
        return {plot}
    return {plot}.union(*(near(state, other, steps - 1) for other in beside(state, plot) if free(state, other)))


def plots_of(case: Case[LandState]) -> list[Square]:
    return [move for move in case.moves if isinstance(move, Square)]


def most_land(case: Case[LandState], _: re.Match[str]) -> bool:
    return all(len(near(case.state, plots_of(case)[0], 3)) >= len(near(case.state, each, 3)) for each in case.state.moves())


def takes(case: Case[LandState], found: re.Match[str]) -> bool:
    contested = {plot for plot in plots_of(case) if rivals(case.state, plot, case.me)}
    who = set().union(*(rivals(case.state, plot, case.me) for plot in contested))
    whom = " and ".join(NAMES[seat] for seat in sorted(who)) if len(who) < 3 else "others"
    squares = set(map(Square.read, re.findall(r"\b[A-Z]\d+\b", found["plots"])))
    return (squares == contested if squares else int(found["plots"].split()[0]) == len(contested)) and found["whom"] == whom


def cows(case: Case[LandState], found: re.Match[str]) -> bool:
    end = after(case.state, *plots_of(case))
    own = {*case.state.plots(case.me), *plots_of(case)}
    has_next = not end.is_over and any(free(end, other) for plot in own for other in beside(end, plot))
    brought = sum(case.state.map.kind(plot) == "c" for plot in plots_of(case))
    return has_next and case.state.options.resident == "once" and brought == (1 if found[1] == "an" else int(found[1]))


def opens(case: Case[LandState], found: re.Match[str]) -> bool:
    taken = set(plots_of(case))
    was = {other for plot in case.state.plots(case.me) for other in beside(case.state, plot)}
    now = {other for plot in taken for other in beside(case.state, plot) if free(case.state, other)}
    return len(now - was - taken) == int(found[1]) > 0


CHECKS: Checks = {
    r"No other plot that you can take has more free land near it\.": most_land,
    r"Otherwise (?P<whom>.+) could take (?P<plots>.+) next\.": takes,
    r"It brings (an|\d+) extra cows? for your next turn\.": cows,
    r"From there you reach (\d+) more free plots?\.": opens,
}


@pytest.mark.slow
def test_whatever_is_said_of_land_is_true(sample: Sample) -> None:
    rules = [{}, {"reach": "chain"}, {"mountain": 1}, {"herd": "equal"}, {"resident": "none"}, {"order": "poorest"}]
    games = (cases("land", 2 + seed % 4, seed, each, turns=True) for seed, each in sample(enumerate(rules), 1))
    hold(CHECKS, chain(*games), all_are_said=sample.is_full)


def test_a_turn_tells_what_others_could_have_taken_and_the_cows_that_it_brings() -> None:
    rows = [*GREEN]
    rows[0] = "ggc" + "g" * 9
    state = begin_land("B1 D1", rows)
    assert reasons(state, "C1", names=NAMES)[:2] == [
        "Otherwise Björn could take C1 next.",
        "It brings an extra cow for your next turn.",
    ]
    assert reasons(state, "B2") == ["From there you reach 3 more free plots."]


def test_a_cow_is_no_reason_without_a_next_turn() -> None:
    ends = begin_land("A1 L1", ["ggggggcggggg", "g" * 12, *["~" * 12] * 10])
    while ends.free.bit_count() > 1:
        ends = ends.play(next(move for move in ends.moves() if str(move) != "G1"))
    assert reasons(ends, "G1", names=NAMES) == [f"Otherwise {NAMES[1 - (ends.seat or 0)]} could take G1 next."]
    state = play(begin_land("A1 D1", ["ggc" + "g" * 9, "g~~" + "g" * 9, *["~~~" + "g" * 9] * 10]), "B1, E1")
    rival = f"Otherwise {NAMES[1]} could take C1 next."
    assert reasons(state, "C1", names=NAMES) == [rival, "It brings an extra cow for your next turn."], "A2 is left for it"
    assert reasons(state, "C1", "A2", names=NAMES) == [rival]


NOOK = ["ggg~" + "g" * 8, "gg~" + "g" * 9, *GREEN[2:]]
"""Behind C1 there is no more land."""


def test_a_plot_that_opens_nothing_and_a_stop_have_no_reason() -> None:
    state = play(begin_land("A1 L12", NOOK), "B1, L11")
    assert reasons(state, "C1") == []
    assert reasons(play(state, "A2"), "done") == []


def test_a_first_plot_is_praised_where_none_has_more_land_near_it() -> None:
    rows = ["gg" + "~" * 10, "gg" + "~" * 10, *("g" * 12 for _ in range(10))]
    start = play(begin_land("", rows), "roll 1, roll 1")
    assert reasons(start, "A1") == []
    assert reasons(start, "B2") == ["No other plot that you can take has more free land near it."]
