"""Processes that have just started. Each module runs as a process of its own and prints its figures in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[3]


def run_cold(module: ModuleType, *arguments: str) -> list[float]:
    """Run a module of this package. Return the figures that it prints. Raise CalledProcessError if it fails."""
    command = [sys.executable, "-m", module.__name__, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - this very Python
    return [float(figure) for figure in done.stdout.split()]
