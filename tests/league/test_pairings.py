"""Pairings: seats, tables, divisions, and the order in which games begin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest

from bot.league.divisions import LEAST, cut_divisions, exchange
from bot.league.pairings import TABLES, choose_next, list_pairs
from bot.usecases.league.settings import LeagueSettings, most_of_division


@pytest.mark.parametrize("members", range(2, 9))
def test_in_pairs_each_member_begins_exactly_once_against_each_other_one(members: int) -> None:
    assert sorted(list_pairs(members, both_ways=True)) == sorted(permutations(range(members), 2))


@pytest.mark.parametrize("members", range(2, 9))
def test_in_single_games_nobody_begins_two_more_than_they_follow(members: int) -> None:
    games = list_pairs(members, both_ways=False)
    assert sorted(tuple(sorted(game)) for game in games) == list(combinations(range(members), 2))
    for member in range(members):
        first = sum(game[0] == member for game in games)
        assert abs(2 * first - (members - 1)) <= 1


@pytest.mark.parametrize("members", TABLES)
def test_at_tables_each_member_sits_at_exactly_three(members: int) -> None:
    tables = TABLES[members]
    assert all(len(seats) == len(set(seats)) and len(seats) in (3, 4) for seats in tables)
    assert Counter(member for seats in tables for member in seats) == dict.fromkeys(range(members), 3)


@pytest.mark.parametrize("members", TABLES)
def test_at_tables_everybody_meets_everybody(members: int) -> None:
    met = {frozenset(pair) for seats in TABLES[members] for pair in combinations(seats, 2)}
    assert len(met) == members * (members - 1) // 2


@pytest.mark.parametrize("members", TABLES)
def test_at_tables_nobody_has_the_same_place_in_the_order_twice(members: int) -> None:
    places = [(member, place) for seats in TABLES[members] for place, member in enumerate(seats)]
    assert len(places) == len(set(places))


def test_five_members_make_three_tables_of_four_and_one_of_three() -> None:
    assert [len(seats) for seats in TABLES[5]] == [4, 4, 4, 3]


@pytest.mark.parametrize("size", range(4, 8))
def test_divisions_are_as_few_and_as_equal_as_can_be(size: int) -> None:
    for members in range(2, 60):
        divisions = cut_divisions(range(members), size)
        assert [member for division in divisions for member in division] == list(range(members))
        sizes = [len(division) for division in divisions]
        assert max(sizes) - min(sizes) <= 1
        assert sizes == sorted(sizes, reverse=True)
        assert max(sizes) <= 7
        assert len(sizes) == 1 or min(sizes) >= LEAST


@pytest.mark.parametrize("size", range(4, 8))
def test_a_computer_joins_each_odd_division_within_the_announced_maximum(size: int) -> None:
    most = most_of_division(LeagueSettings(size=size, computer=True))
    for members in range(3, 60):
        filled = [len(division) + len(division) % 2 for division in cut_divisions(range(members), most)]
        assert max(filled) <= most or filled == [6], "five members stay together"
        assert (filled == [6] and most == 4) == (members == 5 and most == 4)
        assert set(filled) <= TABLES.keys()


def test_twenty_three_members_make_four_divisions_of_six() -> None:
    assert [len(division) for division in cut_divisions(range(23), 6)] == [6, 6, 6, 5]


def test_the_first_two_and_the_last_two_of_neighbours_change_places() -> None:
    before = cut_divisions(range(18), 6)
    after = cut_divisions(exchange(before), 6)
    assert [set(division) for division in after] == [
        {0, 1, 2, 3, 6, 7},
        {4, 5, 8, 9, 12, 13},
        {10, 11, 14, 15, 16, 17},
    ]


def test_of_three_members_one_changes_places() -> None:
    assert [set(division) for division in cut_divisions(exchange([[0, 1, 2], [3, 4, 5]]), 4)] == [{0, 1, 3}, {2, 4, 5}]


@pytest.mark.parametrize("seed", range(20))
def test_nobody_plays_more_at_once_than_agreed_and_nobody_waits_who_could_play(seed: int) -> None:
    dice, at_once = Random(seed), 4
    running: list[tuple[int, ...]] = []
    begun: list[tuple[int, ...]] = []
    waiting = list_pairs(6, both_ways=True)
    while waiting or running:
        chosen = choose_next(waiting, running, begun, at_once)
        running += [waiting[index] for index in chosen]
        begun += [waiting[index] for index in chosen]
        waiting = [seats for index, seats in enumerate(waiting) if index not in chosen]
        playing = Counter(member for seats in running for member in seats)
        assert max(playing.values()) <= at_once
        assert not any(all(playing[member] < at_once for member in seats) for seats in waiting)
        running.pop(dice.randrange(len(running)))
    assert len(begun) == 30


@pytest.mark.parametrize(("members", "size", "at_once", "least"), [(15, 7, 8, 6), (30, 6, 4, 3)])
def test_of_sixty_games_at_once_the_first_fifty_give_everybody_most_of_theirs(
    members: int, size: int, at_once: int, least: int
) -> None:
    """Discord takes fifty new threads in five minutes: the others begin later."""
    divisions = cut_divisions(range(members), size)
    games = [
        (division[first], division[second])
        for division in divisions
        for first, second in list_pairs(len(division), both_ways=True)
    ]
    begun = [games[index] for index in choose_next(games, [], [], at_once)]
    assert len(begun) == 60
    first_boards = Counter(member for seats in begun[:50] for member in seats)
    assert min(first_boards[member] for member in range(members)) == least


def test_the_member_with_fewest_games_begins_first() -> None:
    running = [(0, 2), (0, 3)]
    assert choose_next([(0, 1), (2, 3), (1, 3)], running, running, 3)[0] == 2
