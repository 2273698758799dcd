"""The attack as the computer player of Nomads expects it (N11 to N16): it agrees with all founders trying all answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from players import PLAYERS
from players.nomads import attack
from players.nomads.answers import attack_end, best_answer
from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from rules.core import Drop
from rules.nomads import NOMADS, NomadsState
from tests.players.nomads.nomads_ends import best_end, best_of, liking, share_of
from tests.positions import choose_kind_first

RICH = {"bag": {"city": 14, "grass": 30, "desert": 25, "mountain": 8, "treasure": 14, "barbarian": 5}}
"""Many treasures to give, and few bands: founders choose again and again."""
WILD = {"bag": {"city": 9, "grass": 30, "desert": 25, "mountain": 8, "treasure": 9, "barbarian": 12}}
"""More bands than cities: they come back to those that were saved (N14)."""


def last_turns(
    games: int, seats: int, setup: dict[str, Any] | None, **options: object
) -> Iterator[tuple[NomadsState, NomadsState]]:
    """The last turn of random games, and the position that followed, with a full board: in the attack, or over."""
    for seed in range(games):
        random = Random(seed)
        state: NomadsState = NOMADS.start(seats, options, setup)
        before = state
        while state.phase not in ("attack", "over"):
            before, state = state, state.play(choose_kind_first(state, random))
        yield before, state


def fits(state: NomadsState) -> bool:
    """Whether the oracle can try all answers in a moment."""
    return sum(state.treasures) <= 9


CASES = [
    (2, None, 0, 40), (2, RICH, 0, 30), (2, WILD, 0, 30), (3, RICH, 0, 20), (4, None, 0, 20), (4, WILD, 0, 20),
    (2, None, 30, 15), (3, WILD, 25, 10), (6, None, 0, 10),
]  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(("seats", "setup", "tribute", "games"), CASES)
def test_n13_to_n16_a_full_board_ends_as_if_every_founder_tried_all_answers(
    seats: int, setup: dict[str, Any] | None, tribute: int, games: int
) -> None:
    met = Counter[str]()
    for _, state in last_turns(games, seats, setup, tribute=tribute):
        if state.phase == "attack" and fits(state):
            end = best_end(state)
            assert attack_end(state).shares == tuple(share_of(end, seat) for seat in range(seats))
            assert Attack.of(state).end().scores == end.scores
            met["nobody wins" if not end.winners else "somebody wins"] += 1
            met["bands come back"] += any(raid.fate == "left" for raid in end.raids)
    assert met["somebody wins"] > 2
    assert met["bands come back"] or setup is not WILD


@pytest.mark.sample(1)
@pytest.mark.parametrize(("seats", "setup"), [(2, RICH), (2, WILD), (4, RICH), (4, WILD)])
def test_n13_each_answer_on_the_way_is_one_that_its_founder_likes_best(seats: int, setup: dict[str, Any]) -> None:
    answers = Counter[str]()
    for _, begun in last_turns(15, seats, setup):
        state = begun
        while state.phase == "attack" and fits(state):
            seat = state.seat
            assert seat is not None
            answer = best_answer(state)
            assert liking(best_end(state.play(answer)), seat) == liking(best_of(state)[1], seat)
            answers[str(answer)] += 1
            state = state.play(answer)
    assert answers["placate"] > 3
    assert answers["refuse"] > 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(("seats", "setup"), [(2, None), (2, RICH), (4, None), (4, WILD)])
def test_the_search_and_the_answers_agree_on_every_full_board(seats: int, setup: dict[str, Any] | None) -> None:
    agreed = 0
    for before, state in last_turns(40, seats, setup):
        full = before
        while full.is_chance:  # the last tile of a turn that fills the board
            full = full.play(full.outcomes()[0][0])
        if full.phase == "attack":
            board = NomadsBoard.of(full)
            raided = [raid for raid in full.raids if raid.city is not None]
            if not raided:
                assert Attack(board).end() == Attack.of(full).end()
                agreed += 1
        if state.phase == "attack":
            random, player = Random(1), PLAYERS["nomads"]
            expected = player.shares(state, work=1, random=random)
            while not state.is_over:
                state = state.play(player.choose(state, level=5, work=1, random=random))
            assert expected == player.shares(state, work=1, random=random)
    assert agreed > 3


def test_n13_a_founder_that_has_left_answers_no_more() -> None:
    checked = 0
    for _, state in last_turns(30, 3, RICH):
        if state.phase == "attack" and fits(state):
            left = state.play(Drop(next(seat for seat in range(3) if seat != state.seat)))
            if left.phase == "attack":
                end = best_end(left)
                assert attack_end(left).shares == tuple(share_of(end, seat) for seat in range(3))
                checked += 1
    assert checked > 5


def test_an_attack_with_more_choices_than_can_be_looked_into_is_answered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    attacks = [state for _, state in last_turns(15, 3, WILD) if state.phase == "attack"]
    looked_into = [_look_into(state) for state in attacks]
    monkeypatch.setattr(attack, "MOST_CHOICES", 2)
    assert sum(map(_look_into, attacks)) < sum(looked_into) / 2
    for state in attacks:
        assert sum(attack_end(state).shares) in (0, pytest.approx(1))
        assert best_answer(state) in state.moves()


def _look_into(state: NomadsState) -> int:
    one = Attack.of(state)
    one.end()
    return one.choices
