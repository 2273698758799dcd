"""Fixtures for every test of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.process.host import settings_file


@pytest.fixture(autouse=True)
def system_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the system's file of settings would be. The one of a bot that this machine hosts stays out of the tests."""
    file = tmp_path / "etc" / "land-games.env"
    monkeypatch.setattr(settings_file, "SYSTEM_FILE", file)
    monkeypatch.delenv("SETTINGS_FILE", raising=False)
    return file
