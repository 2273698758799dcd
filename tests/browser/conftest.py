"""A running Chromium for the tests of a module."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.page import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; a test that needs it is skipped where it is not installed, but for a full run."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        assert "CI" not in os.environ, "a full run needs Chromium (apt install chromium)"
        pytest.skip("Chromium is not installed (apt install chromium)")
    with chromium(program) as running:
        yield running
