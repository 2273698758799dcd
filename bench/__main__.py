"""Measure everything and write the table of docs/benchmarks.md: ``make bench``, or ``python -m bench [part …]`` for a part.

Every module ``bench_*`` of this package has a function ``rows()``. With parts named (``rules``, ``moves`` …) their lines are
only printed; with all, the table between the two marks in docs/benchmarks.md is replaced, and what is around it stays.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from bench import Row

REPORT = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- what `make bench` measured -->", "<!-- end -->"
HEAD = "| what | measured | peer in the same run | of the peer |\n|---|---:|---|---:|"


def list_parts() -> list[str]:
    """Return the names of all parts, in the order in which they are measured."""
    return sorted(name.removeprefix("bench_") for _, name, _ in iter_modules([str(Path(__file__).parent)]) if "bench_" in name)


def measure(part: str) -> list[Row]:
    """Return the rows of one part."""
    print(f"measuring: {part}", file=sys.stderr, flush=True)
    return list(import_module(f"bench.bench_{part}").rows())


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
    """Return the machine and the versions that were measured."""
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
    return f"Measured on {datetime.now(UTC):%Y-%m-%d}: {', '.join(fact for fact in facts if fact)}."


def _read(file: str) -> str:
    path = Path(file)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(wanted: Sequence[str]) -> int:
    """Measure what is wanted, or everything. Return the exit status."""
    known = list_parts()
    if unknown := [part for part in wanted if part not in known]:
        print(f"There is no part {unknown[0]}: name some of {', '.join(known)}.", file=sys.stderr)
        return 2
    where = describe_machine()
    lines = [format_row(row) for part in wanted or known for row in measure(part)]
    table = "\n".join([where, "", HEAD, *lines])
    print(table)
    if not wanted:
        before, _, rest = REPORT.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        REPORT.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
