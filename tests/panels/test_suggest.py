"""Autocomplete: what is offered is legal, fits what was typed, and there are at most 25 of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.presentation import suggest
from rules import GAMES, State
from tests.panels.positions import CASES, decisions, halves
from tests.positions import play
from tests.sampling import Sample

every_case = pytest.mark.parametrize(("game", "seats", "options"), CASES, ids=str)


def texts(state: State, typed: str) -> list[str]:
    """The moves that are offered."""
    return [text for _, text in suggest.suggest_moves(state.game, state, typed)]


@pytest.mark.slow
@pytest.mark.sample(1)
@every_case
def test_everything_offered_is_legal_and_within_discords_limits(
    game: str, seats: int, options: dict[str, Any], sample: Sample
) -> None:
    random = Random(8)
    for state in sample(decisions(game, seats, options, seed=5), 15):
        first = str(state.moves()[0])
        for typed in (
            "",
            "a",
            "c",
            "c3",
            "forest",
            "done",
            "d",
            "road",
            "C4 C5",
            "c3-c",
            "zz",
            "?!",
            "x" * 300,
            first,
            first + " ",
            *halves(state, random),
        ):
            offered = suggest.suggest_moves(game, state, typed)
            assert len(offered) <= 25
            for label, text in offered:
                assert 1 <= len(label) <= 100
                assert 1 <= len(text) <= 100
                state.play_all(text)


@pytest.mark.slow
@pytest.mark.sample(1)
@every_case
def test_what_is_typed_in_full_comes_first(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(7)
    for state in decisions(game, seats, options, seed=6):
        for move in random.sample(list(state.moves()), min(3, len(state.moves()))):
            after, typed = state.play(move), str(move)
            if after.continues(state):
                typed = random.choice((typed, f"{typed} {random.choice(list(after.moves()))}"))
            for text in (typed, typed.lower(), f"{typed} "):
                assert texts(state, text)[0] == typed


@pytest.mark.parametrize("game", list(GAMES))
def test_with_nothing_typed_legal_moves_are_offered(game: str) -> None:
    for state in decisions(game, GAMES[game].seats[0], {}, every=9):
        assert texts(state, "") == [str(move) for move in state.moves()][:25]


def test_a_move_is_found_however_it_is_written() -> None:
    for typed in ["c4 f", "C4F", "f c4", "forest on c4", "c4, forest", "fc4", "woods c4", "c 4 for"]:
        assert texts(GAMES["pastures"].start(2), typed)[0] == "C4 F", typed


def test_half_a_move_is_completed_in_any_order() -> None:
    state = GAMES["pastures"].start(2)
    assert set(texts(state, "c4")) == {f"C4 {letter}" for letter in "MPFRDW"}
    assert texts(state, "f") == [f"{letter}{row} F" for row in (1, 2, 3) for letter in "ABCDEFGH"] + ["A4 F"]
    assert texts(state, "forest c") == [f"C{row} F" for row in range(1, 9)]
    assert texts(state, "c forest") == texts(state, "forest c")
    assert all(text.endswith(" R") for text in texts(state, "river"))
    assert texts(state, "castle") == []


def test_the_last_of_several_decisions_is_completed() -> None:
    state = next(state for state in decisions("land", 2, {}, seed=4, every=30) if state.phase == "reclaim" and state.cows > 1)
    first, *others = [str(move) for move in state.moves() if str(move) != "done"]
    assert f"{first} done" in texts(state, f"{first} d")
    assert f"{first} {others[0]}" in texts(state, f"{first} {others[0][0].lower()}")


def test_L7_after_a_plot_the_next_ones_are_offered() -> None:
    for end in ["", " ", ", "]:
        state = next(
            state for state in decisions("land", 2, {}, seed=4, every=30) if state.phase == "reclaim" and state.cows > 1
        )
        plot = state.moves()[0]
        following = [f"{plot} {move}" for move in state.play(plot).moves()]
        assert texts(state, f"{plot}{end}".lower()) == [str(plot), *following], end


def test_T3_after_a_farm_house_the_second_one_is_offered() -> None:
    state = play(GAMES["territories"].start(2), "B2")
    assert texts(state, "g2 d") == ["G2 D1", "G2 D4"]


def test_N7_an_activation_is_found_by_its_tile_its_spaces_and_its_direction() -> None:
    state = play(GAMES["nomads"].start(2), "discover C4", "draw oasis", "discover F6", "draw grass")
    assert texts(state, "oasis right") == ["activate C4 D4"]
    assert texts(state, "c4 d4") == ["activate C4 D4"]
    assert texts(state, "act c4 d") == ["activate C4 C5"], "down"
    assert texts(state, "act c4 d4") == ["activate C4 D4"]
    assert texts(state, "grass") == ["activate F6 F5", "activate F6 E6", "activate F6 G6", "activate F6 F7", "road F6"]


def test_nobody_is_offered_anything_when_the_game_is_over() -> None:
    state = play(GAMES["pastures"].start(2), "drop 0")
    assert suggest.suggest_moves("pastures", state, "") == []
