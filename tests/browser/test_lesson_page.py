"""On the local page alone, a newcomer finishes a lesson and begins a game against the bot.

``python -m lab.bench.learning.first_game`` does so for all games, and plays each game to its end.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.page import LocalPage
from tests.browser.process import serving
from tests.ui.learning.test_lessons_in_discord import LEADS_AWAY, MOST_PRESSES, PLAY, Option, pick

LOOK = 100
"""Milliseconds between two looks at the page while the bot is to move."""
WAITS = 600
"""Looks after which the bot counts as lost."""
MOST_IN_GAME = 1000
"""Presses after which a game counts as one that does not end."""
PANEL, OVER = "How?", "Practice mistakes"
"""What the panel of a turn offers, and the last board of a game."""


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
        found = self.message.locator("button.component-button:not([disabled]) .button-label").all_inner_texts()
        return [label.strip() for label in found]

    def entries(self) -> list[Option]:
        """Return what its menus offer, with the menu's name instead of an id. Each is opened and closed again."""
        found = list[Option]()
        for menu in self.message.get_by_role("combobox").all():
            menu.click()
            labels = self.page.page.locator(".select-option:visible .option-label").all_inner_texts()
            menu.press("Escape")
            found += [(label.strip(), menu.get_attribute("aria-label") or "", label.strip()) for label in labels]
        return found

    def press(self) -> bool:
        """Press what the screen names most, else the first thing that was not tried. Return whether there was anything."""
        options: list[Option] = [(label, label, None) for label in self.labels() if label not in LEADS_AWAY]
        options = options or self.entries()
        if options:
            label, menu, entry = pick(self.message.inner_text(), options, self.tried)
            self.presses += 1
            try:
                if entry is None:
                    self.page.press(label)
                else:
                    self.page.choose(menu, entry)
            except PlaywrightTimeout:
                # On a busy machine the message may change after it is read: what was to be pressed is gone then.
                if label in self.labels():
                    raise
        return bool(options)

    def finish_lesson(self, game: str) -> int:
        """Open a lesson and press until it offers a game. Return the number of presses."""
        self.page.command("learn", game=game)
        before = self.presses
        while PLAY not in self.labels():
            assert self.presses - before < MOST_PRESSES, self.message.inner_text()
            self.press()
        return self.presses - before

    def finish_game(self) -> int:
        """Begin the game that the lesson offers, and press until it is over. Return the number of presses."""
        before, waited = self.presses, 0
        self._press(PLAY)
        while not self.page.can_press(OVER):
            assert self.presses - before < MOST_IN_GAME, self.message.inner_text()
            if PANEL in self.labels() and self.press():
                waited = 0
            elif self.page.can_press("Play"):
                self._press("Play")
                self.press()  # the panel of a short question does not explain itself
            else:
                assert waited < WAITS, self.page.messages().last.inner_text()
                waited += 1
                self.page.page.wait_for_timeout(LOOK)
        return self.presses - before

    def _press(self, label: str) -> None:
        self.presses += 1
        self.page.press(label)


@pytest.mark.full
def test_who_reads_the_page_alone_finishes_a_lesson_and_a_game_begins(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        page = LocalPage(browser, process.address)
        page.page.set_viewport_size({"width": 400, "height": 900})
        PageReader(page).finish_lesson("Pastures New")
        page.press(PLAY)
        page.expect_text(re.compile("it is your turn"))
        page.expect_button("Play")  # the game against the bot has begun
        page.close()
