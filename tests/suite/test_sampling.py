"""A sample of each sweep is drawn anew each day, and can be repeated."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.sampling import draw
from tests.suite import sampled
from tests.suite.plugins import NO_OTHER_PLUGINS, PLUGINS

ROOT = Path(__file__).parents[2]
SWEEP = "tests/suite/sampled.py::test_of_a_sweep"
TWO = ["test_of_two_the_first", "test_of_two_the_second"]
OTHERS = [
    "test_of_full_runs",
    "test_of_sql_that_is_the_same[sqlite]",
    "test_of_sql_that_is_the_same[postgresql]",
    "test_of_sql_that_differs[sqlite]",
    "test_of_sql_that_differs[postgresql]",
    "test_with_a_sweep_within",
]
STARTED = 90.0
"""Seconds in which pytest starts, with two workers, and runs tests that do nothing."""


def config(seed: str, *, full: bool = False) -> Any:
    """Return a configuration with these options."""
    return SimpleNamespace(option=Namespace(seed=seed, full=full))


def run_pytest(*arguments: str) -> tuple[str, list[str]]:
    """Run the tests of ``sampled.py``. Return the seed, or nothing for a full run, and the names of the tests that passed."""
    environment = {name: value for name, value in os.environ.items() if name != "SEED"} | NO_OTHER_PLUGINS
    options = ["--noconftest", "-p", "tests.sampling", "-p", "no:cacheprovider", "-rp", "tests/suite/sampled.py"]
    command = [sys.executable, "-m", "pytest", *PLUGINS, *options, *arguments]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=STARTED, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seed = re.search(r"SEED=(\S+) repeats them", ran.stdout)
    return seed[1] if seed else "", re.findall(r"^PASSED (?:\S+)::(\S+)$", ran.stdout, re.MULTILINE)


def test_one_seed_draws_the_same_in_order_and_each_sweep_its_own() -> None:
    drawn = draw(config("20261125"), "a sweep", range(100), 10)
    assert drawn == draw(config("20261125"), "a sweep", range(100), 10)
    assert drawn == sorted(set(drawn))
    assert len(drawn) == 10
    assert drawn != draw(config("20261125"), "another sweep", range(100), 10)


def test_every_case_is_drawn_on_some_day() -> None:
    drawn = [draw(config(f"202611{day:02}"), "a sweep", range(20), 5) for day in range(1, 31)]
    assert {case for cases in drawn for case in cases} == set(range(20))


def test_a_full_run_and_a_small_sweep_are_whole() -> None:
    assert draw(config("1", full=True), "a sweep", "abcdef", 2) == list("abcdef")
    assert draw(config("1"), "a sweep", "ab", 2) == ["a", "b"]


def test_both_workers_draw_what_the_printed_seed_draws() -> None:
    """Workers that collect different tests fail a run."""
    seed, passed = run_pytest("-n", "2")
    assert re.fullmatch(r"\d{8}", seed)
    drawn = draw(config(seed), SWEEP, sampled.CASES, sampled.MOST)
    cases = [f"test_of_a_sweep[{case}]" for case in drawn]
    assert sorted(passed) == sorted([*cases, *draw(config(seed), "two tests", TWO, 1), *OTHERS[1:2], *OTHERS[3:]])


def test_a_seed_is_repeated_with_the_tests_in_their_order() -> None:
    seed, passed = run_pytest("--seed", "20260102")
    drawn = draw(config("20260102"), SWEEP, sampled.CASES, sampled.MOST)
    assert seed == "20260102"
    assert passed[: sampled.MOST] == [f"test_of_a_sweep[{case}]" for case in drawn]


def test_a_full_run_leaves_nothing_out() -> None:
    seed, passed = run_pytest("--full")
    assert (seed, passed) == ("", [*(f"test_of_a_sweep[{case}]" for case in sampled.CASES), *TWO, *OTHERS])
