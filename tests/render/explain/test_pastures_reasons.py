"""Reasons in Pastures New: on positions made for them, and true at every decision of random games."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from rules import GAMES
from rules.pastures import Castle, Fill, Offer, PasturesState
from rules.squares import Square, squares
from tests.positions import play
from tests.render.explain.sayings import Case, Checks, cases, explain, hold
from tests.sampling import Sample

WORDS = {"mountain": "M", "plains": "P", "forest": "F", "river": "R", "desert": "D", "wasteland": "W"}


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


def lead(state: PasturesState) -> int:
    where = sites(state)
    return max(
        points(state, one) - max((points(state, other) for other in where if far(one, other)), default=0) for one in where
    )


def move_of(case: Case[PasturesState]) -> Fill | Castle:
    move = case.moves[0]
    assert isinstance(move, Fill | Castle)
    return move


def other_of(case: Case[PasturesState]) -> Castle:
    assert isinstance(case.other, Castle)
    return case.other


def scores_and_leaves(case: Case[PasturesState], found: re.Match[str]) -> bool:
    said = points(case.state, move_of(case).square), best(case.after)
    if found["other"] is None:
        return said == (int(found[1]), int(found[2])) and case.other is None
    there = points(case.state, other_of(case).square), best(case.state.play(other_of(case)))
    better_here = (said[0] > there[0]) - (said[0] < there[0]), (said[1] < there[1]) - (said[1] > there[1])
    mixed = sorted(better_here) == [-1, 1]
    return (*said, *there) == tuple(int(found[k]) for k in (1, 2, 5, 7)) and (found[6] == "but") == mixed


def other_castle(case: Case[PasturesState], found: re.Match[str]) -> bool:
    other = other_of(case)
    said = (str(other.square), points(case.state, other.square), best(case.state.play(other)))
    return said == (found[1], int(found[2]), int(found[3])) and case.after.is_over


def lost_site(case: Case[PasturesState], found: re.Match[str]) -> bool:
    square = Square.read(found[1])
    was = square in sites(case.state) and square not in sites(case.after)
    return was and points(case.state, square) == int(found[2]) and int(found[2]) > best(case.after)


def led(case: Case[PasturesState], found: re.Match[str]) -> bool:
    after = case.after
    mine = case.state.width * case.state.height % 2 == case.me
    offer = case.state.options.claim == "offer"
    who = "whoever builds" if offer else "you" if mine else "your opponent"
    they = "whoever builds first" if offer else "you" if mine else "they"
    true = lead(after) == int(found["ahead"] or 0) and (found["who"] or "whoever builds") == who
    true = true and found["they"] in (None, they) and found["they_there"] in (None, they)
    if found["where"]:
        assert isinstance(case.other, Fill)
        there = lead(case.state.play(case.other))
        named = (str(case.other.square), case.other.terrain) == (found["where"], WORDS[found["what"]])
        told = found["there"] or (0 if found["neither_there"] else found["ahead"] or 0)
        true = true and named and there == int(told)
        favours = lead(after) - there if mine else there - lead(after)
        true = true and (found["less"] != "If") == (not offer and favours < 0)
    return true


def next_square(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether the worst that one square of the opponent's does to the lead is what is told, after both moves."""
    assert isinstance(case.other, Fill)
    mine = case.state.width * case.state.height % 2 == case.me
    worst = min if mine else max
    instead = case.state.play(case.other)
    here, there = (worst(lead(each.play(move)) for move in each.moves()) for each in (case.after, instead))
    told = lead(case.after) if found[1].startswith("cannot") else int(found["here"])
    named = found["where"] == str(case.other.square) and WORDS[found["what"]] == case.other.terrain
    better = here > there if mine else here < there
    return (here, there) == (told, int(found["there"])) and named and better and ("lower" in found[1]) == mine


