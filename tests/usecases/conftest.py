"""Use cases run in one process with one connection: SQLite needs no thread there."""

from __future__ import annotations

import pytest

from tests.inline_sqlite import patch_sqlite


@pytest.fixture(autouse=True)
def _inline_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite answer at once."""
    patch_sqlite(monkeypatch)
