"""Fixtures for every test."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import compiled

pytest_plugins = ["tests.databases"]

MEMORY = Path("/dev/shm")  # noqa: S108 - the file system in memory
ROOM = 4 * 2**30
"""Bytes that the tests may need at the same time."""


def pytest_configure() -> None:
    """Shares what is compiled for databases.

    Has temporary files in memory, where there is room: a killed process leaves there what it would leave on a disk."""
    compiled.share()
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: many tests wait for another process, or for what is not there to stay away."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1


def pytest_collection_finish() -> None:
    """Keeps the garbage collector from going through all tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """Undoes what a command of the bot, run in this process, does to logging: tests after it look at the log, too."""
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(False)
