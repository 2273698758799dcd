"""``make bench``: the table, not the figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.rows import Row


def test_a_line_shows_the_figure_beside_its_peer():
    assert bench.line(Row("playouts", 165270.4, "moves/s", "chess", 39134)) == (
        "| playouts | 165,270 moves/s | chess: 39,134 moves/s | 4.2 × |"
    )
    assert bench.line(Row("picture", 1.654, "ms")) == "| picture | 1.65 ms |  |  |"


def test_the_table_is_replaced_and_what_is_around_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
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


def test_every_part_can_be_measured():
    assert {"rules", "render", "moves"} <= set(bench.parts())
    for part in bench.parts():
        source = Path(bench.__file__).with_name(f"bench_{part}.py").read_text(encoding="utf-8")
        assert "\ndef rows() -> list[Row]:" in source
