"""A test that never ends is a failure, and the run goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hanging import hangs
from tests.sampling import Sample
from tests.suite.plugins import NO_OTHER_PLUGINS, PLUGINS

ROOT = Path(__file__).parents[2]
HANGING = [name for name in vars(hangs) if name.startswith("test_in_")]
LIMIT = 2
"""Seconds after which a test of ``tests/hanging`` is stopped."""
STARTED = 30.0
"""Seconds that a busy machine may take to start pytest, or to start another worker after one was stopped."""


def run_pytest(*arguments: str, stops: int) -> subprocess.CompletedProcess[str]:
    """Run pytest with the configuration of the project, and the plugin that is under test. Return what it printed."""
    options = ["--noconftest", "-p", "tests.time_limit", "-p", "no:cacheprovider", "-o", f"faulthandler_timeout={LIMIT}", "-rp"]
    command = [sys.executable, "-m", "pytest", *PLUGINS, *options, *arguments]
    limit, environment = STARTED + stops * (STARTED + LIMIT), os.environ | NO_OTHER_PLUGINS
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=limit, check=False)


def test_a_test_that_hangs_is_stopped_and_the_run_goes_on(sample: Sample) -> None:
    names = sample(HANGING, 1)
    tests = [f"tests/hanging/hangs.py::{name}" for name in [*names, "test_that_is_fine"]]
    ran = run_pytest("-n", "2" if sample.is_full else "1", f"--max-worker-restart={len(names)}", *tests, stops=len(names))
    said = ran.stdout + ran.stderr
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED, said
    assert [name for name in names if f"crashed while running '{tests[names.index(name)]}'" not in ran.stdout] == [], said
    assert said.count("Timeout (0:00:0") == len(names), said
    assert "PASSED tests/hanging/hangs.py::test_that_is_fine" in ran.stdout, said


def test_a_thread_that_a_test_leaves_behind_fails_the_run() -> None:
    ran = run_pytest("tests/hanging/leaves_thread.py", stops=1)
    said = ran.stdout + ran.stderr
    assert ran.returncode != 0, said
    assert " in never_end\n" in said, "where it hangs is printed"


def test_every_test_has_a_limit_that_a_slow_machine_does_not_reach(pytestconfig: pytest.Config) -> None:
    assert float(pytestconfig.getini("faulthandler_timeout")) >= 300
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True
    assert pytestconfig.pluginmanager.has_plugin("tests.time_limit")
