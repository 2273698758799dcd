"""The contract of every computer player, for every number of seats, option and phase of its game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from players import PLAYERS
from players.chance import play_chance
from rules import GAMES, Drop, State

WORK = 12


def variants(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbers of seats and options: every number of seats with the defaults, every value of each option that is a word."""
    game = GAMES[name]
    yield from ((seats, {}) for seats in game.seats)
    for option, field in game.Options.model_fields.items():
        for value in get_args(field.annotation):
            if value != field.default:
                yield game.seats[0], {option: value}
        if field.annotation is int:
            bounds = [getattr(limit, side) for limit in field.metadata for side in ("ge", "le") if hasattr(limit, side)]
            yield from ((game.seats[0], {option: min(bound, 12)}) for bound in bounds if bound != field.default)


CASES = [(name, seats, options) for name in PLAYERS for seats, options in variants(name)]


def on_the_way(name: str, seats: int, options: dict[str, Any], seed: int = 0, of_a_turn: int = 5) -> Iterator[State]:
    """Yield states of a random game in which a seat decides: about one in ``of_a_turn``, and the first two of each phase."""
    random = Random(f"{name} {seats} {options} {seed}")
    state: State = GAMES[name].start(seats, options)
    seen: list[str] = []
    while not (state := play_chance(state, random)).is_over:
        if seen.count(state.phase) < 2 or not random.randrange(of_a_turn):
            seen.append(state.phase)
            yield state
        state = state.play(random.choice(state.moves()))


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_the_move_is_legal_at_every_level_and_phase(name: str, seats: int, options: dict[str, Any]) -> None:
    random, player = Random(1), PLAYERS[name]
    for state in on_the_way(name, seats, options):
        level = random.choice(player.levels)
        assert player.choose(state, level=level, work=WORK, random=random) in state.moves()


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_shares_are_those_of_a_win(name: str, seats: int, options: dict[str, Any]) -> None:
    player = PLAYERS[name]
    for state in on_the_way(name, seats, options, of_a_turn=20):
        shares = player.shares(state, work=WORK, random=Random(1))
        assert len(shares) == seats
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) <= 1 + 1e-9


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_margin_is_told_of_each_seat_and_not_more_than_one_is_ahead(name: str, seats: int, options: dict[str, Any]) -> None:
    player, random = PLAYERS[name], Random(1)
    for state in on_the_way(name, seats, options, of_a_turn=40):
        margins = player.margin(state, level=random.choice(player.levels), work=1, random=random)
        assert len(margins) == seats
        assert seats > 2 or sum(margins) == pytest.approx(0)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("level", [1, 3, 5])
def test_estimates_at_every_level_repeat_with_work_and_do_not_depend_on_what_is_hidden(name: str, level: int) -> None:
    player = PLAYERS[name]
    for state in on_the_way(name, GAMES[name].seats[0], {}, of_a_turn=12):
        for judge in (player.shares, player.margin):
            once = judge(state, level=level, work=2, random=Random(7))
            assert judge(state.redealt(Random(3)), level=level, work=2, random=Random(7)) == once


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PLAYERS)
def test_the_level_of_an_estimate_is_5_where_none_is_named(name: str) -> None:
    for state in on_the_way(name, GAMES[name].seats[0], {}, of_a_turn=20):
        for judge in (PLAYERS[name].shares, PLAYERS[name].margin):
            assert judge(state, work=2, random=Random(7)) == judge(state, level=5, work=2, random=Random(7))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("level", [1, 3, 5])
def test_the_same_arguments_with_work_give_the_same_move(name: str, level: int) -> None:
    player = PLAYERS[name]
    for state in on_the_way(name, GAMES[name].seats[0], {}, of_a_turn=8):
        once, again = (player.choose(state, level=level, work=WORK, random=Random(7)) for _ in range(2))
        assert once == again


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("level", [1, 5])
def test_the_move_does_not_depend_on_what_is_hidden(name: str, level: int) -> None:
    player, deals = PLAYERS[name], 0
    for state in on_the_way(name, GAMES[name].seats[0], {}, of_a_turn=8):
        move = player.choose(state, level=level, work=WORK, random=Random(7))
        shares = player.shares(state, work=WORK, random=Random(7))
        for seed in range(2):
            other = state.redealt(Random(seed))
            deals += other != state
            assert player.choose(other, level=level, work=WORK, random=Random(7)) == move
            assert player.shares(other, work=WORK, random=Random(7)) == shares
    assert deals or name != "nomads"


def test_the_result_of_a_game_that_is_over_is_known() -> None:
    for name in PLAYERS:
        random = Random(3)
        state: State = GAMES[name].start(GAMES[name].seats[0])
        while not (state := play_chance(state, random)).is_over:
            state = state.play(random.choice(state.moves()))
        winners = state.winners or ()
        best = [max(score for other, score in enumerate(state.scores) if other != seat) for seat in range(state.seats)]
        margins = tuple(score - other for score, other in zip(state.scores, best, strict=True))
        assert PLAYERS[name].margin(state, work=1, random=random) == margins, name
        shares = PLAYERS[name].shares(state, work=1, random=random)
        assert shares == tuple((seat in winners) / max(1, len(winners)) for seat in range(state.seats)), name
        with pytest.raises(ValueError, match="No seat decides"):
            PLAYERS[name].choose(state, level=5, work=1, random=random)


def test_a_wrong_level_or_no_limit_is_refused() -> None:
    for name in PLAYERS:
        state = play_chance(GAMES[name].start(GAMES[name].seats[0]), Random(1))
        player = PLAYERS[name]
        for level in (0, 6):
            with pytest.raises(ValueError, match="no level"):
                player.choose(state, level=level, work=1, random=Random(1))
            for judge in (player.shares, player.margin):
                with pytest.raises(ValueError, match="no level"):
                    judge(state, level=level, work=1, random=Random(1))
        with pytest.raises(ValueError, match="seconds or work"):
            player.choose(state, level=1, random=Random(1))
        with pytest.raises(ValueError, match="seconds or work"):
            player.shares(state, random=Random(1))
        with pytest.raises(ValueError, match="seconds or work"):
            player.margin(state, random=Random(1))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [name for name in PLAYERS if GAMES[name].seats[-1] > 2])
def test_who_has_given_up_is_no_more_reckoned_with(name: str) -> None:
    random, player = Random(4), PLAYERS[name]
    state: State = GAMES[name].start(4)
    for _ in range(12):
        state = play_chance(state, random)
        state = state.play(random.choice(state.moves()))
    state = state.play(Drop(2))
    while not (state := play_chance(state, random)).is_over:
        if not random.randrange(4):
            assert player.shares(state, work=WORK, random=random)[2] == 0
            assert player.choose(state, level=5, work=WORK, random=random) in state.moves()
        state = state.play(random.choice(state.moves()))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PLAYERS)
def test_no_seconds_at_all_still_give_a_move(name: str) -> None:
    for state in on_the_way(name, GAMES[name].seats[0], {}, of_a_turn=10):
        assert PLAYERS[name].choose(state, level=5, seconds=0, random=Random(1)) in state.moves()
