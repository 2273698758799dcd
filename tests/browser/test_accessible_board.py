"""axe-core finds nothing serious on the page of a game, whatever it shows; every square can be reached and is named.

What is the same in every game, it looks at in Pastures New alone.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import axe
from tests.browser.board_page import BoardPage
from tests.browser.served import served
from tests.browser.test_board_deeds import button
from tests.browser.test_board_page import OPTIONS

SQUARES = {"pastures": 16, "territories": 8, "land": 60, "nomads": 64}


def check(tab: BoardPage, state: str) -> None:
    """Check a page as it is; its policy must have refused nothing before that."""
    assert tab.errors == [], state
    axe.check(tab.page, state)
    tab.errors.clear()  # axe-core looks at style sheets in ways of its own


@pytest.mark.parametrize("kind", OPTIONS)
def test_the_page_of_a_game_is_accessible_in_all_its_states(browser: Browser, tmp_path: Path, kind: str) -> None:
    with served(tmp_path) as bot:
        bot.start(kind, **OPTIONS[kind])
        players = [bot.open(browser, member) for member in ("Ada", "Björn")]
        mover = next(tab for tab in players if tab.told["yours"])
        other = next(tab for tab in players if tab is not mover)
        axe.check_squares(mover.page, SQUARES[kind])
        if kind == "pastures":
            _check_looks(mover)
            check(other, "the other one's turn")
        else:
            check(mover, "to move")
        mover.tap(mover.page.locator('#targets button[aria-disabled="false"]').first)
        check(mover, "a square is chosen")
        if kind == "pastures":
            _check_deeds(mover, other)
            mover.page.reload()
            mover.expect_shown()
            mover.play_at_random(Random(4))
            other.expect_newer(0)
            other.page.keyboard.press("ArrowLeft")
            expect(other.page.locator("#board")).not_to_have_attribute("data-turn", "")
            check(other, "an earlier turn")
        button(mover, "Give up").click()
        if kind == "pastures":
            check(mover, "asked whether it is meant")
        button(mover, "Yes, give up").click()
        mover.expect_status("The game is over")
        check(mover, "over")
        for tab in players:
            tab.close()


def _check_looks(mover: BoardPage) -> None:
    """Check the page in all its colours, which are the same in every game."""
    for scheme in ("light", "dark"):
        mover.page.emulate_media(color_scheme=scheme)
        check(mover, f"to move, {scheme}")
    mover.page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    check(mover, "to move, high contrast")
    mover.page.evaluate("document.documentElement.dataset.theme = 'dark'")


def _check_deeds(mover: BoardPage, other: BoardPage) -> None:
    """Check the page with all that folds out, and while something is asked."""
    for fold in ("#rules", "#note"):
        mover.page.locator(f"{fold} summary").click()
    expect(mover.page.locator("#guide h2").first).to_have_text("Goal")
    check(mover, "rules and note")
    button(mover, "Offer a draw").click()
    expect(other.page.locator("#asked")).to_contain_text("offers a draw")
    check(other, "a draw is offered")
    button(other, "Refuse").click()
    expect(mover.page.locator("#asked")).to_contain_text("does not agree.")
    check(mover, "a draw was refused")
    button(other, "Try moves out").click()
    expect(button(other, "Back to the game")).to_be_focused()
    check(other, "trying moves out")
    button(other, "Back to the game").click()
