"""The page of one game in a real browser: whole games of every kind by taps and keys alone, on a phone's screen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.board_keys import play_by_keys
from tests.browser.board_page import BoardPage, open_board
from tests.browser.page import LocalPage
from tests.browser.process import serving

MOST_TAPS = 3
"""Before **Play**; in Land it is one for each plot, and one that zooms."""
OPTIONS = {
    "pastures": {"width": "6", "height": "6", "opponent": "Björn"},
    "territories": {"opponent": "Björn"},
    "land": {"seats": "2"},
    "nomads": {"seats": "2"},
}
BY_KEYS = 3
"""Decisions at the beginning of a game that are made by keyboard alone."""
MOST_DECISIONS = 400


def start(page: LocalPage, kind: str) -> None:
    """Have Ada and Björn begin a game."""
    page.command(f"newgame {kind}", **OPTIONS[kind])
    page.become("Björn")
    page.press("Accept" if "opponent" in OPTIONS[kind] else "Join")


def play_to_the_end(tabs: list[BoardPage], random: Random) -> int:
    """Play by keys at first, then by taps; return the number of decisions."""
    for number in range(MOST_DECISIONS):
        mover = next((tab for tab in tabs if tab.told["yours"]), None)
        if mover is None:
            assert "over" in tabs[0].page.locator("#status").inner_text()
            return number
        if number < BY_KEYS:
            play_by_keys(mover, random)
        else:
            taps = mover.play_at_random(random)
            assert taps <= MOST_TAPS, f"{taps} taps"
        for tab in tabs:
            if tab is not mover:
                tab.expect_newer(mover.told["version"] - 1)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("kind", OPTIONS)
def test_a_whole_game_by_keys_and_taps_on_the_page(browser: Browser, tmp_path: Path, kind: str) -> None:
    with serving(tmp_path) as process:
        page = LocalPage(browser, process.address)
        start(page, kind)
        tabs = [open_board(browser, page, member) for member in ("Ada", "Björn")]
        for tab in tabs:
            expect(tab.page.locator("#targets button").first).to_be_attached()
            tab.expect_shown()
        decisions = play_to_the_end(tabs, Random(kind))
        assert decisions > 10
        page.expect_text("The game is over")
        for tab in tabs:
            tab.expect_status("The game is over")
            assert tab.errors == []
            tab.close()
        page.close()
