"""Puzzles: what every turn is worth is proved, or agrees with a second search; the shipped ones are judged again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from bot.games.puzzles import puzzles_of
from lab.studies.puzzles.check import contradicts, judge_again, left_out, measure_difference
from lab.studies.puzzles.make import play_game
from players.budget import Budget
from players.judgement import Judgement, TooHard, key_of
from players.land.judge import judge as judge_land
from players.nomads.judge import judge as judge_nomads
from players.puzzles import JUDGES, agrees, find_puzzles, judge, make_puzzle
from players.second_search import SecondSearch
from rules import GAMES, Record, State
from rules.nomads import NomadsState
from tests.sampling import Sample

FEWEST = 40
"""Puzzles of each game that ship, at least."""
DEALS = 60
"""Deals in which each move of Nomads is tried again."""
MOST_POSITIONS = 4000
"""Positions that the slow search tries for one puzzle."""


def ends(game: str, count: int, first: int = 0, **options: Any) -> Iterator[State]:
    """The last decisions of games that are played at random, from a first seed on."""
    for seed in range(first, first + count):
        random, state, states = Random(f"ends {seed}"), GAMES[game].start(2, options), list[State]()
        while not state.is_over:
            states.append(state)
            state = state.play(
                random.choices(*zip(*state.outcomes(), strict=True))[0]
                if state.is_chance
                else random.choice(list(state.moves()))
            )
        yield from (each for each in reversed(states[-8:]) if each.seat is not None)


class TooManyError(Exception):
    """There are too many positions to try everything."""


def margin(state: State, known: dict[State, int]) -> int:
    """The final margin of seat 0 if both play for it, by every move of the rules: slow and obvious."""
    if state.is_over:
        return state.scores[0] - state.scores[1]
    if len(known) > MOST_POSITIONS:
        raise TooManyError
    if state not in known:
        after = [margin(state.play(move), known) for move in state.moves()]
        known[state] = min(after) if state.seat else max(after)
    return known[state]


def played(state: State, key: str) -> State:
    """The state after the turn of a key."""
    for text in sorted(key.split("; "), key=lambda text: text == "done"):
        state = state.play(state.parse(text))
    return state


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "options"), [("pastures", {"width": 5, "height": 5}), ("territories", {"board": "rim"}), ("land", {})]
)
def test_each_turn_is_worth_what_trying_everything_finds(game: str, options: dict[str, Any]) -> None:
    judged = 0
    for state in ends(game, 6, **options):
        try:
            found = judge(state, 3000)
        except TooHard:
            continue
        if found is None or len(found.values) > 40:
            continue
        known, sign = dict[State, int](), -1 if state.seat else 1
        try:
            tried = {key: sign * margin(played(state, key), known) for key in found.values}
        except TooManyError:
            continue
        judged += 1
        assert found.values == tried
        assert found.unit == "points"
        if game != "land":
            assert set(found.values) == set(map(str, state.moves()))
    assert judged > 5


def test_L10_L11_every_turn_of_land_is_judged_in_any_order_of_its_plots() -> None:
    seen = 0
    for state in ends("land", 4):
        found = None if state.phase != "reclaim" else judge_land(state, Budget(work=3000))
        if found is None or len(found.values) > 20:
            continue
        turns, todo = set[str](), [(state, tuple[str, ...]())]
        while todo:
            now, done = todo.pop()
            if now.is_over or (done and not now.taken):
                turns.add(key_of(done))
                continue
            todo += [(now.play(move), (*done, str(move))) for move in now.moves()]
        assert set(found.values) == turns
        seen += 1
    assert seen > 2


def test_what_is_hidden_changes_no_share_of_a_last_turn_of_nomads() -> None:
    state = next(state for state in ends("nomads", 20) if state.phase == "turn" and len(state.empty) == 1)
    deals = [judge_nomads(state.redealt(Random(seed)), Budget(work=10**6)) for seed in range(3)]
    assert deals[0] is not None
    assert deals[0] == deals[1] == deals[2]


def test_a_beginning_of_a_turn_is_worth_what_it_can_become() -> None:
    judged = Judgement({"A1; B1": 5, "A1; C1": 2, "B1; done": 1})
    assert judged.value_of(["B1", "A1"]) == 5
    assert judged.value_of(["A1"]) == 5
    assert judged.value_of(["B1", "done"]) == 1
    assert Judgement({"A1; B1; done": 5, "A1; done": 2}).value_of(["A1", "done"]) == 2, "a whole turn is no beginning"
    assert judged.value_of(["C1", "A1", "D4"]) == 2, "what follows the turn does not count"
    with pytest.raises(KeyError):
        judged.value_of(["D4"])
    assert (judged.best, judged.gap, judged.answers) == (5, 3, ("A1; B1",))


def test_the_result_is_at_stake_as_far_as_turns_lead_to_a_worse_one() -> None:
    judged = Judgement({"A1": 4, "B1": 4, "C1": 1, "D1": 0, "E1": -3})
    assert (judged.stake, judged.is_decisive) == (0.4, False)
    shared = Judgement({"A1": 0, "B1": -2})
    assert (shared.stake, shared.is_decisive) == (0.5, True)
    lost = Judgement({"A1": -2, "B1": -4})
    assert (lost.stake, lost.is_decisive) == (0, False)


def test_the_same_game_always_gives_the_same_puzzle() -> None:
    made = [find_puzzles(play_game("pastures", seed)) for seed in (0, 0)]
    assert made[0] == made[1]
    found = made[0]
    assert found
    for puzzle in found:
        assert puzzle.record.replay().seat is not None
        assert_worth_asking(puzzle.judgement)
        assert make_puzzle(puzzle.record) == puzzle


def assert_worth_asking(judged: Judgement) -> None:
    """Check that there is enough to choose from, and that an answer is worth finding."""
    whole = [key for key in judged.values if "done" not in key]
    assert len(judged.values) >= 6
    assert len(whole) >= 4 * len(judged.answers)
    assert judged.gap >= (2 if judged.unit == "points" else 15)
    assert judged.best >= -10


def test_no_puzzle_of_nomads_hangs_on_what_a_founder_does_who_cannot_win(sample: Sample) -> None:
    depends = 0
    for state in ends("nomads", 1, first=18):
        if not isinstance(state, NomadsState) or state.phase != "turn" or len(state.empty) != 1:
            continue
        search = SecondSearch(state, 1)
        shares = {key: search.shares_after(key) for key in map(str, state.moves())}
        if hangs := [key for key, each in shares.items() if min(each) < 0.5 < max(each)]:
            told = {hangs[0]: 100} | {key: 0 for key in shares if key != hangs[0]}
            assert not agrees(state, Judgement(told, "share"))
            depends += 1
            if not sample.is_full:
                break
    assert depends


def test_no_puzzle_is_made_of_a_game_for_many_or_of_one_that_nobody_finished() -> None:
    assert find_puzzles(Record(game="land", seats=3, rules=GAMES["land"].version)) == []
    assert judge(GAMES["pastures"].start(2)) is None
    assert judge(GAMES["nomads"].start(2)) is None


@pytest.mark.parametrize("game", JUDGES)
def test_puzzles_ship_for_each_game(game: str) -> None:
    found = puzzles_of(game)
    assert len(found) >= FEWEST
    for puzzle in found.values():
        judged = puzzle.judgement
        assert_worth_asking(judged)
        assert judged.stake >= 0.5
        assert puzzle.data["game"] == game
        assert not left_out(puzzle.start, judged), "every legal move has a value"
    assert {min(int(3 * puzzle.hardness), 2) for puzzle in found.values()} == {0, 1, 2}, "easy, medium and hard ones"


def test_an_id_belongs_to_one_position_for_ever() -> None:
    for game in JUDGES:
        for name, puzzle in puzzles_of(game).items():
            position = json.dumps(puzzle.data, separators=(",", ":"), ensure_ascii=False)
            assert sha256(position.encode()).hexdigest().startswith(name), game
            assert len(name) >= 8, game


def test_a_puzzle_of_territories_asks_where_to_begin_a_fence() -> None:
    assert all(puzzle.start.open_end is None for puzzle in puzzles_of("territories").values())


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "number"), [(game, number) for game in JUDGES for number in range(len(puzzles_of(game)))])
def test_no_answer_of_a_puzzle_is_wrong_and_no_equal_one_is_refused(game: str, number: int) -> None:
    puzzle = list(puzzles_of(game).values())[number]
    again = judge_again(puzzle.start, puzzle.judgement, DEALS)
    assert not contradicts(puzzle.judgement, again), puzzle.id
    assert puzzle.unit == "share" or measure_difference(puzzle.judgement, again) == 0
    for key in puzzle.values:
        verdict = puzzle.judge(" ".join(sorted(key.split("; "), key=lambda text: text == "done")))
        assert (verdict.result == "right") == (key in puzzle.judgement.answers), puzzle.id
