"""The studies of Territories: late games are solved, and the fit finds weights."""

from __future__ import annotations

from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lab.studies.calibration.games import Setting, keep_games, read_games
from lab.studies.territories.late_game import Ending, endings, lines, open_edges, solve
from lab.studies.territories.weights import Sample, features, fit, play_game, read_game, read_kept_games
from players.territories.ground import Ground
from players.territories.outlook import BY_FARMS, FIRMLY, FIRST, FIRST_START, START
from rules import GAMES
from tests.players.test_territories_ground import fenced


def test_every_place_is_open_at_first_and_none_in_the_end() -> None:
    state: Any = GAMES["territories"].start(2)
    random = Random(1)
    while state.phase == "farms":
        state = state.play(random.choice(state.moves()))
    assert open_edges(state) == 7 * 6 + 8 * 5
    while not state.is_over:
        assert open_edges(state) >= len(state.moves())
        state = state.play(random.choice(state.moves()))
    assert open_edges(state) == 0


def test_a_late_game_is_solved_with_time_and_not_without() -> None:
    state = next(endings(1, 12))
    assert open_edges(state) <= 12
    assert solve(state, 60.0) == Ending(open_edges(state), True)
    assert solve(state, 0.0) == Ending(open_edges(state), False)


def test_the_report_names_the_number_from_which_on_all_is_solved() -> None:
    found = [Ending(3, True), Ending(8, True), Ending(9, False), Ending(10, True)]
    report = lines(found)
    assert report[2:4] == ["| 1 to 6 | 1 | 100% |", "| 7 to 12 | 3 | 67% |"]
    assert report[-1].startswith("With 8 open edges or fewer")


def test_the_fit_finds_the_weights_by_which_results_were_made() -> None:
    random, weights = Random(2), (0.5, -0.25, 2.0, 0.1, 0.02)
    games = []
    for _ in range(20):
        rows = [tuple(random.uniform(-9, 9) for _ in weights) for _ in range(6)]
        made = [sum(map(mul, weights, row)) for row in rows]
        games.append([Sample(row, rest, random.random()) for row, rest in zip(rows, made, strict=True)])
    found, errors = fit(games)
    assert found == pytest.approx(weights)
    assert errors == pytest.approx((0, 0, 0, 0, 0), abs=1e-9)


def test_a_game_gives_the_same_samples_again_and_the_features_are_those_of_the_value() -> None:
    samples = play_game(3, 10)
    assert samples == play_game(3, 10)
    weights = (FIRST, FIRMLY, BY_FARMS, START, FIRST_START)
    state: Any = fenced(Random(4), 12)
    ground = Ground.of(state)
    while state.open_mask:
        state = state.play(state.moves()[0])
    for position in (ground.start(), ground.position(state)):
        assert ground.value(position) == pytest.approx(position.settled + sum(map(mul, weights, features(ground, position))))


def test_kept_games_are_read_once_each_by_their_positions_between_two_fences(tmp_path: Path) -> None:
    setting = Setting.of("territories:2:5:3")
    keep_games(setting, tmp_path, 1)
    with (tmp_path / setting.file).open("a+", encoding="utf-8") as games:
        games.seek(0)
        games.write(games.read())
    record = next(read_games(setting, tmp_path, 1))
    states: list[Any] = record.states()
    between = [state for state in states if state.phase == "fence" and not state.open_mask]
    samples = read_game(record)
    assert len(samples) == len(between)
    margins = states[-1].scores[0] - states[-1].scores[1]
    assert samples[0].rest == margins, "nothing is settled before the first fence"
    assert read_kept_games(tmp_path, 3, 10) == [samples]