def site(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether the areas of the square that was filled, and of the other one, have so many points."""
    square, other = Square.read(found[1]), case.other
    true = move_of(case).square == square and around(case.state, move_of(case)) == int(found[2])
    if not found[3]:
        return true
    assert isinstance(other, Fill)
    there = around(case.state, other)
    return true and other.terrain == case.moves[0].terrain and (str(other.square), there) == (found[3], int(found[4]))


def around(state: PasturesState, fill: Fill) -> int:
    """What a castle would score on the square if it may stand there then, else the points around the square."""
    if fill.terrain in ("P", "W"):
        return points(state.play(fill), fill.square)
    own = set(fill.square.around(state.width, state.height))
    return points(state, fill.square) if fill.square not in own else -1


def areas(case: Case[PasturesState], found: re.Match[str]) -> bool:
    """Whether so many squares around have each square in the area of a castle there, and the terrain is worth something."""
    move, other = move_of(case), case.other
    assert isinstance(move, Fill)
    true = ("score" in found[0]) == (move.terrain in "PFRM") and not sites(case.after)
    true = true and len(list(move.square.around(case.state.width, case.state.height))) == int(found[1])
    if not found[2]:
        return true
    assert isinstance(other, Fill)
    there = list(other.square.around(case.state.width, case.state.height))
    return true and other.terrain == move.terrain and (str(other.square), len(there)) == (found[2], int(found[3]))


def second_ahead(words: str) -> int:
    number = re.search(r"[0-9]+", words)
    return 0 if number is None else int(number[0]) * (1 if "ahead" in words else -1)


def offered(case: Case[PasturesState], found: re.Match[str]) -> bool:
    move, other = case.moves[0], case.other
    assert isinstance(move, Offer)
    assert isinstance(other, Offer)
    ahead = lead(case.state)
    here, there = (each.points - ahead for each in (move, other))
    true = (int(found[1]), second_ahead(found[2])) == (move.points, here)
    return true and (int(found[3]), second_ahead(found[4])) == (other.points, there)


def answered(case: Case[PasturesState], found: re.Match[str]) -> bool:
    ahead, offer = lead(case.state), case.state.offered or 0
    more = 0 if found[3] == "as much" else int(found[4]) * (1 if found[5] == "more" else -1)
    return (int(found[1]), int(found[2]), more) == (ahead, offer, offer - ahead)


SECOND = "both are even|whoever builds second is [0-9]+ (?:ahead|behind)"
FIRST_LEADS = r"With one castle each, whoever builds first leads by (\d+) points? at best"
CHECKS: Checks = {
    r"It is your only legal move\.": lambda case, _: len(case.state.moves()) == 1,
    r"It scores (\d+) points? and leaves your opponent (\d+) at most"
    r"(?P<other>; ([A-Z]\d+) scores (\d+), (but|and) leaves (\d+))?\.":
        scores_and_leaves,
    r"It scores (\d+) points? and ends the game: you (\d+), your opponent (\d+)\.": lambda case, found: case.after.is_over
    and int(found[1]) == points(case.state, move_of(case).square)
    and (case.after.scores[case.me], case.after.scores[1 - case.me]) == (int(found[2]), int(found[3])),
    r"([A-Z]\d+) scores (\d+), (?:but|and) leaves (\d+) for your opponent\.": other_castle,
    r"Your opponent cannot build on ([A-Z]\d+) any more, for (\d+) points?\.": lost_site,
    r"No castle could stand anywhere yet\.": lambda case, _: not sites(case.after),
    r"(?P<less>It does less at once: if|If) both built one castle now, (?:(?P<who>you|your opponent|whoever builds) first, )?"
    r"(?:(?P<they>you|they|whoever builds first) could lead by (?P<ahead>\d+) points?|neither could lead)"
    r"(?:(?:, as|;) after (?P<where>[A-Z]\d+) (?P<what>[a-z]+)(?:, (?:(?P<they_there>you|they|whoever builds first) could, )?"
    r"by (?P<there>\d+)|, (?P<neither_there>neither could))?)?\.": led,
    r"Your opponent's next square ((?:can|cannot) (?:lower|raise) that)(?: to (?P<here>\d+))?"
    r"; after (?P<where>[A-Z]\d+) (?P<what>[a-z]+),(?: it can,)? to (?P<there>\d+)\.": next_square,
    r"(?:Castles can score it from|It adds nothing to castles on) (\d+) squares around"
    r"(?:; on ([A-Z]\d+), (?:from|to those on) (\d+))?\.": areas,
    r"No castle can stand on ([A-Z]\d+) now, with (\d+) points? around it so far(?:; around ([A-Z]\d+), (\d+))?\.":
        lambda case, found: Square.read(found[1]) not in sites(case.after) and site(case, found),
    r"A castle on ([A-Z]\d+) would score (\d+) points? so far(?:; on ([A-Z]\d+), (\d+))?\.":
        lambda case, found: Square.read(found[1]) in sites(case.after) and site(case, found),
    r"Your opponent cannot play ([a-z]+) next turn \(P5\)\.": lambda case, found: case.after.seat == 1 - case.me
    and all(getattr(move, "terrain", "") != WORDS[found[1]] for move in case.after.moves()),
    rf"{FIRST_LEADS}\.": lambda case, found: lead(case.state) == int(found[1]),
    rf"With (\d+) points?, ({SECOND}); with (\d+), ({SECOND})\.": offered,
    rf"{FIRST_LEADS}; the (\d+) offered are (as much|(\d+) (more|less))\.": answered,
    r"Your opponent places first, and can score (\d+) points? at once\.": lambda case, found: case.after.seat == 1 - case.me
    and best(case.state) == int(found[1]),
    r"You place first, and your opponent gets (\d+) points?\.": lambda case, found: case.after.seat == case.me
    and case.after.scores[1 - case.me] == int(found[1]),
}  # fmt: skip


@pytest.mark.slow
def test_whatever_is_said_of_pastures_is_true(sample: Sample) -> None:
    boards = [(5, 5, "turn"), (7, 6, "turn"), (6, 6, "offer"), (5, 5, "turn"), (9, 4, "offer"), (5, 5, "offer")]
    games = [
        cases("pastures", 2, seed, {"width": width, "height": height, "claim": claim, "forest": 1 + seed % 2})
        for seed, (width, height, claim) in sample(enumerate(boards), 3)
    ]
    hold(CHECKS, chain(*games), all_are_said=sample.is_full)


BOARD = ("PPPDDPF", "PPFDDPF", "FFFDDPP", "DDDDDDD")


def test_a_fill_is_compared_with_one_that_does_less_for_the_castle_that_comes_first() -> None:
    state = play(GAMES["pastures"].start(2, {"width": 5, "height": 5}), "E1 P, A2 W, A3 R")
    said = explain(state, "A5 F")
    assert said.startswith(
        "If both built one castle now, you first, you could lead by 2 points; after A1 forest, neither could."
    )
    assert "around A1, 0." in said


def test_a_fill_that_does_less_than_the_one_asked_for_says_so() -> None:
    state = play(GAMES["pastures"].start(2, {"width": 5, "height": 5}), "E1 P, A2 W, A3 R")
    assert "It does less at once: if both built one castle now, you first, " in explain(state, "A5 F", instead="D1 F")


def test_a_castle_is_compared_with_the_one_that_scores_most() -> None:
    state = filled(*BOARD)
    assert explain(state, "B1 C") == "It scores 17 points and leaves your opponent 16 at most; B2 scores 23, and leaves 16."


def test_a_castle_is_compared_with_the_move_that_is_asked_for() -> None:
    said = "It scores 23 points and leaves your opponent 16 at most; F1 scores 10, and leaves 23."
    assert explain(filled(*BOARD), "B2 C", instead="F1 C").startswith(said)


def test_a_forced_castle_is_called_forced() -> None:
    state = filled("PFFF", "FFFF", "FFFF", "FFFF")
    assert explain(state, "A1 C") == "It is your only legal move. It scores 9 points and ends the game: you 9, your opponent 0."


def test_an_answer_that_places_the_first_castle_tells_what_the_castle_scores() -> None:
    state = play(filled(*BOARD, claim="offer"), "offer 3")
    assert "Your castle on B2 then scores 23 points." in explain(state, "first", "B2 C")


def test_the_opponent_is_told_what_it_cannot_play_next() -> None:
    state = GAMES["pastures"].start(2)
    assert explain(state, "C4 F").endswith("Your opponent cannot play forest next turn (P5).")
    said = explain(state, "C4 F", instead="A1 F")
    assert said.startswith("No castle could stand anywhere yet. Castles can score it from 8 squares around; on A1, from 3. ")


def test_where_two_fills_lead_alike_the_next_square_of_the_opponent_decides() -> None:
    state = play(GAMES["pastures"].start(2, {"width": 5, "height": 4}), "A2 R, E2 P, D2 D, A4 W, B2 M, D3 D, D4 F")
    assert explain(state, "E1 P").startswith(
        "If both built one castle now, your opponent first, they could lead by 6 points, as after D1 plains. "
        "Your opponent's next square cannot raise that; after D1 plains, it can, to 7. "
    )
