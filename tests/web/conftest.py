"""``site``: a simulated server with the real bot in it, which serves its pages on a port of the loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.ui.world import world
from tests.web.browserless import PUBLIC_URL, PagesOfWorld, pages_of


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[PagesOfWorld]:
    """The pages of a bot."""
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as made:
        yield made
