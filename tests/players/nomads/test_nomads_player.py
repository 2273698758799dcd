"""The computer player of Nomads: what it expects of a move, what it knows of the attack, and that it beats random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from lab.studies.match import play_pair, score_pair, setting_of
from players import PLAYERS, Budget
from players.nomads.answers import best_answer
from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from players.nomads.features import NOBODY_FEATURES, SEAT_FEATURES, STAGES, of_board, stage
from players.nomads.lookahead import NOTHING, activate, build_road, chances, discover, found_city
from players.nomads.player import LEVELS, _best_turn
from players.nomads.value import win_shares, worths_of
from players.nomads.weights import LEAD, NOBODY, SEAT
from rules.core import Action
from rules.nomads import KINDS, NOMADS, NomadsState
from rules.nomads.actions import Activate, Discover, Draw, FoundCity, Placate, Refuse, Road
from rules.nomads.grid import KIND, cell, number
from rules.nomads.tiles import BARBARIAN_POINTS, CITY, DESERT, GRASS, MOUNTAIN, OASIS, TERRAIN, left_to_take
from tests.positions import choose_kind_first

NO_TREASURES = {"bag": {"city": 20, "grass": 20, "desert": 40, "mountain": 10, "barbarian": 6}}


def games(count: int, seats: int = 3, setup: dict[str, Any] | None = None, **options: object) -> Iterator[NomadsState]:
    """All states of random games."""
    for seed in range(count):
        random = Random(seed)
        state: NomadsState = NOMADS.start(seats, options, setup)
        while not state.is_over:
            yield state
            state = state.play(choose_kind_first(state, random))
        yield state


def look(board: NomadsBoard) -> tuple[object, ...]:
    return (bytes(board.cells), board.points, board.treasures, board.bands, board.hands, board.turn, board.last)


def test_n5_to_n10_what_a_move_leads_to_is_what_the_rules_say() -> None:
    checked = Counter[str]()
    for state in games(12, frontier="closed"):
        if state.phase != "turn":
            continue
        board, random = NomadsBoard.of(state), Random(1)
        for move in random.sample(state.moves(), min(3, len(state.moves()))):
            after = state.play(move)
            expected: NomadsBoard | None = None
            if isinstance(move, FoundCity):
                expected = found_city(board, number(move.square))
            elif isinstance(move, Discover):
                draw, _ = random.choice(after.outcomes())
                assert isinstance(draw, Draw)
                after = after.play(draw)
                expected = discover(board, number(move.square), KINDS.index(draw.kind))
            elif isinstance(move, Road):
                gains = dict(board.roads()).get(number(move.square), [0] * state.seats)
                assert tuple(gains) == state.road_points(move.square)
                expected = build_road(board, number(move.square), gains)
            while after.is_chance and expected is not None:
                after = after.play(after.outcomes()[0][0])
            if expected is not None and after.phase == "turn":
                assert look(NomadsBoard.of(after)) == look(expected)
                checked[type(move).__name__] += 1
    assert min(checked.values()) > 20
    assert len(checked) == 3


def test_n7_what_an_activation_leads_to_is_what_the_rules_say() -> None:
    checked = Counter[int]()
    for state in games(25):
        if state.phase != "choice" or not isinstance(state.doing, Activate):
            continue
        earlier = NomadsBoard.of(state)
        space = number(state.face_down[-1])
        earlier.cells[space] = 0
        for move in state.moves():
            after = state.play(move)
            while after.is_chance:
                after = after.play(after.outcomes()[0][0])
            if after.phase == "turn":
                kind = KINDS.index(str(move).split()[1])
                assert look(NomadsBoard.of(after)) == look(activate(earlier, number(state.doing.to), kind))
                checked[kind] += 1
    assert len(checked) == len(KINDS)


@pytest.mark.parametrize("terrain", range(len(TERRAIN)))
@pytest.mark.parametrize("unseen", [(1, 1, 1, 1, 2, 1, 1, 1), (0, 2, 0, 3, 0, 1, 0, 1), (0, 0, 0, 0, 0, 0, 2, 1)])
def test_n7_the_chances_of_an_activation_are_those_of_all_its_draws(terrain: int, unseen: tuple[int, ...]) -> None:
    worths = [8, 5, 3, 2, 1, 0, 20, 15]
    tiles = [kind for kind, count in enumerate(unseen) for _ in range(count)]
    draws = min((3, 4, 8, 2, 2, 4)[terrain], len(tiles))
    taken = Counter[int]()
    for drawn in permutations(tiles, min(draws, 4)):
        taken[max(left_to_take(terrain, drawn), key=lambda kind: worths[kind], default=NOTHING)] += 1
    if draws <= 4:
        found = dict(chances(terrain, unseen, worths))
        assert found == pytest.approx({kind: count / taken.total() for kind, count in taken.items()})


def test_a_mine_is_activated_rather_than_a_desert_discovered() -> None:
    state: NomadsState = NOMADS.start(2)
    for text in ("discover D4", "draw mine"):
        state = state.play(state.parse(text))
    move = PLAYERS["nomads"].choose(state, level=5, work=500, random=Random(1))
    assert isinstance(move, Activate)
    assert str(move.square) == "D4"


def test_n13_the_attack_is_answered_as_if_all_answers_were_tried() -> None:
    found = 0
    for state in games(12, seats=2):
        if state.phase == "attack" and len(state.moves()) > 1:
            seat = state.seat or 0
            best = best_answer(state)
            assert best in state.moves()
            ends = {move: ending(state.play(move), seat) for move in state.moves()}
            assert ends[best][0] == max(ends.values())[0]
            found += 1
    assert found > 10


def ending(state: NomadsState, seat: int) -> tuple[float, float]:
    """The seat's share and margin at the end of the attack if both play their best: by brute force."""
    if state.is_over:
        winners = state.winners or ()
        return (seat in winners) / max(1, len(winners)), state.scores[seat] - state.scores[1 - seat]
    ends = [(ending(state.play(move), state.seat or 0), ending(state.play(move), seat)) for move in state.moves()]
    return max(ends)[1]


