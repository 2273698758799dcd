"""Print by how many MiB a process grows that makes big blocks and keeps small ones between them.

``python -m tests.programs.memory_growth bot`` returns free memory to the system, as each heartbeat of the bot does; any other
word does not.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bot.process.allocator import return_free_memory


def measure() -> float:
    """Return the memory of this process, in MiB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1]) / 1024


def grow(*, returns: bool) -> float:
    """Make pictures and small things in turn, and forget the pictures. Return by how many MiB the process has grown.

    ``returns``: whether free memory is then returned to the system.
    """
    first = b"x" * 5_000_000
    del first
    before = measure()
    pictures, small = list[bytes](), list[bytes]()
    for _ in range(20):
        pictures.append(b"x" * 1_200_000)
        small.append(b"x" * 100_000)
    pictures.clear()
    if returns:
        assert return_free_memory()
    return measure() - before


if __name__ == "__main__":
    sys.stdout.write(str(grow(returns=sys.argv[1] == "bot")))
