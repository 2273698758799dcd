"""Measure everything for the table of lab/docs/benchmarks.md: ``make bench``. Measure a part: ``python -m lab.bench [part …]``.

Every part is a module ``bench_*`` of this package with a function ``rows()``. With parts named (``rules``, ``moves`` …) their
lines are only printed; otherwise they replace the table between the two marks in lab/docs/benchmarks.md. A part that fails has
no figures in the table; the others are still measured, and the exit status is 1.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter

from lab import name_commit
from lab.bench import Row

PARTS: Mapping[str, int] = {
    "computers": 120,
    "discord": 60,
    "land": 6,
    "memory": 35,
    "moves": 90,
    "nomads": 12,
    "pages": 100,
    "render": 20,
    "rules": 20,
    "territories": 5,
    "workers": 90,
}
"""The parts in the order of measuring, each with the approximate seconds that it takes on two idle cores.

Estimated on 2026-11-25 on a busy machine: from processor time, or from the pace at which a part plays."""
REPORT = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- what `make bench` measured -->", "<!-- end -->"
HEAD = "| what | measured | peer in the same run | of the peer |\n|---|---:|---|---:|"


def measure(part: str) -> list[Row]:
    """Return the rows of one part."""
    return list(import_module(f"lab.bench.bench_{part}").rows())


def format_row(row: Row) -> str:
    """Return one line of the table."""
    peer = ratio = ""
    if row.peer is not None and row.peer_value is not None:
        peer = f"{row.peer}: {format_number(row.peer_value)} {row.unit}"
        ratio = f"{row.value / row.peer_value:.2g} ×" if row.peer_value else ""
    return f"| {row.name} | {format_number(row.value)} {row.unit} | {peer} | {ratio} |"


def format_number(value: float) -> str:
    """Return a figure with its significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def describe_machine() -> str:
    """Return the day, the commit, the machine and the versions that are measured."""
    processor = re.search(r"^model name\s*:\s*(.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB$", _read("/proc/meminfo"), re.MULTILINE)
    facts = [
        processor[1].strip() if processor else platform.machine(),
        f"{len(os.sched_getaffinity(0))} cores",
        f"{int(memory[1]) / 2**20:.0f} GiB" if memory else "",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        platform.system(),
        f"load {os.getloadavg()[0]:.1f} by other work when it began",
    ]
    return f"Measured on {name_commit()}: {', '.join(fact for fact in facts if fact)}."


def _read(file: str) -> str:
    path = Path(file)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(wanted: Sequence[str]) -> int:
    """Measure the wanted parts, or all. Return the exit status: 1 where a part failed, 2 for an unknown one."""
    if unknown := [part for part in wanted if part not in PARTS]:
        print(f"There is no part {unknown[0]}: name some of {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    parts = wanted or list(PARTS)
    _log(f"This takes about {sum(PARTS[part] for part in parts) / 60:.0f} minutes.")
    where, lines, failures = describe_machine(), list[str](), dict[str, str]()
    for part in parts:
        _log(f"measuring: {part}")
        begun = perf_counter()
        try:
            lines += map(format_row, measure(part))
        except Exception:  # noqa: BLE001 - reported at the end; the other parts are measured
            failures[part] = traceback.format_exc()
            lines.append(f"| {part}: not measured, it failed |  |  |  |")
        _log(f"{part} took {perf_counter() - begun:.0f} s")
    table = "\n".join([where, "", HEAD, *lines])
    print(table)
    if not wanted:
        before, _, rest = REPORT.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        REPORT.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")
    for part, failure in failures.items():
        _log(f"\n{part} failed:\n{failure}")
    if failures:
        _log(f"Not measured: {', '.join(failures)}.")
    return int(bool(failures))


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