def test_n13_a_treasure_is_given_for_the_last_city_but_not_for_one_of_two_where_one_is_safe() -> None:
    answers = Counter[type]()
    for state in games(20, seats=2):
        if state.phase == "attack" and Placate() in state.moves():
            answers[type(best_answer(state))] += 1
    assert answers[Placate] > 5
    assert answers[Refuse] > 5


def test_n11_to_n16_a_full_board_is_attacked_as_the_rules_say_where_nobody_has_a_choice() -> None:
    checked = 0
    for before, end in pairwise(games(15, seats=2, setup=NO_TREASURES)):
        if end.is_over and before.phase != "attack":
            board = NomadsBoard.of(end)
            for raid in end.raids:
                if raid.city is not None and raid.founder is not None:
                    board.cells[number(raid.city)] = cell(CITY, raid.founder)
            assert board.empty == 0
            assert Attack(board).end().scores == end.scores
            shares = tuple((seat in (end.winners or ())) / max(1, len(end.winners or ())) for seat in range(2))
            assert Attack(board).end().shares == shares
            checked += 1
    assert checked > 5


def test_boards_know_nothing_that_is_hidden() -> None:
    for state in games(3):
        if state.seat is not None and state.phase != "attack":
            one, other = NomadsBoard.of(state), NomadsBoard.of(state.redealt(Random(5)))
            assert look(one) == look(other)
            assert one.unseen == other.unseen


def test_every_feature_has_its_weights() -> None:
    assert len(SEAT) == len(LEAD) == len(SEAT_FEATURES)
    assert len(NOBODY) == len(NOBODY_FEATURES)
    board = NomadsBoard.of(NOMADS.start(3))
    seats, nobody = of_board(board)
    assert {len(row) for row in seats} == {len(SEAT)}
    assert len(nobody) == len(NOBODY)
    assert {len(row) for row in (*SEAT, *LEAD, *NOBODY, stage(30))} == {STAGES}


def test_n10_an_oasis_is_worth_more_the_more_turns_are_left_for_roads_to_score_it() -> None:
    gains = list[float]()
    for spaces in (50, 10):
        state = next(state for state in games(9, seats=2) if state.phase == "turn" and len(state.empty) == spaces)
        without, having = NomadsBoard.of(state), NomadsBoard.of(state)
        tile = next(space for space, code in enumerate(having.cells) if KIND[code] in (DESERT, GRASS, MOUNTAIN))
        without.cells[tile], having.cells[tile] = cell(MOUNTAIN, 0), cell(OASIS, 0)
        gains.append(worths_of(having, 0.0)[0] - worths_of(without, 0.0)[0])
    assert gains[0] > gains[1] > 0


