"""The page of one game in a real browser: games of every kind by taps and keys alone, on a phone's screen.

Each begins and ends on the page, with every kind of move. In its middle, where there is more of the same, no page plays. At
one moment of it axe-core looks at the page.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser import axe
from tests.browser.board_page import BoardPage
from tests.browser.served import served
from tests.sampling import Sample

MOST_TAPS = 3
"""Before **Play**; in Land it is one for each plot."""
OPTIONS: dict[str, dict[str, int]] = {"pastures": {"width": 4, "height": 4}, "territories": {}, "land": {}, "nomads": {}}
SQUARES = {"pastures": 16, "territories": 8, "land": 60, "nomads": 64}
"""Places on the board, at least."""
BY_KEYS = 3
"""Decisions at the beginning of a game that are made by keyboard alone; fewer in a sample."""
FIRST = {"pastures": 5, "territories": 10, "land": 10, "nomads": 10}
"""Decisions on the page before the middle of a game: those by keys, some by taps, and each kind of move."""
MIDDLE = {"pastures": 8, "territories": 14, "land": 64, "nomads": 36}
"""Moves that are made elsewhere, while the page is open."""
KINDS = {"nomads": {"city", "discover", "activate", "road", "take", "placate", "refuse"}}
"""The kinds of moves, where there are several."""
MOST_DECISIONS = 100
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


def play(tabs: list[BoardPage], random: Random, *, by_keys: bool) -> bool:
    """Let the player to move decide by keys or by taps. Return whether there was a decision."""
    mover = next((tab for tab in tabs if tab.told["yours"]), None)
    if mover is None:
        return False
    if by_keys:
        play_by_keys(mover, random)
    else:
        taps = mover.play_at_random(random)
        assert taps <= MOST_TAPS, f"{taps} taps"
    for tab in tabs:
        if tab is not mover:
            tab.expect_newer(mover.told["version"] - 1)
    return True


@pytest.mark.parametrize(
    "kind", ["pastures", *(pytest.param(kind, marks=pytest.mark.full) for kind in OPTIONS if kind != "pastures")]
)
def test_a_game_is_begun_by_keys_and_brought_to_its_end_by_taps(
    browser: Browser, tmp_path: Path, kind: str, sample: Sample
) -> None:
    looked_at = sample(("to move", "begun", "over"), 1)
    skipped = 0 if sample.is_full else 2
    with served(tmp_path) as bot:
        random = Random(f"{kind} 4")
        bot.start(kind, **OPTIONS[kind])
        tabs = [bot.open(browser, member) for member in ("Ada", "Björn")]
        axe.check_squares(tabs[0].page, SQUARES[kind])

        def look(state: str) -> None:
            if state in looked_at:
                axe.check_tab(tabs[0], state)

        look("to move")
        for number in range(FIRST[kind] - skipped):
            assert play(tabs, random, by_keys=number < BY_KEYS - skipped // 2)
        look("begun")
        before = tabs[0].told["version"]
        after = bot.play_on(MIDDLE[kind] + skipped, random)
        for tab in tabs:
            tab.expect_newer(after - 1)
        last = sum(1 for _ in range(MOST_DECISIONS) if play(tabs, random, by_keys=False))
        assert 3 < last < MOST_DECISIONS
        log = bot.log()
        assert {text.split()[0] for text in (*log[:before], *log[after:])} >= KINDS.get(kind, set()), "each kind is played here"
        assert "The game is over" in bot.said()
        for tab in tabs:
            tab.expect_status("The game is over")
            assert tab.errors == []
        look("over")
        for tab in tabs:
            tab.close()
