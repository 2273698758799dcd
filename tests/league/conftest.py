"""Leagues run in one process with one connection: SQLite needs no thread there."""

from __future__ import annotations

import pytest

from bot.storage.engine.database import Database
from tests.inline_sqlite import patch_sqlite
from tests.league.weeks import Weeks


@pytest.fixture(autouse=True)
def _inline_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite answer at once, and have no test leave crash points behind."""
    patch_sqlite(monkeypatch)
    monkeypatch.setattr("bot.common.crash_points.reached", lambda _: None)


@pytest.fixture
def weeks(_inline_sqlite: None, database: Database) -> Weeks:
    """A server in which leagues are played."""
    return Weeks(database)
