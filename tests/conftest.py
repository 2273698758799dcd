"""Fixtures for every test."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator

import pytest

pytest_plugins = ["tests.databases"]


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
