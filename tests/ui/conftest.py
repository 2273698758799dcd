"""``w``: a simulated server with the real bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.ui.world import World, world


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    """A server with a channel, three members and the bot."""
    async with world(tmp_path) as made:
        yield made
