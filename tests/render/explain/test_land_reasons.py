"""Reasons in Land: on positions made for them, and true at every turn of random games."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from rules.land import DONE, LandState
from rules.squares import Square
from tests.positions import GREEN, begin_land, play
from tests.render.explain.sayings import NAMES, Case, Checks, cases, explain, hold
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


def cow(state: LandState, plot: Square) -> bool:
    return state.options.resident == "once" and state.map.kind(plot) == "c"


def named(words: str) -> set[Square]:
    """The squares that ``C3–C7 and D5`` names."""
    found: set[Square] = set()
    for part in re.split(r", | and ", words):
        first, _, last = part.partition("–")
        one, other = Square.read(first), Square.read(last or first)
        found |= {Square(x, y) for x in range(one.x, other.x + 1) for y in range(one.y, other.y + 1)}
    return found


def plots_of(case: Case[LandState]) -> list[Square]:
    return [move for move in case.moves if isinstance(move, Square)]


def takes(case: Case[LandState], found: re.Match[str]) -> bool:
    state, plots = case.state, plots_of(case)
    cows = sum(cow(state, plot) for plot in plots)
    said_cows = 0 if not found["cows"] else 1 if found["cows"].startswith("a ") else int(found["cows"].split()[0])
    contested = {plot for plot in plots if rivals(state, plot, case.me)}
    who = set().union(*(rivals(state, plot, case.me) for plot in contested))
    if found["whom"] is None:
        told = not contested and (found["alone"] is None or all(state.plots(seat) for seat in state.left))
    else:
        told = bool(contested) and found["whom"] == (
            " and ".join(NAMES[seat] for seat in sorted(who)) if len(who) < 3 else "others"
        )
    what, among = found["what"], found["among"]
    count = re.fullmatch(r"(\d+) plots", what)
    told &= int(count[1]) == len(plots) if count else named(what) == set(plots)
    if among:
        told &= int(among) == len(contested) if among.isdigit() else named(among) == contested
    elif found["whom"]:
        told &= contested == set(plots)
    return told and said_cows == cows


def first_plot(case: Case[LandState], found: re.Match[str]) -> bool:
    def fits(plot: Square, number: str, within: str, resident: str | None) -> bool:
        around = sum(free(case.state, other) for other in beside(case.state, plot))
        found = near(case.state, plot, 3) - {plot}
        return (around, len(found)) == (int(number), int(within)) and bool(resident) == cow(case.state, plot)

    here = fits(plots_of(case)[0], *found.group(1, 2, 3))
    return here and (not found[4] or (found[4] == str(case.other) and fits(Square.read(found[4]), *found.group(5, 6, 7))))


def near(state: LandState, plot: Square, steps: int) -> set[Square]:
    """The free plots to which so many steps lead."""
    if not steps:
        return {plot}
    return {plot}.union(*(near(state, other, steps - 1) for other in beside(state, plot) if free(state, other)))


def takes_all(case: Case[LandState], _: re.Match[str]) -> bool:
    mine = case.state.plots(case.me)
    return {other for plot in mine for other in beside(case.state, plot) if free(case.state, other)} <= set(plots_of(case))


def within_reach(case: Case[LandState], found: re.Match[str]) -> bool:
    plot = Square.read(found[1])
    who = rivals(case.after, plot, case.me)
    whom = set(found[3].split(" and "))
    told = {NAMES[seat] for seat in who} == whom if found[3] != "others" else len(who) > 2
    return plot == case.other and bool(found[2]) == cow(case.state, plot) and free(case.after, plot) and told


def can_wait(case: Case[LandState], found: re.Match[str]) -> bool:
    plot, state = Square.read(found[1]), case.after
    everybody = all(state.plots(seat) for seat in state.left)
    return plot == case.other and free(state, plot) and everybody and not rivals(state, plot, case.me)


def beside_land(state: LandState, me: int) -> int:
    return len({other for plot in state.plots(me) for other in beside(state, plot) if free(state, other)})


def herd(before: LandState, then: LandState, me: int) -> int:
    """The cows of the next turn, if the turn that began in ``before``, or before it, ended in ``then``."""
    cows = 3 if then.options.herd == "equal" else len(then.plots(me))
    taken = (then.plots(me) - before.plots(me)) | set(before.map.squares_of(before.taken))
    return cows + sum(cow(then, plot) for plot in taken)


def next_turn(case: Case[LandState], found: re.Match[str]) -> bool:
    """Whether the cows and plots are true, and those of a legal turn of as many cows with the other plot, too."""
    here = herd(case.state, case.after, case.me), beside_land(case.after, case.me)
    told = int(found["cows"]), int(found["plots"] or 0)
    if here != told or ("but" in found["and"]) != (here[1] < here[0]):
        return False
    if found["other"] is None:
        return True
    gone = Square.read(found["gone"]) if found["gone"] else plots_of(case)[0]
    if found["other"] != str(case.other) or (found["gone"] is None) != (len(plots_of(case)) == 1):
        return False
    then = case.state
    for move in case.moves:
        then = then.play(case.other if move == gone and case.other else move)
    cows = int(found["cows_there"] or here[0])
    plots = here[1] if found["plots_there"] is None else int(re.sub("^no", "0", found["plots_there"]))
    there = herd(case.state, then, case.me), beside_land(then, case.me)
    return (cows, plots) == there != here and not then.continues(case.state)


def opened(case: Case[LandState], found: re.Match[str]) -> bool:
    assert case.other is not None
    here, there = (beside_land(state, case.me) for state in (case.after, case.state.play(case.other)))
    told = [0 if number in ("no", "none") else int(number) for number in found.group(1, 3)]
    return told == [here, there] and here != there and found[2] == str(case.other)


def stopped(case: Case[LandState], found: re.Match[str]) -> bool:
    spent = sum(cost(case.state, plot) for plot in plots_of(case))
    return DONE in case.moves and case.state.cows - spent == int(found[1])


START = r"(\d+) free plots? beside it, (\d+) within 3 steps( and a resident cow)?"
CHECKS: Checks = {
    r"It is the only plot that you can take\.": lambda case, _: len(case.state.moves()) == 1,
    r"You can take every plot beside your land, so you need not choose\.": takes_all,
    rf"It has {START}(?:; (\S+) has {START})?\.": first_plot,
    r"You take (?P<what>.+?)(?:, among them (?P<among>.+?))?"
    r"(?:, which (?:(?P<alone>nobody else) could have taken yet|(?P<whom>[\w ]+) could have taken))?"
    r"(?:, and (?P<cows>a resident cow|\d+ resident cows) for your next turn)?\.": takes,
    r"(\S+?)(, with a resident cow,)? stays within reach of (.+)\.": within_reach,
    r"(\S+?)(?:, with a resident cow,)? can wait: nobody else can take it on their next turn as the land lies\.": can_wait,
    r"You stop with (\d+) cows? unused, and unused cows are not kept \(L7\)\.": stopped,
    r"Next turn you have (?P<cows>\d+) cows?, (?P<and>and|but only|but) (?:no free plot|(?P<plots>\d+) free plots?)"
    r" beside your land as it lies(?:; with (?P<other>\w+)(?: instead of (?P<gone>\w+))?,"
    r"(?: (?P<cows_there>\d+) cows?)?(?: and)?(?: (?P<plots_there>\d+|no) free plots?)?)?\.": next_turn,
    r"Your land then has (\d+|no) free plots? beside it for your next turn; with (\w+), (\d+|none)\.": opened,
}  # fmt: skip


@pytest.mark.slow
def test_whatever_is_said_of_land_is_true(sample: Sample) -> None:
    rules: list[dict[str, object]] = [
        {},
        {"reach": "chain"},
        {"mountain": 1},
        {"herd": "equal"},
        {"resident": "none"},
        {"order": "poorest"},
    ]
    games = (cases("land", 2 + seed % 4, seed, each, turns=True) for seed, each in sample(enumerate(rules), 3))
    hold(CHECKS, chain(*games), all_are_said=sample.is_full)


def test_a_turn_tells_what_others_could_have_taken_and_the_cows_that_it_brings() -> None:
    rows = [*GREEN]
    rows[0] = "ggc" + "g" * 9
    state = begin_land("B1 D1", rows)
    assert explain(state, "C1", names=NAMES) == (
        "You take C1, which Björn could have taken, and a resident cow for your next turn. "
        "B2 can wait: nobody else can take it on their next turn as the land lies. "
        "Next turn you have 3 cows, and 3 free plots beside your land as it lies; with B2, 2 cows and 5 free plots."
    )
    assert explain(state, "A1", instead="C1").startswith("You take A1, which nobody else could have taken yet.")
    assert "C1, with a resident cow, stays within reach of your opponent." in explain(state, "A1")


NOOK = ["ggg~" + "g" * 8, "gg~" + "g" * 9, *GREEN[2:]]
"""Behind C1 there is no more land."""


def test_a_turn_of_more_plots_names_the_plot_that_the_other_one_replaces() -> None:
    state = play(begin_land("A1 L12", NOOK), "B1, L11")
    told = "Next turn you have 4 cows, but only 2 free plots beside your land as it lies; with B2 instead of C1, 3 free plots."
    assert explain(state, "C1", "A2", instead="B2").endswith(told)


def test_a_part_of_a_turn_tells_what_it_opens_where_the_other_plot_opens_more_or_fewer() -> None:
    state = play(begin_land("A1 L12", NOOK), "B1, L11")
    assert "Your land then has 2 free plots beside it for your next turn; with B2, 3." in explain(state, "C1", instead="B2")
    assert "Your land then has 3 free plots beside it for your next turn; with C1, 2." in explain(state, "B2", instead="C1")
    assert "Your land then has" not in explain(state, "A2", instead="B2")


def test_stopping_tells_what_is_not_used() -> None:
    state = play(begin_land("A1 L12"), "B1, L11, A2")
    assert "You stop with 1 cow unused, and unused cows are not kept (L7)." in explain(state, "done")


def test_the_only_plot_is_forced() -> None:
    assert not explain(begin_land("A1 L12"), "A2").startswith("It is the only plot")
    rows = ["gg" + "~" * 10, "^g" + "~" * 10, *("g" * 12 for _ in range(10))]
    assert explain(begin_land("A1 L12", rows), "B1").startswith("It is the only plot that you can take. You take B1,")


def test_a_turn_that_can_take_everything_says_so() -> None:
    rows = ["gg" + "~" * 10, "gg" + "~" * 10, *("g" * 12 for _ in range(10))]
    state = play(begin_land("A1 L12", rows), "B1, L11")
    assert explain(state, "A2", "B2").startswith("You can take every plot beside your land, so you need not choose.")


def test_a_first_plot_is_compared_by_the_land_near_it() -> None:
    rows = ["gg" + "~" * 10, "gg" + "~" * 10, *("g" * 12 for _ in range(10))]
    start = play(begin_land("", rows), "roll 1, roll 1")
    said = explain(start, "A1", instead="B2")
    assert said == "It has 2 free plots beside it, 6 within 3 steps; B2 has 3 free plots beside it, 11 within 3 steps."
