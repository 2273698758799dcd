"""A person at the local page plays both sides of a game, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.page import LocalPage, until
from tests.browser.process import serving
from tests.render.alt_reader import board_of


@pytest.mark.full
def test_a_game_by_commands_and_buttons_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        page = LocalPage(browser, process.address)
        page.command("newgame pastures", opponent="Björn")
        page.become("Björn")
        page.press("Accept")
        expect_board(page, filled=0)

        play_by_panel(page, "B2", "River")
        expect_board(page, filled=1)
        page.expect_button("Play")  # only the newest board has its buttons

        mover = page.to_move()
        page.become(mover)
        page.expect_suggestions("move", "move", "G7 f", ["G7 F · forest on G7"])
        page.command("move", move="G7 F · forest on G7")
        page.expect_other_to_move(mover)
        expect_board(page, filled=2)

        page.press("Play")
        page.expect_text("Only you can see this")
        page.expect_text(f"It is {page.to_move()}’s turn")
        page.close()

    with serving(tmp_path) as process:
        page = LocalPage(browser, process.address)
        expect_board(page, filled=2)
        assert len(page.pictures()) == 1, "the newest board alone is there again"
        page.expect_other_to_move(mover)

        play_by_panel(page, "G2", "Mountain")
        page.become(page.to_move())
        page.command("move", move="B7 P · plains on B7")
        expect_board(page, filled=4)
        filled = [filled_squares(alt) for _, _, alt in page.pictures()]
        assert filled == sorted(filled)
        page.screenshot(tmp_path / "page.png")
        page.close()


def play_by_panel(page: LocalPage, square: str, terrain: str) -> None:
    """Let the player to move do so in the panel that **Play** opens."""
    page.become(page.to_move())
    page.press("Play")
    page.press(square[0])
    page.press(square)
    page.press(terrain)


def expect_board(page: LocalPage, filled: int) -> None:
    """Wait until the newest picture is a board with that many filled squares. It has a board's size."""
    until(
        page.page,
        f"a board with {filled} filled squares",
        lambda: [filled_squares(alt) for *_, alt in page.pictures()[-1:]] == [filled],
    )
    width, height, alt = page.pictures()[-1]
    assert min(width, height) > 600
    assert "everything else is empty" in alt


def filled_squares(alt: str) -> int:
    """How many squares the alt text of a board names."""
    read, _ = board_of(alt, 8, 8)
    return sum(word != "empty" for word in read.values())
