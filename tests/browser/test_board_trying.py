"""Trying moves out on the page of a game, in a real browser: by taps and by keyboard alone, told apart from what is played."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Locator, expect

from tests.browser.board_page import BoardPage
from tests.browser.served import served
from tests.browser.test_accessible_board import check


def button(tab: BoardPage, label: str) -> Locator:
    """A button of the page by its whole label."""
    return tab.page.get_by_role("button", name=label, exact=True)


def press_until(tab: BoardPage, key: str, wanted: Locator) -> None:
    """Press a key until something has the focus."""
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        tab.page.keyboard.press(key)
    raise AssertionError(f"{wanted} cannot be reached by {key}")


def try_by_keyboard(tab: BoardPage, terrain: str, key: str = "ArrowRight") -> None:
    """Choose the square to which an arrow key leads and a terrain, and try that, by keyboard alone.

    The page misses a key in the moment in which it is brought up to date; a person presses it again then.
    """
    page, ahead, requests = tab.page, tab.page.locator("#tried").inner_text(), len(tab.requests)
    chosen = page.locator("#targets button.chosen")
    for _ in range(3):
        press_until(tab, "Tab", page.locator('#targets button[tabindex="0"]'))
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        with suppress(AssertionError):
            expect(chosen).to_have_count(1, timeout=5000)
            break
    expect(chosen).to_have_count(1)
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

        press_until(other, "Tab", button(other, "Try moves out"))
        other.page.keyboard.press("Enter")
        expect(button(other, "Back to the game")).to_be_focused()
        expect(tried).to_contain_text("Trying: no move yet. Nothing is played.")
        expect(root).to_have_attribute("data-trying", "")
        expect(other.play_button).to_have_text("Try")
        try_by_keyboard(other, "forest")
        expect(tried).to_contain_text("Trying: 1 move ahead. Nothing is played.")
        expect(button(other, "Set as premove")).to_be_hidden()
        try_by_keyboard(other, "river")
        expect(tried).to_contain_text("Trying: 2 moves ahead.")
        expect(other.page.locator("#news li")).to_have_count(2)
        assert mover.told["version"] == 0, "nothing is played"

        requests = len(other.requests)
        button(other, "Take back").click()
        expect(tried).to_contain_text("Trying: 1 move ahead.")
        assert [each for each in other.requests[requests:] if "api/try" in each] == [], "what was shown needs nobody"
        try_by_keyboard(other, "river")
        other.page.reload()
        expect(tried).to_contain_text("Trying: 2 moves ahead. Nothing is played.")
        button(other, "Keep this line").click()
        expect(other.page.locator("#kept li")).to_have_count(1)
        check(other, "a line that can be set as a premove")
        button(other, "Set as premove").click()
        other.expect_status("The premove is set")
        button(other, "Back to the game").click()
        expect(root).not_to_have_attribute("data-trying", "")
        expect(other.page.locator("#picture")).to_have_attribute("alt", newest or "")
        expect(other.page.locator("#set li")).to_have_count(1)
        check(other, "a line that is kept, and a premove")

        other.page.reload()
        line = other.page.locator("#kept li")
        expect(line).to_have_count(1)
        first = line.locator("span").inner_text().partition(",")[0]
        line.get_by_role("button", name="Show").click()
        expect(tried).to_contain_text("Trying: 2 moves ahead.")
        square, terrain = first[:2], mover.told["words"]["terrain"][first[-1]]
        mover.tap(mover.target(square))
        mover.page.locator("#chips button", has_text=terrain).click()
        mover.play_button.click()
        mover.expect_newer(1)
        expect(tried).to_contain_text("no move yet")
        button(other, "Back to the game").click()
        expect(line).to_contain_text("It was played so: ")
        expect(other.page.locator("#premoves")).to_be_hidden()
        line.get_by_role("button", name="Delete").click()
        expect(line).to_have_count(0)

        button(other, "Try moves out").click()
        expect(tried).to_contain_text("no move yet")
        try_by_keyboard(other, "plains", "ArrowDown")
        button(other, "Keep this line").click()
        expect(line).to_have_count(1)
        button(other, "Back to the game").click()
        expect(line.get_by_role("button", name="Show")).to_have_count(1)
        button(other, "Give up").click()
        button(other, "Yes, give up").click()
        other.expect_status("The game is over")
        expect(line.get_by_role("button", name="Show")).to_have_count(0)
        expect(button(other, "Try moves out")).to_be_hidden()
        for tab in tabs:
            assert tab.errors == []
            tab.close()
