"""Drives the page of a game by keyboard alone."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator

from tests.browser.board_page import BoardPage

MOST_KEYS = 200
"""Presses of arrow keys from one place to another."""

WAY = """
wanted => {
  const [from, to] = [document.activeElement, wanted].map((each) => each.getBoundingClientRect());
  return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
}
"""
"""How far it is from the place that has the focus to another one, to the right and down."""


def is_focused(wanted: Locator) -> bool:
    """Whether something has the focus."""
    return bool(wanted.evaluate("element => element === document.activeElement"))


def tab_to(tab: BoardPage, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if is_focused(wanted):
            return
        tab.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by Tab")


def go_to(tab: BoardPage, wanted: Locator, random: Random) -> None:
    """Go to a place on the board by arrow keys, now and then aside: the nearest place in a direction may lie beside the way."""
    tab_to(tab, tab.page.locator('#targets button[tabindex="0"]'))
    for _ in range(MOST_KEYS):
        if is_focused(wanted):
            return
        right, down = wanted.evaluate(WAY)
        across = "ArrowRight" if right > 0 else "ArrowLeft"
        along = "ArrowDown" if down > 0 else "ArrowUp"
        keys = [across if abs(right) > abs(down) else along, random.choice([across, along])]
        tab.page.keyboard.press(random.choice([*keys, keys[0]]))
    raise AssertionError(f"{wanted} cannot be reached by arrow keys")


def play_by_keys(tab: BoardPage, random: Random) -> None:
    """Choose something legal by keys until a move is chosen, and play it by Enter."""
    page, version = tab.page, tab.told["version"]
    tab.expect_shown()
    for _ in range(8):
        if tab.play_button.is_enabled():
            break
        places = page.locator('#targets button[aria-disabled="false"][aria-pressed="false"]')
        chips = page.locator('#chips button[aria-pressed="false"]')
        menu = page.locator("#chips select")
        if menu.count():
            tab_to(tab, menu)
            page.keyboard.press("ArrowDown")
        elif places.count() and (not chips.count() or random.random() < 0.5):
            go_to(tab, places.nth(random.randrange(places.count())), random)
            page.keyboard.press("Enter")
        else:
            tab_to(tab, chips.nth(random.randrange(chips.count())))
            page.keyboard.press("Enter")
    tab_to(tab, tab.play_button)
    page.keyboard.press("Enter")
    tab.expect_newer(version)
