"""Trying moves out on the page of a game, in a real browser: by taps, by keyboard alone, distinct from played moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.axe import check_tab
from tests.browser.board_page import BEHIND_BAR, BoardPage
from tests.browser.served import served

pytestmark = pytest.mark.sample(1, of="the page of a game")


def press_until(tab: BoardPage, key: str, wanted: Locator) -> None:
    """Press a key until something has the focus."""
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        tab.page.keyboard.press(key)
    raise AssertionError(f"{wanted} cannot be reached by {key}")


def try_by_keyboard(tab: BoardPage, terrain: str, key: str = "ArrowRight") -> None:
    """Choose the square to which an arrow key leads and a terrain, and try that, by keyboard alone."""
    tab.expect_shown()
    page, ahead, requests = tab.page, tab.page.locator("#tried").inner_text(), len(tab.requests)
    press_until(tab, "Tab", page.locator('#targets button[tabindex="0"]'))
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#targets button.chosen")).to_have_count(1)
    press_until(tab, "Tab", page.locator("#chips button", has_text=terrain))
    page.keyboard.press("Enter")
    press_until(tab, "Tab", tab.play_button)
    assert not any("api/try" in request for request in tab.requests[requests:]), "choosing asks nobody"
    page.keyboard.press("Enter")
    expect(page.locator("#tried")).not_to_have_text(ahead)
    expect(page.locator("#spoken")).to_have_text(page.locator("#tried").inner_text())


def test_a_line_is_tried_by_keyboard_alone_kept_and_set_as_a_premove(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("pastures", width=6, height=6)
        tabs = [bot.open(browser, member) for member in ("Ada", "Björn")]
        tabs.sort(key=lambda tab: not tab.told["yours"])
        mover, other = tabs
        newest = other.page.locator("#picture").get_attribute("alt")
        tried, root = other.page.locator("#tried"), other.page.locator(":root")

        press_until(other, "Tab", other.button("Try moves out"))
        other.page.keyboard.press("Enter")
        expect(other.button("Back to the game")).to_be_focused()
        expect(tried).to_contain_text("Trying: no move yet. Nothing is played.")
        expect(root).to_have_attribute("data-trying", "")
        expect(other.page.locator("header")).to_be_hidden()  # so that board and choices fit a phone
        expect(other.play_button).to_have_text("Try")
        other.page.set_viewport_size({"width": 400, "height": 800})
        assert not other.page.evaluate(BEHIND_BAR), "all choices are in sight"
        try_by_keyboard(other, "forest")
        expect(tried).to_contain_text("Trying: 1 move ahead. Nothing is played.")
        expect(other.button("Set as premove")).to_be_hidden()
        try_by_keyboard(other, "river")
        expect(tried).to_contain_text("Trying: 2 moves ahead.")
        expect(other.page.locator("#news li")).to_have_count(2)
        mover.expect_shown()
        assert mover.told["version"] == 0, "nothing is played"

        with other.drawn_anew():
            other.press("Take back")
        expect(tried).to_contain_text("Trying: 1 move ahead.")
        try_by_keyboard(other, "river")
        other.page.reload()
        expect(tried).to_contain_text("Trying: 2 moves ahead. Nothing is played.")
        other.expect_shown()
        other.press("Keep this line")
        expect(other.page.locator("#kept li")).to_have_count(1)
        expect(other.page.locator("#question, #status").filter(has_text="Kept below, for you alone.")).to_be_visible()
        check_tab(other, "a line that can be set as a premove")
        other.press("Set as premove")
        other.expect_status("The premove is set")
        premove = other.page.locator("#set li")
        first = premove.inner_text()
        with other.drawn_anew():
            other.press("Take back")
        try_by_keyboard(other, "river", "ArrowDown")
        other.press("Set as premove")
        expect(other.page.locator("#sure-words")).to_contain_text("Replace it?")
        other.press("Replace it")
        expect(premove).not_to_have_text(first)
        other.press("Back to the game")
        other.page.locator("#kept li").get_by_role("button", name="Show").click()
        expect(tried).to_contain_text("Trying: 2 moves ahead.")
        other.press("Set as premove")
        other.press("Replace it")
        expect(premove).to_have_text(first)
        other.press("Back to the game")
        expect(root).not_to_have_attribute("data-trying", "")
        expect(other.page.locator("#question, #status").filter(has_text="premove is set")).to_have_count(0)
        expect(other.button("Try moves out")).to_be_focused()
        assert other.page.evaluate("scrollY") == 0, "the board is in sight"
        expect(other.page.locator("#picture")).to_have_attribute("alt", newest or "")
        expect(other.page.locator("#set li")).to_have_count(1)
        check_tab(other, "a line that is kept, and a premove")

        other.page.reload()
        other.expect_shown()
        line = other.page.locator("#kept li")
        expect(line).to_have_count(1)
        first = other.told["lines"][0]["line"][0]
        line.get_by_role("button", name="Show").click()
        expect(tried).to_contain_text("Trying: 2 moves ahead.")
        square, terrain = first[:2], mover.told["words"]["terrain"][first[-1]]
        mover.tap(mover.target(square))
        mover.page.locator("#chips button", has_text=terrain).click()
        mover.play_button.click()
        mover.expect_newer(1)
        expect(tried).to_contain_text("no move yet")
        other.press("Back to the game")
        expect(line).to_contain_text("Played in the game: ")
        expect(other.page.locator("#premoves")).to_be_hidden()
        line.get_by_role("button", name="Delete").click()
        expect(line).to_have_count(0)

        other.press("Try moves out")
        expect(tried).to_contain_text("no move yet")
        try_by_keyboard(other, "plains", "ArrowDown")
        other.press("Keep this line")
        expect(line).to_have_count(1)
        other.press("Back to the game")
        expect(line.get_by_role("button", name="Show")).to_have_count(1)
        other.press("Give up")
        other.press("Yes, give up")
        other.expect_status("The game is over")
        expect(line.get_by_role("button", name="Show")).to_have_count(0)
        expect(other.button("Try moves out")).to_be_hidden()
        for tab in tabs:
            assert tab.errors == []
            tab.close()
