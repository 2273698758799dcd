"""The memory that pictures took goes back to the system."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

_DRAW = """
import re, sys
from bot.process.allocator import give_back_big_blocks

def memory():
    return int(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024

if sys.argv[1] == "bot":
    assert give_back_big_blocks()
first = b"x" * 5_000_000
del first
before = memory()
pictures, small = [], []
for _ in range(20):
    pictures.append(b"x" * 1_200_000)
    small.append(b"x" * 100_000)
pictures.clear()
print(memory() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the GNU C library alone has these parameters")
def test_the_memory_of_pictures_goes_back_although_small_things_outlive_them() -> None:
    kept = {}
    for who in ("bot", "nobody"):
        command = [sys.executable, "-c", _DRAW, who]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
        kept[who] = float(done.stdout)
    assert kept["nobody"] > 15, "MiB: else there is nothing to mend any more"
    assert kept["bot"] < 5, "the small things themselves"
