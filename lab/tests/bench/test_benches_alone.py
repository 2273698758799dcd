"""Every bench that is run alone starts and prints its table, at tiny sizes. No figure is asserted."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from lab.bench import year
from lab.bench.host import attack, databases, limit, outage, season, servers, soak, solve
from lab.bench.learning import first_game, wrong_choices
from tests.databases import find_programs

NO_COMMANDS = {"__init__", "attackers", "discord_limits", "page_clients"}
"""Modules that the commands use."""
Sizes = Mapping[str, float]
ALONE: Mapping[ModuleType, tuple[str, str, Sizes]] = {
    year: ("--days 1 --games 2 --moves 4", "| 1 | 4 | ", {}),
    attack: ("", "| held and deep | ", {"GAMES": 2, "PACE": 20, "ANSWERS": 4, "HELD": 3, "SHOWN": 20}),
    databases: ("--moves 2 --rounds 1", "| PostgreSQL, 4 processes | ", {"GAMES": 2, "GUILDS": 2, "WARM_UP": 2}),
    limit: ("--rate 10 --seconds 0.4", "- boards missing or twice: 0", {"GAMES": 2, "GUILDS": 2, "WARM_UP": 0.1, "LOOK": 0.01}),
    outage: ("--seconds 0.1 --shards 1 --kinds refused", "| refused | 0 s | 1 | ", {}),
    season: ("--leagues 1 --members 2", "- games that began: 2", {"SOON": 15.0, "QUIET": 0.5}),
    servers: ("1", "| 1 | ", {"SETTLING": 0.1}),
    soak: ("--minutes 0.005 --games 1 --rate 20", "| 0.0 | ", {}),
    solve: ("", "| territories | ", {"MEMBERS": 2, "WITHIN": 0.1}),
    first_game: ("territories", "| territories | ", {}),
    wrong_choices: ("territories --most 1", "| territories | ", {}),
}
"""For each command: its words, how one of the printed lines begins, and the constants that are made small."""
LONG = {attack, databases, first_game, limit, outage, season, servers, soak, solve}
"""Commands that take longer also at tiny sizes. Those of a bot with a loopback Discord start it as ``bench_discord`` does."""
MISSING = {
    databases: find_programs() is None and "PostgreSQL",
    first_game: not any(map(shutil.which, first_game.BROWSERS)) and "Chromium",
}
"""Programs that a command needs, where they are not installed."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(each, id=each.__name__, marks=[pytest.mark.full if each in LONG else pytest.mark.sample(1)])
        for each in ALONE
    ],
)
def test_a_bench_prints_its_table(
    command: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if missing := MISSING.get(command):
        pytest.skip(f"{missing} is not installed")
    words, begins, sizes = ALONE[command]
    for name, size in sizes.items():
        monkeypatch.setattr(command, name, size)
    command.main(words.split())
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(begins) for line in lines), lines


def test_every_bench_that_is_run_alone_starts_here() -> None:
    folder = Path(year.__file__).parent
    files = [path.stem for room in ("host", "learning") for path in (folder / room).glob("*.py")]
    assert {each.__name__.rpartition(".")[2] for each in ALONE} == {"year", *files} - NO_COMMANDS
