"""Rounds by py4swiss, held to a slow and obvious check: the graph of all pairings that are still allowed."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from bot.league.pairings import Meeting
from bot.league.rounds import can_pair, pair_round
from tests.sampling import Sample

pytestmark = pytest.mark.skipif(not can_pair(), reason="py4swiss has no wheel for this machine")
BYE = -1


def _allowed(here: list[int], met: set[frozenset[int]], byes: set[int], begun: dict[int, list[int]]) -> nx.Graph:
    """Everybody who can still meet: no rematch, no second bye, and not two who both have to begin, or to follow."""

    def needs(member: int) -> int:
        ahead, last = sum(begun[member]), begun[member][-2:]
        if ahead > 1 or last == [1, 1]:
            return -1
        return 1 if ahead < -1 or last == [-1, -1] else 0

    graph = nx.Graph()
    graph.add_nodes_from(here)
    graph.add_edges_from(
        (one, other)
        for one, other in combinations(here, 2)
        if frozenset((one, other)) not in met and not (needs(one) and needs(one) == needs(other))
    )
    if len(here) % 2:
        graph.add_edges_from((member, BYE) for member in here if member not in byes)
    return graph


def _play(seed: int) -> int:
    """Play a random tournament, checking each round. Return how many rounds there were."""
    dice = Random(seed)
    members = dice.randint(4, 64)
    wanted = dice.randint(3, min(members + 2, 11))
    met, byes, gone = set[frozenset[int]](), set[int](), set[int]()
    begun: dict[int, list[int]] = {member: [] for member in range(members)}
    rounds: list[list[Meeting]] = []
    while len(rounds) < wanted:
        gone |= {member for member in range(members) if dice.random() < 0.03}
        here = [member for member in range(members) if member not in gone]
        pairs = pair_round(members, rounds, gone)
        if pairs is None:
            matching = nx.max_weight_matching(_allowed(here, met, byes, begun), maxcardinality=True)
            assert len(here) < 2 or 2 * len(matching) < len(here) + len(here) % 2, "a round was left"
            break
        assert sorted(m for pair in pairs for m in pair if m is not None) == here
        games = []
        for first, second in pairs:
            if second is None:
                assert first not in byes, "a second bye"
                byes.add(first)
                games.append(Meeting(first, None))
                continue
            assert frozenset((first, second)) not in met, "a rematch"
            met.add(frozenset((first, second)))
            forfeited = dice.random() < 0.05
            if not forfeited:
                begun[first].append(1)
                begun[second].append(-1)
            else:
                loser = dice.choice((first, second))
                gone.add(loser)
                byes.add(first + second - loser)  # a win without a game is as good as a bye
            points = dice.choice(((2, 0), (0, 2))) if forfeited else dice.choice(((2, 0), (1, 1), (0, 2)))
            if forfeited:
                points = (0, 2) if first in gone else (2, 0)
            games.append(Meeting(first, second, points, not forfeited))
        assert all(abs(sum(begun[member])) <= 2 for member in range(members)), "somebody begins too often"
        rounds.append(games)
    return len(rounds)


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_no_rematch_while_a_round_without_one_is_left_and_no_second_bye(first: int, sample: Sample) -> None:
    for seed in sample(range(first, first + 100), 3):
        assert _play(seed) > 0


def test_where_no_pairing_is_left_there_is_no_round() -> None:
    rounds = [[Meeting(0, 1)], [Meeting(1, 0)]]
    assert pair_round(2, rounds[:1]) is None
    assert pair_round(3, [], gone=(0, 1)) is None
    assert pair_round(2, []) == [(0, 1)]
