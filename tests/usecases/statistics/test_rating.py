"""The points measure how strong somebody plays, not how much: by simulation, and compared with a slow model."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from statistics import mean, pstdev

import pytest
from openskill.models import PlackettLuce

from bot.common.clock import DAY
from bot.usecases.statistics.rating import CERTAIN, HALF_LIFE, Meetings, Seat, Skill, rate
from tests.sampling import Sample

Game = tuple[Sequence[int], Sequence[int]]
"""Who played, and in which places they came in."""
MODEL = PlackettLuce()
HERO = 1


class Club:
    """Members whose games are rated one after the other."""

    def __init__(self, games: Iterable[Game] = (), days: float = 0) -> None:
        self.skills: dict[int, Skill] = {}
        self.last: dict[int, int] = {}
        self.met: dict[tuple[int, int], Meetings] = {}
        for number, (who, places) in enumerate(games):
            self.play(who, places, round(number * days * DAY))

    def play(self, who: Sequence[int], places: Sequence[int], at: int = 0) -> None:
        known = {one: self.skills[one].after(at - self.last[one]) for one in who if one in self.skills}
        seats = [Seat(place, {one: 1.0}) for one, place in zip(who, places, strict=True)]
        rated = rate(seats, known, self.met, at)
        self.skills |= rated.skills
        self.met |= rated.meetings
        self.last |= dict.fromkeys(who, at)

    def gain(self, who: int = HERO) -> int:
        """The points that somebody has above those that everybody starts with."""
        return self.skills[who].points - Skill().points


FARMS: dict[str, list[Game]] = {
    "one new account after another": [((HERO, 100 + game), (1, 2)) for game in range(50)],
    "three new accounts at a time": [((HERO, 100 + game, 200 + game, 300 + game), (1, 2, 3, 4)) for game in range(50)],
    "the same person again and again": [((HERO, 2), (1, 2)) for _ in range(50)],
    "ten accounts in turn": [((HERO, 2 + game % 10), (1, 2)) for game in range(50)],
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("days", [0, 1, 7])
@pytest.mark.parametrize("farm", FARMS)
def test_fifty_wins_over_strangers_or_over_one_person_gain_less_than_50_points(farm: str, days: int) -> None:
    assert 10 < Club(FARMS[farm], days).gain() < 50


@pytest.mark.parametrize("farm", FARMS)
def test_the_last_40_of_them_add_next_to_nothing(farm: str) -> None:
    ten_each = 10 if farm != "ten accounts in turn" else 30
    assert Club(FARMS[farm]).gain() - Club(FARMS[farm][:ten_each]).gain() <= 5


def test_a_loss_to_who_has_always_lost_costs_no_more_than_a_win_over_them_gains() -> None:
    club = Club(FARMS["the same person again and again"])
    before = club.gain()
    club.play((HERO, 2), (2, 1))
    assert before - club.gain() <= 1


def tossed(games: int, seed: int, players: int = 10) -> Club:
    """Equal players who have tossed coins, with this many games each."""
    dice, club = random.Random(seed), Club()
    for _ in range(games * players // 2):
        club.play(dice.sample(range(players), 2), (1, 2))
    return club


@pytest.mark.slow
def test_ten_equal_players_who_toss_coins_stay_around_1000_however_much_they_play(sample: Sample) -> None:
    for games in (1, 30, 300 if sample.is_full else 90):
        points = [skill.points for seed in range(5 if sample.is_full else 3) for skill in tossed(games, seed).skills.values()]
        assert mean(points) == pytest.approx(1000, abs=12)
        assert max(points) < 1150
    assert pstdev(points) < 30, "who has played many games is known well"


def strong_and_weak(seed: int, players: int, games: int, seats: int) -> tuple[dict[int, float], Club]:
    """Members of different strength, and their ratings after this many games each."""
    dice, club = random.Random(seed), Club()
    true = {who: dice.gauss(MODEL.mu, MODEL.sigma) for who in range(players)}
    for _ in range(players * games // seats):
        who = dice.sample(range(players), seats)
        luck = {one: true[one] - math.sqrt(2) * MODEL.beta * math.log(-math.log(dice.random())) for one in who}
        order = sorted(who, key=lambda one: -luck[one])
        club.play(who, [1 + order.index(one) for one in who])
    return true, club


def likeness(true: dict[int, float], club: Club) -> float:
    """Spearman's rank correlation between how strong members are and how strong they are taken to be."""
    first, second = sorted(true, key=true.__getitem__), sorted(true, key=lambda who: club.skills[who].mu)
    squares = sum((first.index(who) - second.index(who)) ** 2 for who in true)
    return 1 - 6 * squares / (len(true) * (len(true) ** 2 - 1))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("players", "games", "seats", "least"), [(10, 30, 2, 0.88), (10, 40, 4, 0.86), (20, 60, 2, 0.93)])
def test_honest_play_finds_the_true_order(players: int, games: int, seats: int, least: float) -> None:
    found = [strong_and_weak(seed, players, games, seats) for seed in range(10)]
    assert mean(likeness(true, club) for true, club in found) > least
    clubs = [mean(skill.points for skill in club.skills.values()) for _, club in found]
    assert mean(clubs) == pytest.approx(1000, abs=10)
    assert all(club == pytest.approx(1000, abs=40) for club in clubs)
    for true, club in found:
        assert club.skills[max(true, key=true.__getitem__)].points > club.skills[min(true, key=true.__getitem__)].points + 60


