"""``make bench``: the table, not the figures."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench import Row
from bench import __main__ as bench
from bench.year import simulate


def test_a_line_shows_the_figure_beside_its_peer() -> None:
    assert bench.line(Row("playouts", 165270.4, "moves/s", "chess", 39134)) == (
        "| playouts | 165,270 moves/s | chess: 39,134 moves/s | 4.2 × |"
    )
    assert bench.line(Row("picture", 1.654, "ms")) == "| picture | 1.65 ms |  |  |"


def test_the_table_is_replaced_and_what_is_around_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "benchmarks.md"
    report.write_text(f"before\n\n{bench.BEGIN}\nold\n{bench.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(bench, "REPORT", report)
    monkeypatch.setattr(bench, "parts", lambda: ["first", "second"])
    monkeypatch.setattr(bench, "measure", lambda part: [Row(part, 12.34, "ms")])
    assert bench.main([]) == 0
    text = report.read_text(encoding="utf-8")
    assert text.startswith("before\n\n")
    assert text.endswith("\n\nafter\n")
    assert "old" not in text
    assert text.index("| first | 12.3 ms |") < text.index("| second | 12.3 ms |")
    assert bench.main(["second"]) == 0
    assert report.read_text(encoding="utf-8") == text, "a part of it is only printed"
    assert bench.main(["third"]) == 2
    assert "There is no part third: name some of first, second." in capsys.readouterr().err


def test_every_part_can_be_measured() -> None:
    assert {"rules", "render", "moves"} <= set(bench.parts())
    for part in bench.parts():
        source = Path(bench.__file__).with_name(f"bench_{part}.py").read_text(encoding="utf-8")
        assert "\ndef rows() -> list[Row]:" in source


async def test_a_year_in_fast_motion_plays_every_move_that_it_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await simulate(tmp_path, days=9, every=3, games_at_once=4, moves_a_day=4)
    _, head, _, *lines, _ = capsys.readouterr().out.splitlines()
    names, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in (head, *lines))
    table = [dict(zip(names, row, strict=True)) for row in rows]
    assert [row["day"] for row in table] == ["0", "3", "6", "9"]
    assert [row["moves"] for row in table] == ["0", "12", "24", "36"]
    assert int(table[3]["rows of the log"]) >= 36
    assert int(table[2]["interactions"]) == 24
    assert int(table[3]["interactions"]) < 36, "what is older than a week is forgotten"
    with closing(sqlite3.connect(tmp_path / "year.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM posts WHERE status <> 'sent'").fetchone() == (0,)
