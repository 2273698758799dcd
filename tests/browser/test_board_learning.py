"""A lesson and a puzzle on the page, in a real browser: tap, Play, and what the page says to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import check_tab
from tests.browser.board_page import BoardPage
from tests.browser.served import served

pytestmark = pytest.mark.sample(1, of="the page of a game")


CHIPS_TOP = "document.getElementById('chips').getBoundingClientRect().top + scrollY"


def play(tab: BoardPage, text: str) -> None:
    """Choose a move by the places and words of its parts, and press **Play**. The choices stay where they are."""
    top = tab.page.evaluate(CHIPS_TOP)
    parts = next(parts for each, _, parts, _ in tab.told["moves"] if each == text)
    for name, _, _, choices in tab.told["targets"]:
        if any(choice.items() <= parts.items() for choice in choices):
            tab.tap(tab.target(name))
            break
    for part, value in parts.items():
        chip = tab.page.locator(f'#chips button[data-chip="{part} {value}"][aria-pressed="false"]')
        if chip.count():
            chip.click()
            assert tab.page.evaluate(CHIPS_TOP) == top
    tab.play_button.click()


def test_a_step_of_a_lesson_and_a_puzzle_are_tried_and_answered_on_the_page(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        tab = bot.open(browser, "Ada", "learn", game="pastures")
        expect(tab.page.locator("#title")).to_have_text("Learn Pastures New · step 1 of 8")
        expect(tab.page.locator("#note")).to_be_hidden()
        expect(tab.page.locator("#tries")).to_be_hidden()
        tab.press("Skip this step")
        expect(tab.page.locator("#title")).to_contain_text("step 2 of")
        tab.expect_shown()
        task = tab.page.locator("#status").inner_text()
        play(tab, tab.told["moves"][0][0])
        expect(tab.page.locator("#question")).to_contain_text("(P")
        expect(tab.page.locator("#status")).to_have_text(task)
        tab.page.reload()
        expect(tab.page.locator("#title")).to_contain_text("step 2 of")
        tab.page.locator("#rules summary").click()
        expect(tab.page.locator("#guide h2").first).to_have_text("Goal")
        check_tab(tab, "a wrong try in a lesson, and the rules")
        tab.close()

        tab = bot.open(browser, "Ada", "puzzle", game="territories")
        expect(tab.page.locator("#title")).to_have_text("Puzzle · Territories")
        tab.expect_status("Find")
        play(tab, tab.told["moves"][0][0])
        tab.expect_status("Your puzzle rating: ")
        tab.expect_shown()
        if tab.told["yours"]:
            tab.press("Show the answer")
        expect(tab.button("Next puzzle")).to_be_visible()
        tab.expect_others_turn()
        check_tab(tab, "a puzzle that is done")
        alt = tab.page.locator("#picture").get_attribute("alt")
        tab.press("Next puzzle")
        expect(tab.page.locator("#picture")).not_to_have_attribute("alt", alt or "")
        tab.expect_status("Find")
        tab.expect_turn()
        assert tab.errors == []
        tab.close()


SLOW_PICTURES = """() => {
  const decode = HTMLImageElement.prototype.decode;
  HTMLImageElement.prototype.decode = async function () {
    await decode.call(this);
    await new Promise((resolve) => setTimeout(resolve, 700));
  };
}"""
"""Have the browser take long for each picture."""


def test_after_a_slow_answer_the_page_says_how_the_puzzle_stands(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        tab = bot.open(browser, "Ada", "puzzle", game="territories")
        tab.press("Show the answer")
        tab.expect_status("This is the answer.")
        tab.page.evaluate(SLOW_PICTURES)
        alt = tab.page.locator("#picture").get_attribute("alt")
        tab.press("Next puzzle")
        expect(tab.page.locator("#picture")).not_to_have_attribute("alt", alt or "")
        expect(tab.page.locator("#board")).to_have_attribute("aria-busy", "false")
        tab.expect_status("Find")
        tab.close()


def test_after_an_answer_that_changes_nothing_the_board_can_be_tapped_again(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        tab = bot.open(browser, "Ada", "puzzle", game="territories")
        tab.page.route("**/api/learning/play", lambda route: route.fulfill(json={"told": "You played that in the game, too."}))
        for _ in range(2):
            play(tab, tab.told["moves"][0][0])
            tab.expect_status("You played that in the game, too.")
            tab.expect_turn()
        tab.close()
