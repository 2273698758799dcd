"""The computer player of Land: its fast copy of the rules, its races and its search, and that it beats random play."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

import pytest

from lab.studies.match import play_pair, score_pair, setting_of
from players import PLAYERS, Budget
from players.chance import play_chance
from players.core import margins
from players.estimates import share_win
from players.judgement import TooHard, key_of
from players.land.field import Field
from players.land.judge import judge
from players.land.race import PLAN, grow, pick_preferred, pick_start, race
from players.land.search import TurnSearch
from rules import Drop
from rules.land import DONE, LAND, LandState
from rules.squares import Square

HOUSES: list[dict[str, Any]] = [
    {},
    {"reach": "chain"},
    {"herd": "equal"},
    {"order": "rotate"},
    {"order": "poorest", "map": "lake"},
    {"mountain": 1, "map": "range"},
    {"resident": "none", "map": "random", "map_seed": 3},
]


def at_turn(state: LandState, random: Random) -> LandState:
    return play_chance(state, random)


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("seats", [2, 4])
def test_l4_to_l12_the_fast_copy_goes_on_as_the_rules_do(options: dict[str, Any], seats: int) -> None:
    random = Random(seats)
    for _ in range(3):
        state = at_turn(LAND.start(seats, options), random)
        field = Field.of(state)
        while not state.is_over:
            if state.phase == "reclaim" and not random.randrange(40) and len(state.left) > 2:
                state = state.play(Drop(random.choice(state.left)))
                state = at_turn(state, random)
                field = Field.of(state)
                continue
            assert field.seat == state.turn
            if state.phase == "reclaim":
                affordable = field.reach() if field.cows >= field.house.mountain else field.reach() & ~state.map.mountain
                assert affordable == state.open
                assert field.cows == state.cows
            move = random.choice(state.moves())
            if move != DONE:
                field.take(state.map.bit(move))
            after = state.play(move)
            ended = after.is_over or (after.round, after.place) != (state.round, state.place)
            if ended:
                assert field.end_turn() == (not after.is_over)
            state = after
            while state.is_chance:
                before, state = state, state.play(random.choice(state.outcomes())[0])
                if not state.is_over and (state.round, state.place) != (before.round, before.place):
                    field.end_turn()
            assert tuple(field.owned) == state.owned
            assert tuple(field.bonus) == state.bonus


def test_l7_to_l10_a_planned_turn_is_legal() -> None:
    for options in HOUSES:
        random = Random(2)
        state = at_turn(LAND.start(3, options), random)
        taken = Counter[str]()
        while not state.is_over:
            if state.phase == "reclaim" and not state.taken:
                field = Field.of(state)
                grow(field, PLAN, random)
                plots, left = field.taken, state
                while plots:
                    open_now = plots & left.open
                    assert open_now, f"{options}: a plot of the plan cannot be taken"
                    square = next(state.map.squares_of(open_now))
                    plots &= ~state.map.bit(square)
                    left = left.play(square)
                    taken["plots"] += 1
            state = at_turn(state.play(random.choice(state.moves())), random)
        assert taken["plots"] > 30, options


def test_l12_a_race_ends_where_nobody_can_take_anything() -> None:
    for options in HOUSES:
        state = at_turn(LAND.start(4, options), Random(3))
        for seed in range(5):
            field = Field.of(state)
            field.take(state.open & -state.open)
            scores = race(field, Random(seed))
            assert sum(scores) + field.free.bit_count() == state.map.usable.bit_count(), options
            assert not any(field.map.beside(owned) & field.free & ~field.map.mountain for owned in field.owned), options


def test_l5_a_race_starts_where_most_land_is_free_within_two_steps() -> None:
    state = at_turn(LAND.start(2, {"map": "island"}), Random(4))
    field, usable = Field.of(state), set(state.map.squares_of(state.map.usable))

    def beside(places: set[Square]) -> set[Square]:
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        return {place for place in usable if any(Square(place.x + dx, place.y + dy) in places for dx, dy in steps)}

    def room(plot: int) -> int:
        start = set(state.map.squares_of(plot))
        return len((beside(start) | beside(beside(start))) - start)

    blocks = [block & field.house.starts for column in field.map.blocks for block in column]
    chosen = 0
    for plots in filter(None, blocks):
        rooms = {square: room(state.map.bit(square)) for square in state.map.squares_of(plots)}
        best = pick_start(field, plots, Random(1))
        assert best & plots
        assert room(best) == max(rooms.values())
        chosen += len(set(rooms.values())) > 1
    assert chosen > 20, "blocks with a choice"
    assert pick_start(field, 0, Random(1)) == 0


def test_a_first_plot_that_is_not_rolled_for_counts_as_much_of_the_game_to_come_as_all_land() -> None:
    seen = list[float]()
    state = at_turn(LAND.start(3), Random(4))
    while not (told := PLAYERS["land"].look(state, 2, Budget(work=1), Random(1))).is_sure:
        rolls = sum(not owned for seat, owned in enumerate(state.owned) if seat != state.seat)
        assert told.to_come == pytest.approx((state.free.bit_count() / state.map.usable.bit_count() + rolls) / 3)
        seen.append(told.to_come)
        state = at_turn(state.play(PLAYERS["land"].choose(state, level=2, work=1, random=Random(2))), Random(5))
    assert seen[0] == 1
    assert seen == sorted(seen, reverse=True)
    assert seen[2] < 1 / 3, "all seats have a first plot"


@pytest.mark.parametrize("options", HOUSES[:4])
def test_where_no_two_seats_can_reach_the_same_land_the_result_is_certain(options: dict[str, Any]) -> None:
    player, random, sure = PLAYERS["land"], Random(3), list[tuple[object, ...]]()
    state = at_turn(LAND.start(2, options), random)
    while not state.is_over:
        told = player.look(state, 5, Budget(work=1), random)
        sure += [told[:2]] * told.is_sure
        state = at_turn(state.play(player.choose(state, level=3, work=4, random=random)), random)
    assert set(sure) == {(share_win(state.winners or (), 2), margins(state.scores, state.left))}


SMALL = ["~gggg~", "ggcggg", "gggg^g", "g^gggg", "gggcgg", "~gggg~"]


def test_a_position_that_level_5_searches_to_the_end_is_certain_and_it_plays_the_best_turn() -> None:
    player, asked = PLAYERS["land"], 0
    for seed in range(6):
        random = Random(seed)
        state = at_turn(LAND.start(2, setup={"map": SMALL}), random)
        while state.free.bit_count() > 22 or state.taken:
            state = at_turn(state.play(random.choice(state.moves())), random)
        seat, told = state.seat or 0, player.look(state, 5, Budget(work=4000), random)
        try:
            judged = judge(state, Budget(work=3000))
        except TooHard:
            continue
        assert judged
        assert told.is_sure
        assert told.margins[seat] == judged.best
        assert told.shares[seat] == (judged.best > 0) / 2 + (judged.best >= 0) / 2
        moves = player.choose_turn(state, level=5, budget=Budget(work=4000), random=random)
        assert judged.values[key_of([str(move) for move in moves])] == judged.best
        asked += 1
    assert asked > 2


def test_races_of_chained_turns_with_one_winner_tell_no_certain_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PLAYERS["land"]), "_race_on", lambda *_: [[27, 25]] * 99)
    state = at_turn(LAND.start(2, {"reach": "chain"}), Random(1))
    seen = PLAYERS["land"].look(state, 5, Budget(work=1), Random(1))
    assert 0.5 < seen.shares[0] < 0.6
    assert seen.first == state.line[0]


def test_an_estimate_is_corrected_for_the_seat_to_move() -> None:
    random, asked = Random(1), set[int]()
    state = at_turn(LAND.start(2), random)
    while len(asked) < 2:
        assert PLAYERS["land"].look(state, 5, Budget(work=1), random).first == state.seat
        asked.add(state.seat or 0)
        state = at_turn(state.play(PLAYERS["land"].choose(state, level=1, work=1, random=random)), random)


def test_an_estimate_searches_the_turns_that_answer_but_none_that_begins_with_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    searched, run = list[tuple[int, int]](), TurnSearch.run

    def counted(self: TurnSearch, budget: Budget, races: int | None = None) -> None:
        run(self, budget, races)
        searched.append((self.root.seat, budget.used))

    monkeypatch.setattr(TurnSearch, "run", counted)
    random, player, answered = Random(1), PLAYERS["land"], 0
    state = at_turn(LAND.start(2), random)
    while not player.look(state, 5, Budget(work=160), random).is_sure:
        mover, other = state.seat or 0, 1 - (state.seat or 0)
        if not state.owned[other]:
            assert [seat for seat, _ in searched] == [mover]
        elif state.phase == "reclaim" and not state.taken:
            assert [seat for seat, _ in searched] == [mover, other, mover, other]
            assert searched[0][1] == 30 == max(work for _, work in searched)
            answered += 1
        state = at_turn(state.play(player.choose(state, level=1, work=1, random=random)), random)
        searched.clear()
    assert answered
    assert state.owned[0]
    assert state.owned[1]


def test_a_plan_wants_resident_cows_first() -> None:
    random = Random(5)
    seen = 0
    for seed in range(40):
        state = at_turn(LAND.start(2), Random(seed))
        while not state.is_over and not seen > 20:
            if state.phase == "reclaim":
                field = Field.of(state)
                reach = field.reach()
                if field.cost(reach) > field.cows and reach & state.map.cow:
                    assert pick_preferred(field, reach, PLAN, random) & state.map.cow
                    seen += 1
            state = at_turn(state.play(random.choice(state.moves())), random)
    assert seen > 5


def test_work_is_counted_in_races() -> None:
    state = at_turn(LAND.start(2), Random(1))
    for work in (1, 25):
        budget = Budget(work=work)
        search = TurnSearch(Field.of(state), Random(1), starts=state.open)
        search.run(budget)
        assert search.root.visits == budget.used == work


def test_nothing_is_thought_over_where_all_in_reach_is_taken() -> None:
    random, player, forced = Random(1), PLAYERS["land"], 0
    state = at_turn(LAND.start(2), random)
    while not state.is_over:
        if state.phase == "reclaim" and Field.of(state).is_forced:
            budget = Budget(work=1000)
            player._choose(state, 5, budget, random)
            assert budget.used == 0
            forced += 1
        state = at_turn(state.play(state.moves()[0]), random)
    assert forced > 5


@pytest.mark.parametrize("level", [4, 5])
def test_l13_who_overlooks_nothing_does_not_stop_while_a_plot_can_be_taken(level: int) -> None:
    random, player = Random(level), PLAYERS["land"]
    state = at_turn(LAND.start(3), random)
    while not state.is_over:
        move = player.choose(state, level=level, work=3, random=random)
        assert move != DONE
        state = at_turn(state.play(move), random)


def test_shares_say_who_is_ahead() -> None:
    random, player = Random(6), PLAYERS["land"]
    right = asked = 0
    for _ in range(6):
        state, said = at_turn(LAND.start(2), random), 0
        while not state.is_over:
            if state.free.bit_count() < 40 and not said:
                said = 1
                shares = player.shares(state, work=40, random=random)
                favourite = shares.index(max(shares))
            state = at_turn(state.play(player.choose(state, level=4, work=10, random=random)), random)
        asked += 1
        right += favourite in (state.winners or ())
    assert right >= asked - 1


def test_a_beginner_expects_what_comes_of_games_of_beginners() -> None:
    player, missed = PLAYERS["land"], list[float]()
    for seed, options in product((4, 5, 6), ({}, {"reach": "chain"})):
        random = Random(seed)
        state = at_turn(LAND.start(2, options), random)
        for _ in range(9):
            state = at_turn(state.play(player.choose(state, level=1, work=1, random=random)), random)
        predicted, ends = player.margin(state, level=1, work=100, random=random)[0], list[int]()
        for _ in range(16):
            end = state
            while not end.is_over:
                end = at_turn(end.play(player.choose(end, level=1, work=1, random=random)), random)
            ends.append(end.scores[0] - end.scores[1])
        missed.append(abs(predicted - fmean(ends)))
    assert fmean(missed) < 3, "races by the plan of stronger levels miss by 6 plots"


def test_it_beats_random_play_with_little_work() -> None:
    setting = setting_of("land", ("5", "random"), work=15)
    assert sum(score_pair(play_pair(setting, number)) for number in range(6)) >= 5