def test_who_wins_every_game_against_people_who_play_among_each_other_leads_and_is_certain() -> None:
    dice, club = random.Random(3), Club()
    for _ in range(100):
        who = sorted(dice.sample(range(1, 7), 2), key=lambda one: (one != HERO, dice.random()))
        club.play(who, (1, 2))
    assert max(club.skills, key=lambda one: club.skills[one].mu) == HERO
    assert club.skills[HERO].is_certain


def test_points_are_provisional_until_several_people_of_whom_something_is_known_were_met() -> None:
    assert not Skill().is_certain
    assert not any(skill.is_certain for skill in tossed(5, 1).skills.values())
    assert all(skill.is_certain for skill in tossed(30, 1).skills.values())
    assert not Club(FARMS["one new account after another"]).skills[HERO].is_certain


def test_certainty_fades_in_months_without_a_game_and_strength_does_not() -> None:
    known = Skill(30, 5)
    assert known.after(30 * DAY).is_certain
    assert not known.after(240 * DAY).is_certain
    assert known.after(240 * DAY).points == known.points
    assert known.after(10_000 * DAY).sigma == Skill().sigma, "no less is known than of a beginner"
    assert Skill(30, CERTAIN).after(0).is_certain
    assert known.after(-10_000 * DAY) == known, "a clock that was set back"


def test_a_game_with_somebody_counts_the_less_the_surer_its_outcome_is() -> None:
    counts = [Meetings(games, games, 0).openness for games in range(5)]
    assert counts == pytest.approx([1, 0.309, 0.130, 0.070, 0.044], abs=0.001)
    assert Meetings(10, 5, 0).openness == 1, "an even score says nothing about the next game"
    assert Meetings(10, 0, 0).openness == pytest.approx(Meetings(10, 10, 0).openness)
    assert Meetings(4, 4, 0).fade(HALF_LIFE) == Meetings(2, 2, HALF_LIFE), "what was long ago counts less"


def test_the_ranking_is_openskill_weighted_as_the_documents_say() -> None:
    """The formulas of docs/counting.md once more, in the plainest way, for games of one person a seat."""
    dice, club = random.Random(5), Club()
    strength: dict[int, list[float]] = {who: [MODEL.mu, MODEL.sigma] for who in range(6)}
    record: dict[tuple[int, str], list[float]] = {}

    def openness(who: int, whom: str) -> float:
        games, won = record.get((who, whom), [0, 0])
        chance = (won + 0.25) / (games + 0.5)
        return (4 * chance * (1 - chance)) ** 2

    for _ in range(80):
        who = dice.sample(range(6), dice.randint(2, 5))
        drawn = [dice.randint(1, 3) for _ in who]
        places = [1 + sum(other < place for other in drawn) for place in drawn]
        club.play(who, places)
        teams = [[MODEL.rating(mu=strength[one][0], sigma=strength[one][1])] for one in who]
        theirs = MODEL.rate(teams, ranks=[float(place) for place in places])
        known = {one: 1 - (strength[one][1] / MODEL.sigma) ** 2 for one in who}
        after = {}
        for one, (new,) in zip(who, theirs, strict=True):
            stranger = 0.7 * openness(one, "newcomers")
            others = [other for other in who if other != one]
            mu = mean(known[o] * openness(one, str(o)) + (1 - known[o]) * stranger for o in others)
            sigma = mean(known[o] + (1 - known[o]) * stranger for o in others)
            old = strength[one]
            after[one] = [old[0] + mu * (new.mu - old[0]), old[1] * (1 + sigma * (new.sigma / old[1] - 1))]
        for one, mine in zip(who, places, strict=True):
            for other, its in zip(who, places, strict=True):
                if one != other:
                    score = 1 if mine < its else 0.5 if mine == its else 0
                    for whom, weight in ((str(other), 1), ("newcomers", 1 - known[other])):
                        games, won = record.get((one, whom), [0, 0])
                        record[one, whom] = [games + weight, won + weight * score]
        strength |= after
        assert {one: [club.skills[one].mu, club.skills[one].sigma] for one in who} == {
            one: pytest.approx(strength[one], rel=1e-12) for one in who
        }
        assert all(club.skills[one].points == round(1000 + 12 * (strength[one][0] - 25)) for one in who)


def test_a_substitute_and_the_player_before_share_by_their_weights() -> None:
    whole = rate([Seat(1, {1: 1.0}), Seat(2, {2: 1.0})], {}).skills
    parted = rate([Seat(1, {1: 0.75, 3: 0.25}), Seat(2, {2: 1.0})], {}).skills
    assert parted[2] == whole[2]
    start = Skill()
    assert parted[1].mu - start.mu == pytest.approx(0.75 * (whole[1].mu - start.mu))
    assert parted[3].mu - start.mu == pytest.approx(0.25 * (whole[1].mu - start.mu))
    assert start.sigma > parted[3].sigma > parted[1].sigma > whole[1].sigma


def test_who_held_seats_on_both_sides_is_no_opponent_of_themselves() -> None:
    rated = rate([Seat(1, {1: 1.0}), Seat(2, {1: 0.5, 2: 0.5})], {})
    assert (1, 1) not in rated.meetings
    assert rate([Seat(1, {1: 1.0}), Seat(2, {1: 1.0})], {}).skills[1] == Skill()
