"""A computer's turn: searched once and played as a whole, in the time that there is for all of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from players import PLAYERS, Budget, Player
from players.chance import play_chance
from players.estimates import Estimate
from players.land.search import TurnSearch
from players.territories.search import FenceSearch
from players.turns import turn
from rules import GAMES, Action, State
from tests.players.test_territories_ground import fenced


class Spender(Player[Any]):
    """Plays the first move of Land, and spends so much of its budget on it."""

    game = "land"

    def __init__(self, spends: int) -> None:
        self.spends, self.had = spends, list[int]()

    def _choose(self, state: Any, level: int, budget: Budget, random: Random) -> Action:
        self.had.append(budget.part(1)._work or 0)
        budget.spend(self.spends)
        return state.moves()[0]

    def look(self, state: Any, level: int, budget: Budget, random: Random) -> Estimate:
        raise NotImplementedError


def long_turn(decisions: int) -> State:
    """A position of Land in which the next turn has at least this many decisions, with a choice in each."""
    for seed in range(100):
        random = Random(seed)
        state: State = GAMES["land"].start(2)
        while not (state := play_chance(state, random)).is_over:
            begun, choices = state, 0
            while state is begun or state.continues(begun):
                choices += len(state.moves()) > 1
                state = state.play(state.moves()[0])
            if choices >= decisions:
                return begun
    raise AssertionError("no such turn")


def test_the_first_search_of_a_turn_has_all_of_its_time() -> None:
    now = 0.0
    left = list[float]()

    class Watcher(Spender):
        def _choose(self, state: Any, level: int, budget: Budget, random: Random) -> Action:
            nonlocal now
            left.append((budget._until or 0) - now)
            now += 0.3
            return state.moves()[0]

    Watcher(0).choose_turn(long_turn(5), level=5, budget=Budget(seconds=0.8, clock=lambda: now), random=Random(1))
    assert left[:4] == pytest.approx([0.8, 0.5, 0.2, 0.2])


def test_another_search_in_a_turn_has_what_is_left_and_a_quarter_at_least() -> None:
    player = Spender(30)
    player.choose_turn(long_turn(6), level=5, budget=Budget(work=100), random=Random(1))
    assert player.had[:6] == [100, 70, 40, 25, 25, 25]


@pytest.mark.sample(2)
@pytest.mark.parametrize("options", [{}, {"reach": "chain"}, {"mountain": 1}, {"herd": "equal"}])
@pytest.mark.parametrize("level", [1, 5])
def test_a_turn_of_land_is_searched_once_and_played_as_a_whole(
    options: dict[str, Any], level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = list[int]()
    run = TurnSearch.run

    def counted(self: TurnSearch, budget: Budget, races: int | None = None) -> None:
        searched.append(1)
        run(self, budget, races)

    monkeypatch.setattr(TurnSearch, "run", counted)
    random, longest = Random(3), 0
    state: State = GAMES["land"].start(2, options)
    while not (state := play_chance(state, random)).is_over:
        searched.clear()
        decisions = PLAYERS["land"].choose_turn(state, level=level, budget=Budget(work=8), random=random)
        longest = max(longest, len(decisions))
        assert len(searched) <= (level == 5)
        begun = state
        for decision in decisions:
            assert decision in state.moves()
            state = state.play(decision)
        assert not state.continues(begun)
    assert longest > 2


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("level", [1, 3, 4, 5])
def test_a_turn_ends_where_chance_or_another_seat_comes_next(kind: str, level: int) -> None:
    random, seen = Random(level), 0
    state: State = GAMES[kind].start(2)
    while not (state := play_chance(state, random)).is_over:
        begun = state
        decisions = PLAYERS[kind].choose_turn(state, level=level, budget=Budget(work=8), random=random)
        for place, decision in enumerate(decisions):
            assert place == 0 or (state.continues(begun) and not state.is_chance)
            assert decision in state.moves()
            state = state.play(decision)
        assert not state.continues(begun)
        seen += 1
    assert seen > 10


def test_a_fence_that_closes_and_the_next_one_that_starts_are_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[FenceSearch]()
    begin = FenceSearch.__init__

    def counted(self: FenceSearch, *given: Any) -> None:
        begin(self, *given)
        made.append(self)

    monkeypatch.setattr(FenceSearch, "__init__", counted)
    several = 0
    for seed in range(3):
        state = fenced(Random(seed), 3)
        while not state.is_over:
            made.clear()
            decisions = PLAYERS["territories"].choose_turn(state, level=5, budget=Budget(work=150), random=Random(seed))
            assert len(made) <= 1
            several += len(decisions) > 1 and len(made) == 1
            for decision in decisions:
                state = state.play(decision)
    assert several > 5


def test_two_houses_in_a_row_come_from_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from players.territories import player as module

    asked, sharings = list[Any](), module.sharings

    def counted(*given: Any) -> Any:
        asked.append(given)
        return sharings(*given)

    monkeypatch.setattr(module, "sharings", counted)
    state: State = GAMES["territories"].start(2)
    placed = list[int]()
    while state.phase == "farms":
        asked.clear()
        decisions = PLAYERS["territories"].choose_turn(state, level=5, budget=Budget(work=200), random=Random(1))
        placed.append(sum(type(decision).__name__ == "House" for decision in decisions))
        assert len(asked) <= 1
        for decision in decisions:
            state = state.play(decision)
    assert placed == [1, 2, 2, 2, 1]


def test_the_same_seed_gives_the_same_turn_to_a_process() -> None:
    state = GAMES["territories"].start(2)
    assert turn(state, 1, 20, 5) == turn(state, 1, 20, 5)
    with pytest.raises(ValueError, match="No seat decides"):
        turn(GAMES["land"].start(2), 5, 1, 1)
