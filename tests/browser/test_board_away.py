"""The page of a game while the bot is away, in a real browser: taps are answered, and what was sent counts once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.board_page import BoardPage, open_board
from tests.browser.page import LocalPage
from tests.browser.process import PageProcess, serving
from tests.browser.served import served
from tests.web.browserless import reserved_port

pytestmark = pytest.mark.sample(1, of="the page of a game")

TAP = """
button => {
  button.click();
  return [button.classList.contains("chosen"), document.querySelector("#status").textContent];
}
"""
"""Taps, and looks before anything else can run: an answer in the same moment asks nobody."""


def two_tabs(browser: Browser, page: LocalPage) -> tuple[BoardPage, BoardPage]:
    """Begin a game, and open its page for the member to move and for the other one."""
    page.command("newgame pastures", width="6", height="6", opponent="Björn")
    page.become("Björn")
    page.press("Accept")
    tabs = [open_board(browser, page, member) for member in ("Ada", "Björn")]
    for tab in tabs:
        tab.expect_shown()
    tabs.sort(key=lambda tab: not tab.told["yours"])
    return tabs[0], tabs[1]


def choose_move(tab: BoardPage) -> None:
    """Choose a forest on C4 on a page that need not ask anybody."""
    is_chosen, task = tab.target("C4").evaluate(TAP)
    assert is_chosen
    assert task == "C4: choose a terrain."
    tab.page.locator("#chips button", has_text="forest").click()
    expect(tab.play_button).to_have_text("Play: forest on C4")


def test_taps_are_answered_while_the_bot_is_killed_and_what_was_sent_counts_once(browser: Browser, tmp_path: Path) -> None:
    with reserved_port() as preview, reserved_port() as web:
        _kill_and_go_on(browser, tmp_path, {"PREVIEW_PORT": str(preview), "WEB_PORT": str(web)})


def _kill_and_go_on(browser: Browser, tmp_path: Path, ports: dict[str, str]) -> None:
    process = PageProcess(tmp_path, **ports)
    page = LocalPage(browser, process.address)
    mover, other = two_tabs(browser, page)
    page.close()
    process.kill()
    expect(mover.page.locator("#status")).to_contain_text("The bot is restarting")

    asked = len(mover.requests)
    choose_move(mover)
    for _ in range(2):
        mover.page.locator("#undo").click()
    expect(mover.play_button).to_be_disabled()
    choose_move(mover)
    assert all("api/news" in request or "api/game" in request for request in mover.requests[asked:]), "taps ask nobody"
    mover.play_button.click()
    expect(mover.play_button).to_be_disabled()
    expect(mover.page.locator("#status")).to_have_text("The bot is restarting. This page reconnects on its own.")

    with serving(tmp_path, **ports) as process:
        for tab in (mover, other):
            tab.expect_newer(0)
            assert tab.told["version"] == 1
        other.expect_turn()
        mover.expect_others_turn()
        page = LocalPage(browser, process.address)
        page.expect_text("planted a forest on C4")
        for tab in (mover, other):
            assert all("ERR_" in error or "500" in error for error in tab.errors), tab.errors
            tab.close()
        page.close()


def stay_deaf(page: Page) -> None:
    """Have a page hear of nothing that others do."""

    def leave_waiting(_: Route) -> None:
        """Answer nothing."""

    page.route("**/api/news*", leave_waiting)


def test_of_two_tabs_of_a_member_the_second_is_told_that_the_game_has_moved_on(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("pastures", width=4, height=4)
        mover, other = sorted((bot.open(browser, member) for member in ("Ada", "Björn")), key=lambda tab: not tab.told["yours"])
        second = BoardPage(browser, "about:blank")
        stay_deaf(second.page)
        second.page.goto(bot.link(mover.told["names"][mover.told["seat"]]))
        second.expect_shown()
        choose_move(mover)
        choose_move(second)
        mover.play_button.click()
        other.expect_newer(0)
        second.play_button.click()
        expect(second.page.locator("#status")).to_contain_text("The game has moved on since you opened this.")
        expect(second.page.locator("#status")).to_have_class("refused")
        second.expect_others_turn()
        second.expect_newer(0)
        assert second.told["version"] == 1
        for tab in (mover, other, second):
            assert all("409" in error for error in tab.errors), tab.errors
            tab.close()


def test_without_a_link_the_page_says_where_to_get_one_and_offers_nothing_else(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        tab = BoardPage(browser, f"{bot.address}/board")
        tab.expect_status("Press “Open the board” in Discord for a link.")
        expect(tab.page.locator("#rules")).to_be_hidden()
        assert tab.errors == []
        tab.close()
