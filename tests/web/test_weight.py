"""What the page of a game weighs."""

from __future__ import annotations

import gzip

from bot.web.server import PAGE

MOST = 40_000
"""Bytes of the page without pictures, compressed: what a phone waits for on a slow line."""


def test_the_page_weighs_at_most_40_kB() -> None:
    files = [file for file in PAGE.iterdir() if file.suffix in (".html", ".js", ".css", ".svg")]
    assert len(files) > 8
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST
