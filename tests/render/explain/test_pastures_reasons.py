"""Reasons in Pastures New: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain
from random import Random

import pytest

from render import renderer_of
from rules import GAMES
from rules.pastures import Castle, Fill, Offer, PasturesState
from rules.squares import Square, squares
from tests.positions import play
from tests.render.explain.sayings import Case, Checks, cases, hold, reasons
from tests.sampling import Sample

LETTERS = {"a mountain": "M", "plains": "P", "a forest": "F", "a river": "R", "a desert": "D", "a wasteland": "W"}


def filled(*rows: str, **options: object) -> PasturesState:
    """Return a full board of these rows of terrain, as if it had been filled so."""
    state: PasturesState = GAMES["pastures"].start(2, {"width": len(rows[0]), "height": len(rows), **options})
    board = {Square(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    full = state._copy()
    full.terrain_masks = tuple(state.grid.mask(square for square in board if board[square] == letter) for letter in "MPFRDW")
    full.free_masks, full.allowed, full.recent = (0,) * 6, (), (-1, -1)
    full.sites = full.terrain_masks[1] | full.terrain_masks[5]
    full.phase = "claim" if state.options.claim == "turn" else "offer"
    full.seat = len(board) % 2
    return full


def points(state: PasturesState, square: Square) -> int:
    worth = {"P": 3, "F": state.options.forest, "R": 1, "M": 1}
    area = [square, *square.around(state.width, state.height)]
    return sum(worth.get(state.terrain.get(each, ""), 0) for each in area)


def far(one: Square, other: Square) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) >= 3


def sites(state: PasturesState) -> list[Square]:
    every = squares(state.width, state.height)
    castles = state.castles
    return [each for each in every if state.terrain.get(each) in ("P", "W") and all(far(each, castle) for castle in castles)]


def best(state: PasturesState) -> int:
    return max((points(state, each) for each in sites(state)), default=0)


def line(state: PasturesState) -> list[Square]:
    """The castles that are built if both always build the best one, which leaves the other least among equal ones."""

    def score(free: list[Square]) -> int:
        return max((points(state, each) for each in free), default=0)

    free, built = sites(state), list[Square]()
    while free:
        best = [each for each in free if points(state, each) == score(free)]
        ranked = sorted(free, key=lambda each: -points(state, each))
        built.append(min(best, key=lambda one: score([other for other in ranked if far(other, one)])))
        free = [other for other in ranked if far(other, built[-1])]
    return built


def lead(state: PasturesState) -> int:
    """The lead of the player who builds first, if both always build the best castle."""
    worth = [points(state, castle) for castle in line(state)]
    return sum(worth[::2]) - sum(worth[1::2])


def second(state: PasturesState) -> int:
    """The points of the second castle of these; 0 if only one fits."""
    return points(state, line(state)[1]) if len(line(state)) > 1 else 0


def leaves_second(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether the second castle changes in favour of the seat, as said."""
    castles = line(case.after)
    is_first = case.state.width * case.state.height % 2 == case.me
    is_better = second(case.after) < second(case.state) if is_first else second(case.after) > second(case.state)
    said = [str(points(case.after, castles[0])), str(points(case.after, castles[1]))]
    return (
        ahead(case.after, case.me) > ahead(case.state, case.me)
        and is_better
        and points(case.after, Square.read(found[1])) == int(said[0])
        and found["points"] == said[1]
        and (is_first or points(case.after, Square.read(found[2])) == int(said[1]))
    )


def ahead(state: PasturesState, me: int) -> int:
    """The lead of a seat if castles were built now; the seat that would move on the full board builds first (P9)."""
    return lead(state) if state.width * state.height % 2 == me else -lead(state)


def square_of(case: Case[PasturesState]) -> Square:
    move = case.moves[0]
    assert isinstance(move, Fill | Castle)
    return move.square


def stops_best(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether the opponent, who builds first, could have made the fill, which makes a castle the best and gains by it."""
    stopped = Fill(Square.read(found[2]), LETTERS[found[1]])
    then = case.state.play(stopped)
    is_prevented = stopped not in case.after.moves() and stopped.terrain not in case.after.bans
    replies = (case.after.play(each) for each in case.after.moves() if isinstance(each, Fill))
    still = any(best(reply) >= int(found[3]) for reply in replies)
    return (
        is_prevented
        and ahead(then, case.me) < ahead(case.state, case.me)
        and new_best(case, then, found[4], found[3]) != case.me
        and not still
    )


def makes_best(case: Case[PasturesState], found: re.Match[str]) -> bool:
    return ahead(case.after, case.me) > ahead(case.state, case.me) and new_best(case, case.after, found[1], found[2]) == case.me


def new_best(case: Case[PasturesState], then: PasturesState, square: str, number: str) -> int | None:
    """The seat that builds first if a castle there scores so much then, and more than any now."""
    is_best = points(then, Square.read(square)) == int(number) == best(then) > best(case.state)
    return (0 if case.state.width * case.state.height % 2 == 0 else 1) if is_best else None


def scores(case: Case[PasturesState], number: str) -> bool:
    return points(case.state, square_of(case)) == int(number)


def ends_better(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether a castle with fewer points ends better than the named one, which has the most."""
    larger = case.state.play(Castle(Square.read(found[2])))
    ends = (after.scores[case.me] - after.scores[1 - case.me] - lead(after) for after in (case.after, larger))
    return next(ends) - next(ends) == int(found[1]) > 0 and points(case.state, Square.read(found[2])) == best(case.state)


CHECKS: Checks = {
    r"A castle on ([A-Z]\d+) would then score (\d+) points?, and you build first\.": makes_best,
    r"As the land then lies, your castle on ([A-Z]\d+) would leave your opponent (?P<points>\d+) points?\.": leaves_second,
    r"As the land then lies, your opponent would .+ on ([A-Z]\d+), and you on ([A-Z]\d+) for (?P<points>\d+) points?\.": (
        leaves_second
    ),
    r"Otherwise your .+ could play (.+) on ([A-Z]\d+) and then build a castle of (\d+) points? on ([A-Z]\d+)\.": stops_best,
    r"If both then always build the best castle, it brings you (\d+) points? more than ([A-Z]\d+)\.": ends_better,
    r"It scores (\d+) points?, and no castle scores more\.": lambda case, found: scores(case, found[1])
    and int(found[1]) == best(case.state),
    r"It scores (\d+) points?\.": lambda case, found: scores(case, found[1]),
    r"It ends the game, and you win by (\d+) points?\.": lambda case, found: case.after.is_over
    and case.after.scores[case.me] - case.after.scores[1 - case.me] == int(found[1]) > 0,
    r"If both always build the best castle, both answers are then worth the same\.": lambda case, _: (
        isinstance(case.moves[0], Offer) and case.moves[0].points == lead(case.state)
    ),
    r"If both always build the best castle, that is worth (\d+) points? more than the offer\.": lambda case, found: (
        case.after.seat == case.me and lead(case.state) - (case.state.offered or 0) == int(found[1]) > 0
    ),
    r"If both always build the best castle, the offer is worth (\d+) points? more than building first\.": lambda case, found: (
        case.after.seat != case.me and (case.state.offered or 0) - lead(case.state) == int(found[1]) > 0
    ),
}  # fmt: skip


@pytest.mark.slow
def test_whatever_is_said_of_pastures_is_true(sample: Sample) -> None:
    boards = [(5, 5, "turn"), (7, 6, "turn"), (6, 6, "offer"), (5, 5, "turn"), (9, 4, "offer"), (5, 5, "offer")]
    games = [
        cases("pastures", 2, seed, {"width": width, "height": height, "claim": claim, "forest": 1 + seed % 2})
        for seed, (width, height, claim) in sample(enumerate(boards), 1)
    ]
    even = filled(*BOARD, claim="offer")
    fair = [Case(even, [Offer(lead(even))]), Case(play(even, "offer 0"), [even.play(Offer(0)).parse("first")])]
    full = filled(*("".join(Random(f"1 {row}").choices("MPFRDW", k=8)) for row in range(8)))
    castles = [Case(full, [move]) for move in full.moves()]
    small = [play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), moves) for moves in (FIRST, SECOND)]
    fills = [Case(state, [move]) for state in small for move in state.moves()]
    hold(CHECKS, chain(*games, fair, castles, fills), all_are_said=sample.is_full)


FIRST = "A4 W, D1 F, A1 M, C3 R, B3 P, C1 M, B4 F, B2 W, D4 P, D2 M, C2 F, E4 P, B1 M, A2 D"
"""Moves after which the seat that builds first can lower the second castle."""
SECOND = "C1 P, C3 F, B2 M, D3 D, E1 W, D2 F, E3 M"
"""Moves after which the seat that builds second can prevent the best castle."""
BOARD = ("PPPDDPF", "PPFDDPF", "FFFDDPP", "DDDDDDD")


def test_a_castle_tells_its_points_and_whether_any_scores_more() -> None:
    state = filled(*BOARD)
    assert reasons(state, "B1 C") == ["It scores 17 points."]
    assert reasons(state, "B2 C")[0] == "It scores 23 points, and no castle scores more."


def test_P11_the_only_castle_says_why_no_other_place_is_left() -> None:
    state = filled("PDDP", "DDDD", "DDDD", "DDDD")
    say, only = renderer_of("pastures").label_move, play(state, "A1 C")
    assert say(state, state.parse("A1 C")) == "A1 C · castle on A1, 3 points"
    assert say(only, only.parse("D1 C")) == "D1 C · castle on D1, 3 points: no other fits without overlap"


def test_a_fill_names_the_best_castle_that_it_makes_or_prevents() -> None:
    first = play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), "D3 P, C1 W")
    assert reasons(first, "D4 R") == ["A castle on D3 would then score 4 points, and you build first."]
    second = play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), SECOND)
    prevented = "Otherwise your opponent could play plains on D1 and then build a castle of 9 points on C1."
    assert reasons(second, "D1 W") == [prevented]
    explain, (wasteland, river) = renderer_of("pastures").explain, map(second.parse, ("D1 W", "A4 R"))
    assert explain(second, [wasteland], played=[river]) == prevented
    assert explain(second, [wasteland], played=[second.parse("D1 D")]) == "", "the move played prevents it, too"
    assert reasons(GAMES["pastures"].start(2), "C4 F") == [], "nothing can be said"


def test_a_fill_says_what_is_left_for_the_castle_that_is_built_second() -> None:
    first = play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), FIRST)
    assert reasons(first, "D3 F") == ["As the land then lies, your castle on D4 would leave your opponent 5 points."]
    second = play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), "B2 W, E2 P, A4 D")
    assert reasons(second, "C1 M") == ["As the land then lies, your opponent would build on E2, and you on B2 for 1 point."]
