"""``make bench``: the table, not the figures."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lab import name_commit
from lab.bench import Row
from lab.bench import __main__ as bench
from lab.bench.host.discord_limits import CHANNEL_SECONDS, GLOBAL, IN_CHANNEL, Counted
from lab.bench.host.servers import CHANNELS, EMOJI, ROLES, big_guild
from lab.bench.year import simulate
from tests.wire.server import payloads
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import World


def test_a_line_shows_the_figure_and_that_of_its_peer() -> None:
    assert bench.format_row(Row("playouts", 165270.4, "moves/s", "chess", 39134)) == (
        "| playouts | 165,270 moves/s | chess: 39,134 moves/s | 4.2 × |"
    )
    assert bench.format_row(Row("picture", 1.654, "ms")) == "| picture | 1.65 ms |  |  |"


def test_the_table_is_replaced_and_what_is_around_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "benchmarks.md"
    report.write_text(f"before\n\n{bench.BEGIN}\nold\n{bench.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(bench, "REPORT", report)
    monkeypatch.setattr(bench, "PARTS", {"first": 100, "second": 200})
    monkeypatch.setattr(bench, "measure", lambda part: [Row(part, 12.34, "ms")])
    assert bench.main([]) == 0
    text = report.read_text(encoding="utf-8")
    assert text.startswith("before\n\n")
    assert text.endswith("\n\nafter\n")
    assert "old" not in text
    assert f"Measured on {name_commit()}: " in text
    assert text.index("| first | 12.3 ms |") < text.index("| second | 12.3 ms |")
    assert bench.main(["second"]) == 0
    assert report.read_text(encoding="utf-8") == text, "a part of it is only printed"
    assert bench.main(["third"]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("This takes about 5 minutes.\n")
    assert "There is no part third: name some of first, second." in printed


def test_a_part_that_fails_is_reported_at_the_end_and_the_others_keep_their_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(part: str) -> list[Row]:
        if part == "second":
            raise LookupError("the module is gone")
        return [Row(part, 12.34, "ms")]

    report = tmp_path / "benchmarks.md"
    report.write_text(f"{bench.BEGIN}\n{bench.END}\n", encoding="utf-8")
    monkeypatch.setattr(bench, "REPORT", report)
    monkeypatch.setattr(bench, "PARTS", {"first": 1, "second": 1, "third": 1})
    monkeypatch.setattr(bench, "measure", measure)
    assert bench.main([]) == 1
    lines = [line for line in report.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert lines[1:] == [
        "| first | 12.3 ms |  |  |",
        "| second: not measured, it failed |  |  |  |",
        "| third | 12.3 ms |  |  |",
    ]
    reported = capsys.readouterr().err
    assert "LookupError: the module is gone" in reported
    assert reported.endswith("\nNot measured: second.\n")
    assert bench.main(["first", "third"]) == 0


def request_to(counted: Counted, path: str, at: float, method: str = "POST") -> bool:
    """Whether a request is one too many."""
    channel = path.split("/")[2]
    return counted.exceeds(Recorded(method, path, "", {"channel_id": channel}, {}, None, at=at))


def test_the_loopback_counts_as_discord_does() -> None:
    counted = Counted()
    told = [request_to(counted, f"/channels/{number}/messages", number / 100) for number in range(GLOBAL + 2)]
    assert told == [False] * GLOBAL + [True] * 2
    assert not request_to(counted, "/interactions/1/token/callback", 0.6), "answers are not counted"
    assert not request_to(counted, "/channels/999/messages", 1.2), "the first ones are more than a second ago"
    assert counted.total == GLOBAL + 1
    assert counted.most == GLOBAL


def test_in_one_channel_only_so_many_messages_are_taken() -> None:
    counted = Counted()
    told = [request_to(counted, "/channels/7/messages", number / 2) for number in range(IN_CHANNEL + 1)]
    assert told == [False] * IN_CHANNEL + [True]
    assert not request_to(counted, "/channels/8/messages", 2.6)
    assert not request_to(counted, "/channels/7/messages/5", 2.6, "PATCH"), "edits are counted by themselves"
    assert not request_to(counted, "/channels/7/messages", CHANNEL_SECONDS + 0.1)


def test_a_server_of_the_bench_has_everything_that_a_big_one_has() -> None:
    world = World()
    made = big_guild(payloads.guild(world.add_guild(), world.bot))
    assert [len(made[name]) for name in ("channels", "roles", "emojis")] == [CHANNELS, 1 + ROLES, EMOJI]
    ids = [each["id"] for name in ("channels", "roles", "emojis") for each in made[name]]
    assert len(set(ids)) == len(ids)
    assert {channel["parent_id"] for channel in made["channels"]} - {None} <= set(ids)


@pytest.mark.full
async def test_a_year_in_fast_motion_plays_every_move_that_it_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await simulate(tmp_path, days=9, every=3, games_at_once=4, count=36)
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
