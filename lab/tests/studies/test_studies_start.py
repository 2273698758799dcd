"""Every study starts and prints its report, at tiny sizes. No figure is asserted.

``match``, ``balance``, ``match_peers`` and ``calibration`` start in the tests of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lab.studies import command, land_fairness_report, match_versions, nomads_balance
from lab.studies.nomads import last_turns
from lab.studies.pastures import bounds
from lab.studies.puzzles import make
from lab.studies.puzzles.worth import count_greedy
from lab.studies.territories import late_game, weights
from players.judgement import Judgement
from players.puzzles import JUDGES
from rules import GAMES, Record, State
from rules.files import DATA
from rules.pastures import PasturesState
from tests.players.pastures.pastures_solver import margin, oracle_of

Main = Callable[[Sequence[str]], object]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("main", "words", "printed"),
    [
        (last_turns.main, "1 --deals 2 --work 1", "| spaces left |"),
        (bounds.main, "4 5", "4 by 5: seat 0 gets"),
        (late_game.main, "1 --seconds 0", "every position was solved"),
        (weights.main, "20 --work 1", "FIRST = "),
    ],
)
def test_a_study_prints_its_report(main: Main, words: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(words.split())
    assert printed in capsys.readouterr().out


def test_the_tile_sets_of_nomads_are_compared(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(nomads_balance, "TILE_SETS", ("classic",))
    nomads_balance.main(["4"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("| classic |") for line in lines) == 2 * len(GAMES["nomads"].seats)


def test_the_report_on_land_is_written(tmp_path: Path) -> None:
    land_fairness_report.main(["--games", "1", "--out", str(tmp_path / "land.md")])
    assert (tmp_path / "land.md").read_text(encoding="utf-8").count("| busy |") > 5


def test_versions_play_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "land", "new1", "old1", "--pairs", "1", "--seconds", "0.01"]
    assert command.main(words, match_versions.makers_of(match_versions.HERE)) == 0
    match_versions.process_of(match_versions.HERE).close()
    match_versions.process_of.cache_clear()
    assert "A = new1, B = old1" in capsys.readouterr().out


def test_in_half_of_the_chosen_puzzles_the_greedy_move_is_wrong() -> None:
    values = {"A1": 3, **dict.fromkeys("BCDEF", -3)}
    made = [
        {"id": number, "hardness": 0.5, "unit": "points", "greedy": float(number > 3), "values": values} for number in range(40)
    ]
    assert [entry["greedy"] for entry in make.choose(made, 60)] == [1.0] * 4 + [0.0] * 4


def is_trap(entry: dict[str, Any]) -> bool:
    """Whether the greedy move is wrong."""
    return count_greedy(Record.model_validate(entry["record"]).replay(), Judgement(entry["values"], entry["unit"])) < 0.5


@pytest.mark.parametrize("game", [pytest.param(game, marks=[] if game == "pastures" else pytest.mark.full) for game in JUDGES])
def test_puzzles_that_are_still_worth_asking_keep_their_ids_and_a_run_can_be_continued(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles" / f"{game}.json"
    shipped = json.loads((DATA / "puzzles" / file.name).read_text(encoding="utf-8"))
    puzzle = next(each for each in shipped if is_trap(each))
    beginning = {**puzzle["record"], "actions": []}
    file.parent.mkdir()
    file.write_text(json.dumps([{**puzzle, "id": "stays"}, {**puzzle, "id": "goes", "record": beginning}]), encoding="utf-8")
    monkeypatch.setattr(make, "DATA", tmp_path)
    words = [game, str(tmp_path / "judged"), "--games", "1"]
    assert make.main(words) == 0
    made = file.read_text(encoding="utf-8")
    assert '"stays"' in made
    assert '"goes"' not in made
    monkeypatch.setattr(make, "judge_shipped", lambda _: pytest.fail("it was judged before"))
    monkeypatch.setattr(make, "find_new", lambda *_: pytest.fail("it was played before"))
    assert make.main(words) == 0
    assert file.read_text(encoding="utf-8") == made


def test_the_weights_of_nomads_are_fitted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy", reason="the extra peers is not installed")
    from lab.studies import fit_nomads

    monkeypatch.setattr(fit_nomads, "STEPS", 1)
    monkeypatch.setattr(fit_nomads, "ProcessPoolExecutor", ThreadPoolExecutor)
    fit_nomads.main(["2"])
    assert "NOBODY = (" in capsys.readouterr().out


@pytest.mark.full
def test_a_small_board_is_solved_as_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba", reason="the extra solve is not installed")
    from lab.studies import solve_pastures

    random, moves = Random(1), list[str]()
    state: State = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    while len(moves) < 12:
        moves.append(str(random.choice(state.moves())))
        state = state.play_text(moves[-1])
    assert isinstance(state, PasturesState)
    best = margin(oracle_of(state), 0)
    record = ["--record", ", ".join(moves), "--megabytes", "1"]
    assert solve_pastures.main([*record, "--goal", str(best), "--last-goal", str(best + 1)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" points")[0] for line in lines] == [f"Seat 0 can get {best}", f"Seat 0 cannot get {best + 1}"]
