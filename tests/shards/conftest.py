"""Fixtures: places to start processes of a bot with several shards, on PostgreSQL and the loopback Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from tests.crash.conftest import discord_server, nursery, server
from tests.crash.processes import Bots
from tests.wire.server import Loopback

__all__ = ["discord_server", "nursery", "server"]


@pytest.fixture
async def bots(nursery: ForkServerContext, server: Loopback, postgresql_url: str, tmp_path: Path) -> AsyncIterator[Bots]:
    """Starts processes on this test's PostgreSQL."""
    made = Bots(nursery, server, postgresql_url, tmp_path)
    yield made
    await made.end()
