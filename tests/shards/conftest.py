"""Fixtures: places to start processes of a bot with several shards, on PostgreSQL and the loopback Discord."""

from __future__ import annotations

import pytest

from tests.crash.conftest import bots, discord_server, nursery, server

__all__ = ["bots", "discord_server", "nursery", "server"]


@pytest.fixture
def database_url(postgresql_url: str) -> str:
    """Return this test's PostgreSQL: only there may several processes serve one database."""
    return postgresql_url
