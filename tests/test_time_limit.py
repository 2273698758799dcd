"""A test that never ends is a failure, and the run goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HANGS = """
import asyncio

def test_an_endless_loop():
    while True:
        pass

async def test_waiting_for_ever():
    await asyncio.Event().wait()

def test_what_is_fine():
    pass
"""


def test_a_test_that_hangs_is_ended_and_fails(tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(tmp_path)]
    options = ["-n", "2", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=3"]
    run = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
    assert "2 failed, 1 passed" in run.stdout, run.stdout + run.stderr
    assert "crashed while running 'test_hangs.py::test_an_endless_loop'" in run.stdout
    assert "crashed while running 'test_hangs.py::test_waiting_for_ever'" in run.stdout


def test_every_test_has_a_limit_that_a_slow_machine_does_not_reach(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("faulthandler_timeout") >= 300
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True
