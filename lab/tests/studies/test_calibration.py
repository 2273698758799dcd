"""The accuracy of predictions: curves fitted to games, and the report on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from lab.studies.calibration.__main__ import ENDED, keep_curves, main
from lab.studies.calibration.fit import fit_curve, solve
from lab.studies.calibration.games import Setting, keep_games, list_every, play_record, read_games
from lab.studies.calibration.report import Point, Report, base_brier, brier, row_of, rows_by_rank, rows_by_share
from lab.studies.calibration.samples import Judging, Sample, judge_game, judge_games
from players import PLAYERS
from players.estimates import PLAIN, Curve, Estimate
from rules import GAMES


def played(truth: Curve, many: int, shares: Sequence[Sequence[float]] = ((0.3, 0.7), (0.55, 0.45), (0.1, 0.9))) -> list[Sample]:
    """Samples, one of a game, in which seats win as often as a curve predicts."""
    random, samples = Random(1), list[Sample]()
    for game in range(many):
        margin = random.uniform(-5, 5)
        seen = Estimate(tuple(random.choice(shares)), (margin, -margin), random.random())
        true = truth.shares(seen)
        winner = random.choices((0, 1, None), (*true, max(0.0, 1 - sum(true))))[0]
        ended = [round(each + random.gauss(0, 2)) for each in truth.margins(seen)]
        samples.append(Sample(game, "fill", seen, (float(winner == 0), float(winner == 1)), (ended[0], ended[1])))
    return samples


@pytest.mark.full
@pytest.mark.parametrize("power", [(2.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.6, 1.0, 0.0)])
def test_the_fit_finds_whether_estimates_are_too_timid_or_too_bold(power: tuple[float, ...]) -> None:
    truth = Curve(power=power, margin=(2.0, -1.0, 0.0, 0.0, 0.0))
    found = fit_curve(played(truth, 4000))
    for part in (0.1, 0.5, 0.9):
        seen = Estimate((0.3, 0.7), (4.0, -4.0), part)
        assert found.shares(seen) == pytest.approx(truth.shares(seen), abs=0.04)
        assert found.margins(seen) == pytest.approx(truth.margins(seen), abs=0.4)


@pytest.mark.full
def test_the_fit_finds_what_points_add_to_the_odds() -> None:
    truth = Curve(ahead=(0.3, -0.2, 0.0))
    found = fit_curve(played(truth, 4000))
    for margin, part in ((4.0, 0.1), (-4.0, 0.1), (4.0, 0.9)):
        seen = Estimate((0.4, 0.6), (margin, -margin), part)
        assert found.shares(seen) == pytest.approx(truth.shares(seen), abs=0.04)


@pytest.mark.full
def test_the_fit_finds_how_often_nobody_wins() -> None:
    truth = Curve(nobody=(0.5, 1.0, 0.0))
    found = fit_curve(played(truth, 4000, ((0.5, 0.48), (0.3, 0.4))))
    for shares in ((0.5, 0.48), (0.3, 0.4)):
        seen = Estimate(shares, (0.0, 0.0), 0.5)
        assert sum(found.shares(seen)) == pytest.approx(sum(truth.shares(seen)), abs=0.03)


def test_the_fit_stays_plain_where_nothing_tells_otherwise() -> None:
    assert fit_curve([]) == PLAIN
    sure = [sample._replace(seen=sample.seen._replace(is_sure=True)) for sample in played(Curve(power=(3.0, 0.0, 0.0)), 50)]
    assert fit_curve(sure) == PLAIN


def test_equations_are_solved() -> None:
    assert solve([[0, 2], [1, 1]], [4, 5]) == pytest.approx([3, 2])


@pytest.mark.full
def test_buckets_set_what_was_foretold_beside_what_happened() -> None:
    samples = played(Curve(power=(3.0, 0.0, 0.0)), 2000, ((0.3, 0.7),))
    off = [line for line in Report("A game", [(samples, PLAIN)]).lines() if line.endswith("| off |")]
    assert [line.split()[1] for line in off[:2]] == ["30.0%", "70.0%"]
    right = fit_curve(samples)
    assert not [line for line in Report("A game", [(samples, right)]).lines() if line.endswith("| off |") and "%" in line]
    assert brier([(samples, right)]) < brier([(samples, PLAIN)]) < base_brier(played(PLAIN, 2000, ((0.5, 0.5),)))


def test_positions_of_one_game_count_as_one_for_the_error() -> None:
    apart = row_of([Point(game, 0.5, float(game % 2)) for game in range(40)])
    together = row_of([Point(game // 10, 0.5, float(game // 10 % 2)) for game in range(40)])
    assert apart.error == pytest.approx(0.5 / 40**0.5)
    assert together.error == pytest.approx(0.5 / 4**0.5)


def test_what_did_not_happen_once_was_not_foretold_wrong_if_it_was_rare() -> None:
    rare, often = ([Point(game, share, 0.0) for game in range(60)] for share in (0.01, 0.08))
    assert not rows_by_share(rare)[0].is_off, "1 % of 60 times is less than once"
    assert rows_by_share(often)[0].is_off, "8 % are five times"


def test_the_brier_score_counts_all_seats_and_nobody() -> None:
    sure = Estimate((0.0, 1.0), (0, 0), is_sure=True)
    samples = [Sample(0, "fill", sure, (0.0, 1.0), (0, 0)), Sample(1, "fill", sure, (0.0, 0.0), (0, 0))]
    assert brier([(samples[:1], PLAIN)]) == 0
    assert brier([(samples, PLAIN)]) == 1
    assert base_brier(samples) == 0.5


def test_margins_have_ten_buckets_of_one_size() -> None:
    rows = rows_by_rank(Point(game, float(game), game + 2.0) for game in range(100))
    assert [row.times for row in rows] == [10] * 10
    assert all(row.happened == row.foretold + 2 for row in rows)


def test_shares_of_0_and_1_have_buckets() -> None:
    assert not rows_by_share([])
    samples = [Sample(game, "fill", Estimate((0.0, 1.0), (0, 0), is_sure=True), (0.0, 1.0), (0, 0)) for game in range(3)]
    assert "| 0.0% | 0.0% ± 0.0% | 3 |  |" in Report("A game", [(samples, PLAIN)]).lines()
    assert "| 100.0% | 100.0% ± 0.0% | 3 |  |" in Report("A game", [(samples, PLAIN)]).lines()


def test_equal_games_count_once_and_boards_of_territories_vary(tmp_path: Path) -> None:
    setting = Setting.of("territories:2:1:1")
    keep_games(setting, tmp_path, 6)
    file = tmp_path / setting.file
    lines = file.read_text().splitlines()
    file.write_text("\n".join((*lines[:3], lines[0], *lines[3:])) + "\n")
    records = list(read_games(setting, tmp_path, 6))
    assert [record.model_dump_json() for record in records] == lines[:6]
    assert len({record.options["board"] for record in records}) > 1
    keep_games(setting, tmp_path, 7)
    assert len(list(read_games(setting, tmp_path, 9))) == 7


def test_farms_and_trunks_at_the_beginning_of_territories_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYERS["territories"], "choose_turn", lambda state, **_: state.moves()[:1])
    varied = set[int]()
    for number in range(30):
        record = play_record(Setting.of("territories:2:5:1"), number)
        for place, (state, action) in enumerate(zip(record.states(), record.actions, strict=False)):
            if action != str(state.moves()[0]):
                varied.add(place)
    assert varied == {*range(7), *range(9, 13)}, "the last farm has no choice"


def test_games_are_kept_and_judged_once(tmp_path: Path) -> None:
    setting, judging = Setting("land", 2, 3, 10), Judging(10, 3)
    keep_games(setting, tmp_path, 2)
    text = (tmp_path / setting.file).read_text()
    assert text.count("\n") == 2
    samples = judge_games(setting, judging, tmp_path, 2)
    assert len(samples) == 6
    keep_games(setting, tmp_path, 3)
    assert (tmp_path / setting.file).read_text().startswith(text)
    assert judge_games(setting, judging, tmp_path, 2) == samples
    assert [sample.game for sample in judge_games(setting, judging, tmp_path, 3)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    records = list(read_games(setting, tmp_path, 3))
    assert [play_record(setting, number) for number in range(3)] == records
    assert list(judge_game(setting, judging, 2, records[2])) == judge_games(setting, judging, tmp_path, 3)[6:]


def test_the_command_repeats_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for folder in ("one", "two"):
        assert main([str(tmp_path / folder), "territories:2:2:20=4", "--positions", "2"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0].count("| territories, 2 seats, level 2, work 20 | 4 | 0.") == 2
    with pytest.raises(ValueError, match="No such games"):
        Setting.of("territories:5:1:1")


def test_every_option_board_map_and_number_of_seats_is_held_against_games() -> None:
    settings = [Setting.of(text) for text in list_every()]
    for name, game in GAMES.items():
        own = [setting for setting in settings if setting.game == name]
        assert {setting.seats for setting in own} == set(game.seats)
        for option, field in game.Options.model_fields.items():
            assert option == "map_seed" or any(option in setting.chosen for setting in own), option
            usual = set() if field.default is None or option == "board" else {field.default}
            assert {setting.chosen[option] for setting in own if option in setting.chosen} | usual >= set(
                get_args(field.annotation)
            )


def test_the_gentle_bag_of_nomads_has_curves_of_its_own() -> None:
    assert [Setting.of(f"nomads:2:5:60{tiles}").curves for tiles in ("", ":tiles=gentle")] == ["nomads", "nomads-gentle"]


def test_chained_turns_of_land_have_curves_of_their_own_and_random_maps_differ(tmp_path: Path) -> None:
    usual, chain, maps = (Setting.of(f"land:2:1:1{options}") for options in ("", ":reach=chain", ":map=random"))
    assert (usual.curves, chain.curves) == ("land", "land-chain")
    assert len({setting.file for setting in (usual, chain, maps)}) == 3
    keep_games(maps, tmp_path, 3)
    assert len({record.options["map_seed"] for record in read_games(maps, tmp_path, 3)}) == 3
    assert main([str(tmp_path), "land:2:1:1:reach=chain=2"]) == 0


def test_a_run_over_every_option_holds_the_shipped_curves_against_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.studies.calibration.__main__.list_every", lambda: ["land:2:1:1", "land:2:1:1:reach=chain"])
    assert main([str(tmp_path), "--every", "2"]) == 0
    told = capsys.readouterr()
    assert "buckets of shares are off, by" in told.out
    assert "1 of 2 settings, about" in told.err
    assert main([str(tmp_path), "--every", "2"]) == 0
    assert "1 of 2 settings\n" in capsys.readouterr().err, "games that are kept tell nothing about the time of the others"


def test_a_run_that_is_ended_says_how_to_continue(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.studies.calibration.__main__.keep_games", interrupt)
    assert main([str(tmp_path), "--every", "2"]) == ENDED
    assert capsys.readouterr().err == "Ended. The same command continues.\n"


def interrupt(*_: object) -> int:
    """Interrupt the run as Ctrl-C does."""
    raise KeyboardInterrupt


def test_curves_that_are_kept_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "curves").mkdir()
    monkeypatch.setattr("players.estimates.DATA", tmp_path)
    from players.estimates import curve_of, read_curves

    one, five = Curve(power=(1.0, 0.0, 0.5)), Curve(power=(3.0, 0.0, 0.5), first=0.5)
    keep_curves({("land", 2, 1): one}, tmp_path / "curves")
    keep_curves({("land", 2, 5): five, ("land", 4, 5): one}, tmp_path / "curves")
    assert read_curves("land") == {(2, 1): one, (2, 5): five, (4, 5): one}
    curve_of.cache_clear()
    assert curve_of("land", 2, 3) == Curve(power=(2.0, 0.0, 0.5), first=0.25)
    assert curve_of("land", 3, 5) == one.mean(five)
    assert curve_of("land", 6, 5) == one
    assert curve_of("pastures", 2, 5) == PLAIN
    curve_of.cache_clear()


def test_the_report_says_how_often_a_seat_wins_that_would_agree_to_a_draw() -> None:
    def ended(share: float, margin: float, won: float) -> Sample:
        seen = Estimate((share, 1 - share), (margin, -margin), is_sure=True)
        return Sample(int(won), "fill", seen, (won, 1 - won), (0, 0))

    behind = [ended(0.3, 1.0, 0.0), ended(0.3, 1.0, 1.0), ended(0.3, 1.0, 0.0)]
    assert Report("A game", [(behind, PLAIN)]).summary().split("|")[-2].split()[0] == "33.3%"
    assert Report("A game", [(behind, PLAIN)], in_points=True).summary().split("|")[-2].split()[0] == "66.7%"
