"""Autocomplete: what is offered is legal, fits what was typed, and there are at most 25 of it."""

from __future__ import annotations

import random

import pytest

from bot.ui import suggest
from rules import GAMES, State


def position(game: str, actions: int, seed: int) -> State:
    """A decision in a random game, after at least so many actions."""
    dice = random.Random(seed)
    state: State = GAMES[game].start(GAMES[game].seats[0])
    played = 0
    while played < actions or state.is_chance:
        choices = [o for o, _ in state.outcomes()] if state.is_chance else list(state.moves())
        after = state.play(dice.choice(choices))
        if after.is_over:
            break
        state, played = after, played + 1
    return state


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("actions", [0, 12, 40])
def test_everything_offered_is_legal_and_within_discords_limits(game: str, actions: int) -> None:
    state = position(game, actions, 5)
    for typed in ("", "a", "c", "c3", "forest", "done", "d", "road", "C4 C5", "c3-c", "zz", "?!", "x" * 300):
        offered = suggest.moves(game, state, typed)
        assert len(offered) <= 25
        for label, text in offered:
            assert 1 <= len(label) <= 100
            assert 1 <= len(text) <= 100
            state.play_all(text)


@pytest.mark.parametrize("game", list(GAMES))
def test_with_nothing_typed_legal_moves_are_offered(game: str) -> None:
    state = position(game, 8, 2)
    offered = [text for _, text in suggest.moves(game, state, "")]
    assert offered == [str(move) for move in state.moves()][:25]


def test_a_move_is_found_however_it_is_written() -> None:
    state = GAMES["pastures"].start(2)
    for typed in ("c4 f", "C4F", "f c4", "forest on c4", "c4, forest"):
        assert suggest.moves("pastures", state, typed)[0][1] == "C4 F", typed
    assert {text for _, text in suggest.moves("pastures", state, "c4")} == {f"C4 {t}" for t in "MPFRDW"}
    assert all(text.endswith(" R") for _, text in suggest.moves("pastures", state, "river"))


def test_the_last_of_several_decisions_is_completed() -> None:
    state = position("land", 60, 4)
    first = next(str(move) for move in state.moves() if str(move) != "done")
    after = state.play(state.parse(first))
    assert after.seat == state.seat
    offered = suggest.moves("land", state, f"{first} d")
    assert f"{first} done" in [text for _, text in offered]


def test_nobody_is_offered_anything_when_the_game_is_over() -> None:
    state = GAMES["pastures"].start(2).play(GAMES["pastures"].start(2).parse("drop 0"))
    assert suggest.moves("pastures", state, "") == []