@pytest.mark.parametrize("seats", [2, 4])
def test_n15_nobody_is_likely_to_win_where_all_cities_fall_and_unlikely_where_there_are_more_than_bands(seats: int) -> None:
    state = next(state for state in games(1, seats=seats) if state.phase == "turn" and len(state.empty) == 5)
    doomed, safe = NomadsBoard.of(state), NomadsBoard.of(state)
    for board in (doomed, safe):
        board.hands, board.treasures = [False] * seats, [0] * seats
        board.cells = bytearray(cell(DESERT, 0) if KIND[code] == CITY else code for code in board.cells)
    tiles = [space for space, code in enumerate(safe.cells) if KIND[code] == DESERT]
    for number_of_city, space in enumerate(tiles[: 2 * seats]):
        safe.cells[space] = cell(CITY, number_of_city % seats)
    doomed.cells[tiles[0]] = cell(CITY, 0)
    doomed.bands, safe.bands = 8, 2
    nobody = [1 - sum(win_shares(board)) for board in (doomed, safe)]
    assert nobody[0] > 0.5
    assert nobody[1] < 0.02


def test_n13_nobody_is_unlikely_to_win_where_a_tribute_saves_cities_unless_it_is_high() -> None:
    def chance(tribute: int) -> float:
        start = NOMADS.start(2, {"tribute": tribute})
        return 1 - sum(win_shares(NomadsBoard.of(start.play(start.outcomes()[0][0]) if start.is_chance else start)))

    assert chance(10) < 0.005 < chance(50) < chance(0)


def test_margins_are_those_of_the_end_where_nobody_has_points_yet() -> None:
    state = NOMADS.start(2)
    told = PLAYERS["nomads"].look(state, 5, Budget(work=1), Random(1)).margins
    assert state.points == (0, 0)
    assert told[0] == -told[1] > 1, "the one who begins ends ahead"


def test_of_equal_seats_the_one_whose_turn_was_before_has_the_smallest_share() -> None:
    for seats in (2, 3, 6):
        board = NomadsBoard.of(NOMADS.start(seats))
        for board.turn in range(seats):
            shares = win_shares(board, 0.0)
            before = shares.pop(board.turn - 1)
            assert before < min(shares) == pytest.approx(max(shares))
    board.turn, board.dropped = 2, frozenset({0, 1})
    shares = win_shares(board, 0.0)
    assert shares[5] < shares[2] == pytest.approx(shares[3])


def test_the_best_of_several_others_ends_with_more_than_any_of_them_is_expected_to_have() -> None:
    for seats in (3, 6):
        told = PLAYERS["nomads"].look(NOMADS.start(seats), 5, Budget(work=1), Random(1)).margins
        assert max(told) < 0, "nobody is expected to be ahead of all others"


def test_level_1_builds_the_best_road_it_sees_if_that_brings_more_points_than_any_tile() -> None:
    level, built = replace(LEVELS[1], sees=1), 0
    for state in games(12, seats=2):
        if state.phase != "turn":
            continue
        seat, random = state.turn or 0, Random(1)
        roads: dict[Action, int] = {
            move: state.road_points(move.square)[seat] for move in state.moves() if isinstance(move, Road)
        }
        best = max(roads.values(), default=0)
        if best > BARBARIAN_POINTS:
            assert roads.get(_best_turn(state, level, Budget(work=1), random)) == best
            built += 1
    assert built > 5


def test_work_is_counted_and_kept() -> None:
    state = next(state for state in games(1, seats=2) if state.phase == "turn" and len(state.empty) < 30)
    quick, long = Budget(work=1), Budget(work=100_000)
    player = PLAYERS["nomads"]
    player._choose(state, 5, quick, Random(1))
    player._choose(state, 5, long, Random(1))
    assert quick.used < 250
    assert long.used > 2 * quick.used


def test_it_beats_random_play_with_little_work() -> None:
    setting = setting_of("nomads", ("5", "random"), work=30)
    assert sum(score_pair(play_pair(setting, number)) for number in range(1)) == 1


def test_n15_with_more_than_two_seats_nobody_gives_up_a_city_only_so_that_nobody_wins() -> None:
    saved = 0
    for state in games(12, seats=4):
        if state.phase == "attack" and Placate() in state.moves():
            seat = state.seat or 0
            refused, placated = (ending_of(state, answer) for answer in (Refuse(), Placate()))
            if placated.scores[seat] > refused.scores[seat] and seat not in (refused.winners or ()):
                assert best_answer(state) == Placate()
                saved += 1
    assert saved > 3


def ending_of(state: NomadsState, answer: Placate | Refuse) -> NomadsState:
    """The end after an answer, if all answer their best from there on."""
    state = state.play(answer)
    while not state.is_over:
        state = state.play(best_answer(state))
    return state
