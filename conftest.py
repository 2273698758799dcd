"""Fixtures for every test."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import compiled, waiting

pytest_plugins = ["tests.databases", "tests.sampling", "tests.time_limit"]

MEMORY = Path("/dev/shm")  # noqa: S108 - the file system in memory
ROOM = 4 * 2**30
"""Bytes that the tests may need at the same time."""
_numbers = itertools.count(1)
SLOW = (
    "lab/tests/bench/",
    "tests/browser/",
    "tests/cli/",
    "tests/crash/",
    "tests/shards/",
    "tests/wire/",
    "tests/ui/time/",
    "tests/ui/direct/",
)
"""Where the tests that take longest are: those that start processes, play whole games in a browser, or live through weeks."""


def pytest_configure() -> None:
    """Share what is compiled for databases.

    Has temporary files in memory, where there is room: a killed process leaves there what it would leave on a disk."""
    compiled.share()
    logging.getLogger().addHandler(waiting.NEWEST_RECORDS)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, as some tests wait. With two more, tests that kill processes failed more often."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have each worker begin with a share of the slow tests: a slow one at the very end leaves the others idle.

    xdist gives each of them as many tests that follow one another, and later hands on those at the end of the longest queue.
    """
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers == 1:
        return
    quick = [item for item in items if not item.nodeid.startswith(SLOW)]
    slow = [item for item in items if item.nodeid.startswith(SLOW)]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        left = workers - worker
        first = len(slow) // left
        then = (len(slow) + len(quick)) // left - first
        ordered += [*slow[:first], *quick[:then]]
        slow, quick = slow[first:], quick[then:]
    items[:] = ordered


def pytest_runtest_setup() -> None:
    """Have a failing wait describe nothing of the tests before."""
    waiting.forget_arrivals()


def pytest_collection_finish() -> None:
    """Keep the garbage collector from going through all tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _backups_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep backups, and the list of forgotten servers that every start of a bot follows, out of ``var/`` and of other tests."""
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path_factory.getbasetemp() / f"backups-{next(_numbers)}"))


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the proxy of the machine away from the Discord of the tests."""
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """Undo what a command of the bot, run in this process, does to logging: tests after it look at the log, too."""
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(False)
