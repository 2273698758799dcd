"""The adapter to OpenSpiel's search, where the extra ``peers`` is installed."""

from __future__ import annotations

from random import Random

import pytest

from lab.studies.contestants import Allowance
from players.chance import play_chance
from rules import GAMES, State

pytest.importorskip("pyspiel", reason="the extra peers is not installed")

from lab.studies.command import main
from lab.studies.match_peers import WITH_PEERS
from lab.studies.mcts import SpielState, TimedSearch, mcts


@pytest.mark.parametrize("name", GAMES)
def test_the_search_plays_legal_moves_and_the_same_ones_again(name: str) -> None:
    random = Random(1)
    state: State = play_chance(GAMES[name].start(GAMES[name].seats[0]), random)
    for _ in range(3):
        moves = [mcts(name, Allowance(None, 30))(state, Random(5)) for _ in range(2)]
        assert moves[0] == moves[1]
        assert moves[0] in state.moves()
        state = play_chance(state.play(moves[0]), random)


def test_the_clock_ends_a_search_between_two_simulations() -> None:
    ticks = iter(range(1000))
    state = play_chance(GAMES["land"].start(2), Random(1))
    search = TimedSearch(Allowance(10.0, None), None, clock=lambda: next(ticks))
    root = search.search(state)
    assert 5 <= root.explore_count <= 12


def test_a_win_is_worth_as_much_as_a_loss_costs_and_nobody_wins_nothing() -> None:
    state: State = GAMES["nomads"].start(2)
    random = Random(2)
    while not (state := play_chance(state, random)).is_over:
        state = state.play(random.choice(state.moves()))
    returns = SpielState(state).returns()
    assert sum(returns) == 0
    assert all(returns[seat] > 0 for seat in state.winners or ())


def test_mcts_can_be_named_in_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "land", "mcts", "random", "--pairs", "1", "--work", "2"]
    assert main(words, WITH_PEERS) == 0
    assert "A = mcts, B = random" in capsys.readouterr().out
