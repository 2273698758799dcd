"""Looking through a game on its page, in a real browser: slider, buttons, arrow keys; live at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.board_page import BoardPage
from tests.browser.served import served

pytestmark = pytest.mark.sample(1, of="the page of a game")

PARTS = """async () => {
  const { Turns } = await import("/page/turns.js");
  const { fetch } = window;
  const asked = [], placed = [];
  let answer;
  const answered = new Promise((resolve) => (answer = resolve));
  window.fetch = async (address, options) => {
    if (!address.startsWith("api/turn")) return fetch(address, options);
    asked.push(address);
    await answered;
    return new Response(JSON.stringify({ turn: 1, words: address, shares: null }));
  };
  const turns = new Turns(async (turn) => placed.push(turn.words.split("?")[1]), () => {}, () => {});
  turns.update(5, 3, null);
  turns.go(1, 3);
  while (!asked.length) await Promise.resolve();
  turns.go(1, 4);
  answer();
  await turns.following;
  turns.step(1);
  await turns.following;
  await turns.go(1, 4);
  turns.step(-1);
  await turns.following;
  window.fetch = fetch;
  return placed;
}"""
"""What is shown after a part of a turn is requested while another one loads, and after a step on and a step back from it."""


def expect_turn(tab: BoardPage, turn: int | None) -> None:
    """Wait until the page shows a turn; ``None``: the newest position."""
    expect(tab.page.locator("#board")).to_have_attribute("data-turn", "" if turn is None else str(turn))


def test_a_watcher_goes_through_every_turn_and_is_live_at_the_end(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as bot:
        bot.start("pastures", width=6, height=6)
        *players, watcher = [bot.open(browser, member) for member in ("Ada", "Björn", "Chidi")]
        expect(watcher.page.locator("#turns")).to_be_hidden()
        dice = Random(8)

        def play() -> BoardPage:
            mover = next(tab for tab in players if tab.told["yours"])
            version = mover.told["version"]
            mover.play_at_random(dice)
            for tab in (*players, watcher):
                tab.expect_newer(version)
            return mover

        for _ in range(4):
            play()
        expect_turn(watcher, None)
        alt = watcher.page.locator("#picture")
        newest = alt.get_attribute("alt")

        watcher.page.keyboard.press("ArrowLeft")
        expect_turn(watcher, 3)
        expect(watcher.page.locator("#seen")).to_contain_text("Turn 3 of 4: ")
        expect(watcher.page.locator("#spoken")).to_contain_text("Turn 3 of 4: ")
        watcher.page.locator("#turn").fill("0")
        expect_turn(watcher, 0)
        expect(watcher.page.locator("#seen")).to_have_text("The start")
        expect(alt).to_have_attribute("alt", watcher_alt(watcher, 0))
        expect(watcher.page.locator("#earlier")).to_be_disabled()
        watcher.page.locator("#later").click()
        expect_turn(watcher, 1)

        play()
        expect(watcher.page.locator("#seen")).to_contain_text("Turn 1 of 5: ")
        expect_turn(watcher, 1)
        watcher.page.locator("#newest").click()
        expect_turn(watcher, None)
        assert alt.get_attribute("alt") != newest, "what was played meanwhile is seen at the end"

        mover = next(tab for tab in players if tab.told["yours"])
        first = mover.page.locator('#targets button[aria-disabled="false"]').first
        first.click()
        chosen = mover.page.locator("#targets button.chosen")
        expect(chosen).to_have_count(1)
        mover.page.keyboard.press("ArrowRight")
        expect_turn(mover, None)
        expect(mover.page.locator("#seen")).to_be_empty()
        mover.page.locator("#earlier").click()
        expect_turn(mover, 4)
        expect(mover.page.locator("#bar")).to_be_hidden()
        expect(chosen).to_have_count(0)
        mover.page.locator("#later").press("Enter")
        expect_turn(mover, None)
        _use_a_hint_from_an_earlier_turn(mover)
        expect(mover.page.locator("#bar")).to_be_visible()
        expect(chosen).to_have_count(1)
        mover.page.locator("#clear").click()
        play()

        answers = list[Route]()
        watcher.page.route("**/api/film", lambda route: answers.append(route))
        button, film = watcher.page.locator("#film button"), watcher.page.locator("#film img")
        with watcher.page.expect_request("**/api/film"):
            button.click()
        expect(button).to_have_text("Loading …")
        answers[0].continue_()
        watcher.page.unroute("**/api/film")
        expect(button).to_have_text("Hide the replay")
        expect(film).to_have_js_property("complete", value=True)
        expect(film).to_have_attribute("alt", watcher_film(watcher))
        button.click()
        expect(film).to_be_hidden()
        part, end, before = "version=4&turn=1", "version=5&turn=1", "version=5&turn=0"
        assert watcher.page.evaluate(PARTS) == [part, end, part, before], "parts of a turn are shown, and led on from"
        for tab in (*players, watcher):
            assert tab.errors == []
            tab.close()


def _use_a_hint_from_an_earlier_turn(tab: BoardPage) -> None:
    """The page goes to the newest turn, where the move is chosen, and the focus is on **Play**."""
    told = tab.ask("api/game")
    offer = next(each for each in told["offers"] if not each["asks"])
    hint = {"told": "", "hint": "Play it.", "version": told["version"], "marked": [], "moves": [told["moves"][0][0]]}
    tab.page.route(f"**/api/{offer['address']}", lambda route: route.fulfill(json=hint))
    tab.press(offer["label"])
    use = tab.button("Use this move")
    expect(use).to_be_visible()
    tab.page.locator("#earlier").click()
    expect_turn(tab, 4)
    use.press("Enter")
    expect_turn(tab, None)
    expect(tab.play_button).to_be_focused()
    expect(use).to_have_count(0)
    assert tab.page.evaluate("scrollY") == 0, "the whole board is in sight again"


def watcher_alt(tab: BoardPage, turn: int) -> str:
    """How the bot describes a turn."""
    return str(tab.ask(f"api/turn?version={tab.told['version']}&turn={turn}")["alt"])


def watcher_film(tab: BoardPage) -> str:
    """How the bot describes the moving picture."""
    return str(tab.ask("api/film")["alt"])
