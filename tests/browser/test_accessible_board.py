"""axe-core finds nothing serious on the page of a game, whatever it shows; every square can be reached and is named.

What is the same in every game, it looks at in Pastures New alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import axe
from tests.browser.board_page import BoardPage
from tests.browser.served import served
from tests.browser.test_board_page import OPTIONS, SQUARES

STATES = ("to move", "a square is chosen", "over")
STATES_OF_PASTURES = (
    "to move, light",
    "to move, dark",
    "to move, high contrast",
    "the other one's turn",
    "a square is chosen",
    "rules and note",
    "a draw is offered",
    "a draw was refused",
    "trying moves out",
    "an earlier turn",
    "asked whether it is meant",
    "over",
)
Look = Callable[[BoardPage, str], None]


@pytest.mark.full
@pytest.mark.parametrize("kind", OPTIONS)
def test_the_page_of_a_game_is_accessible_in_all_its_states(browser: Browser, tmp_path: Path, kind: str) -> None:
    states = STATES_OF_PASTURES if kind == "pastures" else STATES

    def look(tab: BoardPage, state: str) -> None:
        assert state in states
        axe.check_tab(tab, state)

    with served(tmp_path) as bot:
        bot.start(kind, **OPTIONS[kind])
        players = [bot.open(browser, member) for member in ("Ada", "Björn")]
        mover = next(tab for tab in players if tab.told["yours"])
        other = next(tab for tab in players if tab is not mover)
        axe.check_squares(mover.page, SQUARES[kind])
        if kind == "pastures":
            _look_at_colours(mover, look)
            look(other, "the other one's turn")
        else:
            look(mover, "to move")
        mover.tap(mover.page.locator('#targets button[aria-disabled="false"]').first)
        look(mover, "a square is chosen")
        if kind == "pastures":
            _look_at_deeds(mover, other, look)
            mover.page.reload()
            mover.expect_shown()
            mover.play_at_random(Random(4))
            other.expect_newer(0)
            other.page.keyboard.press("ArrowLeft")
            expect(other.page.locator("#board")).not_to_have_attribute("data-turn", "")
            look(other, "an earlier turn")
        mover.press("Give up")
        if kind == "pastures":
            look(mover, "asked whether it is meant")
        mover.press("Yes, give up")
        mover.expect_status("The game is over")
        look(mover, "over")
        for tab in players:
            tab.close()


def _look_at_colours(mover: BoardPage, look: Look) -> None:
    """Look at the page in all its colours, which are the same in every game."""
    for scheme in ("light", "dark"):
        mover.page.emulate_media(color_scheme=scheme)
        look(mover, f"to move, {scheme}")
    mover.page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    look(mover, "to move, high contrast")
    mover.page.evaluate("document.documentElement.dataset.theme = 'dark'")


def _look_at_deeds(mover: BoardPage, other: BoardPage, look: Look) -> None:
    """Look at the page with all that folds out, and while something is asked."""
    for fold in ("#rules", "#note"):
        mover.page.locator(f"{fold} summary").click()
    expect(mover.page.locator("#guide h2").first).to_have_text("Goal")
    look(mover, "rules and note")
    mover.press("Offer a draw")
    expect(other.page.locator("#asked")).to_contain_text("offers a draw")
    look(other, "a draw is offered")
    other.press("Refuse")
    expect(mover.page.locator("#asked")).to_contain_text("does not agree.")
    look(mover, "a draw was refused")
    other.press("Try moves out")
    expect(other.button("Back to the game")).to_be_focused()
    look(other, "trying moves out")
    other.press("Back to the game")
