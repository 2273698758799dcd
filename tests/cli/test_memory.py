"""The memory that pictures took goes back to the system."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTED = 90.0
"""Seconds in which a process starts, imports the allocator and measures."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the GNU C library alone can be asked to")
def test_the_memory_of_pictures_goes_back_although_small_things_outlive_them() -> None:
    kept = {}
    for who in ("bot", "nobody"):
        command = [sys.executable, "-m", "tests.programs.memory_growth", who]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=STARTED)
        kept[who] = float(done.stdout)
    assert kept["nobody"] > 15, "MiB: else there is nothing to mend any more"
    assert kept["bot"] < 5, "the small things themselves"
