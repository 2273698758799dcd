"""Every part of ``make bench`` starts and gives its rows, at tiny sizes. No figure is asserted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from lab.bench import (
    __main__ as bench,
)
from lab.bench import (
    bench_computers,
    bench_discord,
    bench_land,
    bench_memory,
    bench_moves,
    bench_nomads,
    bench_pages,
    bench_render,
    bench_rules,
    bench_territories,
    bench_workers,
)

TINY: Mapping[ModuleType, Mapping[str, object]] = {
    bench_computers: {"GAMES_AT_ONCE": 2, "MOVES": 4, "PACE": 20, "KINDS": ("pastures", "land"), "LEVEL": 1},
    bench_discord: {"GAMES_AT_ONCE": 2, "WARM_UP": 1, "FLAT_OUT": 1, "PACED": 2, "PRESSES": 2},
    bench_land: {"SHOWN": 15, "ROUNDS": 1},
    bench_memory: {"GAMES_STORED": 30, "AT_ONCE": 20, "PEOPLE": 20, "ROUNDS": 1},
    bench_moves: {"MOVES": 2, "EACH": 2, "FEW": 2, "MANY": 2, "COLD": (2,), "TYPING": 1},
    bench_nomads: {"SEATS": (2,), "LONGEST": 12, "GIFS": 1},
    bench_pages: {"WATCHERS": 2, "MOVES": 1, "PAUSE": 0.0, "IDLE": 0.1, "REQUESTS": 5, "SECONDS": 0.1},
    bench_render: {"SIDE": 4, "LARGE": 4, "WARM_UP": 8, "CROWD": 2},
    bench_rules: {},
    bench_territories: {"LONGEST": 12, "GIFS": 1},
    bench_workers: {"GAMES_AT_ONCE": 2, "MOVES": 4, "FINISHED": 2},
}
LONG = {bench_computers, bench_pages, bench_workers}
"""Parts that take longer also at tiny sizes: each starts a bot as ``bench_discord`` does."""
SWEEPS = dict.fromkeys((bench_discord, bench_moves, bench_render), "processes")
SWEEPS |= dict.fromkeys((bench_land, bench_memory, bench_nomads, bench_territories), "games")
"""Parts of which one of each kind starts each day: those that start a process, and those that show or store games."""


def choose_marks(part: ModuleType) -> list[pytest.MarkDecorator]:
    """Return the marks that say how often a part starts here."""
    if part in LONG:
        return [pytest.mark.full]
    return [pytest.mark.sample(1, of=SWEEPS[part])] if part in SWEEPS else []


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every part that measures playouts play one or a few of each."""
    monkeypatch.setattr(bench_rules, "ROUNDS", 1)
    monkeypatch.setattr(bench_rules, "SECONDS_A_ROUND", 0.001)


@pytest.mark.parametrize("part", [pytest.param(each, id=each.__name__, marks=choose_marks(each)) for each in TINY])
def test_a_part_gives_its_rows(part: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in TINY[part].items():
        monkeypatch.setattr(part, name, value)
    lines = [bench.format_row(row) for row in bench.measure(part.__name__.removeprefix("lab.bench.bench_"))]
    assert len(lines) > 1


def test_every_part_is_measured_and_starts_here() -> None:
    files = sorted(path.stem for path in Path(bench.__file__).parent.glob("bench_*.py"))
    assert [f"bench_{part}" for part in bench.PARTS] == files
    assert all(callable(part.rows) for part in TINY)
    assert sorted(part.__name__ for part in TINY) == [f"lab.bench.{name}" for name in files]
