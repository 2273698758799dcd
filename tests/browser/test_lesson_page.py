"""Who reads the local page alone finishes a lesson, which begins a game against the bot."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator

from tests.browser.page import LocalPage
from tests.browser.process import serving
from tests.ui.learning.test_lessons_in_discord import LEADS_AWAY, MOST_PRESSES, PLAY, pick


class PageReader:
    """Reads the newest private message on the page, and presses what it names. It knows no rules and no lesson."""

    def __init__(self, page: LocalPage) -> None:
        self.page = page
        self.tried: set[tuple[str, str]] = set()
        self.presses = 0

    @property
    def message(self) -> Locator:
        """The message that the member reads."""
        return self.page.messages().filter(has_text="Only you can see this").last

    def labels(self) -> list[str]:
        """Return the labels of the buttons that can be pressed in it."""
        return self.message.locator("button.component-button:not([disabled]) .button-label").all_inner_texts()

    def press(self) -> None:
        """Press what the screen names most, else the first button that was not tried."""
        options = [(label.strip(), label.strip(), None) for label in self.labels() if label.strip() not in LEADS_AWAY]
        label, _, _ = pick(self.message.inner_text(), options, self.tried)
        self.presses += 1
        self.page.press(label)


def test_who_reads_the_page_alone_finishes_a_lesson_and_a_game_begins(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        page = LocalPage(browser, process.address)
        page.page.set_viewport_size({"width": 400, "height": 900})
        page.command("learn", game="Pastures New")
        reader = PageReader(page)
        while PLAY not in [label.strip() for label in reader.labels()]:
            assert reader.presses < MOST_PRESSES, reader.message.inner_text()
            reader.press()
        page.press(PLAY)
        page.expect_text(re.compile("it is your turn"))
        assert page.can_press("Play"), "the game against the bot has begun"
        page.close()
