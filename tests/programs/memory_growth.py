"""Print by how many MiB a process grows that makes big blocks and keeps small ones between them.

``python -m tests.programs.memory_growth bot`` gives big blocks back to the system, as the bot does; any other word does not.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bot.process.allocator import give_back_big_blocks


def measure() -> float:
    """Return the memory of this process, in MiB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1]) / 1024


def grow() -> float:
    """Make pictures and small things in turn, and forget the pictures. Return by how many MiB the process has grown."""
    first = b"x" * 5_000_000
    del first
    before = measure()
    pictures, small = list[bytes](), list[bytes]()
    for _ in range(20):
        pictures.append(b"x" * 1_200_000)
        small.append(b"x" * 100_000)
    pictures.clear()
    return measure() - before


if __name__ == "__main__":
    if sys.argv[1] == "bot":
        assert give_back_big_blocks()
    sys.stdout.write(str(grow()))
