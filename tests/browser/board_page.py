"""Drives the page of one game in Chromium by taps, at the places of the boxes over the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any

from playwright.sync_api import (
    Browser,
    JSHandle,
    Locator,
    Page,
    Request,
    TimeoutError,  # noqa: A004 - its own
    ViewportSize,
    expect,
)

from tests.browser.page import APPEARS, LOOK, LocalPage, describe_log

PHONE = ViewportSize(width=400, height=850)
LEAST = 24
"""CSS pixels that a finger can hit."""
NEWER = "seen => Number(document.querySelector('#board').dataset.version) > seen"
OTHER = "shown => document.querySelector('#board').dataset.version !== shown"
ASK = """async address => {
  const answer = await fetch(address, {headers: {Authorization: `Bearer ${sessionStorage.getItem("token")}`}});
  return await answer.json();
}"""
"""Asks the bot for something with the key of the page."""
SHOWN = """() => {
  const board = document.querySelector("#board");
  return board?.ariaBusy === "false" && board.dataset.version;
}"""
"""The version that is shown, as a text, once nothing is on its way."""
GAME = "() => sessionStorage.getItem('about') === 'learning' ? 'api/learning/game' : 'api/game'"
"""The address at which the page asks for the state of the game."""
STATE = """() => {
  const board = document.querySelector("#board");
  const status = document.querySelector("#status");
  return `version ${board?.dataset.version}, busy: ${board?.ariaBusy}; it says: ${status?.textContent}`;
}"""
UNCOVER = """element => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!element.contains(there)) element.scrollIntoView({block: "center", inline: "center"});
  return element.getBoundingClientRect().toJSON();
}"""
"""Scrolls to something that is out of sight, or below the bar. Returns its box."""
BEHIND_BAR = """() => document.querySelector("#chips").getBoundingClientRect().bottom
  > document.querySelector("#bar").getBoundingClientRect().top"""
"""Whether the bar with **Play** lies over the choices."""
MARK = "buttons => buttons.forEach(button => button.dataset.before = '')"
PRESSED = "buttons => buttons.map(button => button.getAttribute('aria-pressed'))"
CHIPS = "chips => chips.filter(chip => chip.ariaPressed === 'false').map(chip => chip.dataset.chip)"
TOP = "document.getElementById('frame').getBoundingClientRect().top + scrollY"
"""The board's distance from the top of the page."""


class BoardPage:
    """The page of one game as a member sees it on a phone."""

    def __init__(self, browser: Browser, address: str, now: datetime | None = None, scale: float = 1) -> None:
        """Open an address at a time; by default at that of the machine. ``scale``: pixels of the screen for one of the page."""
        self.page: Page = browser.new_page(viewport=PHONE, device_scale_factor=scale)
        if now is not None:
            self.page.clock.set_system_time(now)
        self.page.set_default_timeout(APPEARS)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.told: dict[str, Any] = {}
        """The answer of the bot for the position that ``expect_shown`` waited for last."""
        self.tops: set[float] = set()
        """The board's distance from the top of the page at each decision of this member."""
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._note)
        self.page.goto(address)

    def _note(self, request: Request) -> None:
        self.requests.append(f"{request.method} {request.url}")

    def ask(self, address: str) -> dict[str, Any]:
        """Return what the bot answers to the page at an address."""
        found: dict[str, Any] = self.page.evaluate(ASK, address)
        return found

    def close(self) -> None:
        """Leave the page."""
        self.page.close()

    @property
    def play_button(self) -> Locator:
        """The button that plays."""
        return self.page.locator("#play")

    def button(self, label: str) -> Locator:
        """A button of the page by its whole label."""
        return self.page.get_by_role("button", name=label, exact=True)

    def press(self, label: str) -> None:
        """Press a button, once the page carries out what is pressed: it does one thing after the other."""
        expect(self.page.locator("#board")).to_have_attribute("aria-busy", "false")
        self.button(label).click()

    def expect_status(self, text: str) -> None:
        """Wait until the page says it, above the board or below it."""
        expect(self.page.locator("#status, #question").filter(has_text=text)).to_be_visible()

    def expect_turn(self) -> None:
        """Wait until the member is to move and can choose."""
        expect(self.page.locator("#bar")).to_be_visible()
        expect(self.play_button).to_have_text("Play")

    def expect_others_turn(self) -> None:
        """Wait until somebody else is to move, or nobody."""
        expect(self.page.locator("#bar")).to_be_hidden()

    def target(self, name: str) -> Locator:
        """The button over a square or side."""
        places = [number for number, target in enumerate(self.told["targets"]) if target[0] == name]
        return self.page.locator("#targets button").nth(places[0])

    def chip(self, name: str) -> Locator:
        """The chip of a part and its value."""
        return self.page.locator(f'#chips button[data-chip="{name}"]')

    def tap(self, locator: Locator) -> int:
        """Tap in the middle of something with the finger, twice where the first tap zooms. Return the number of taps."""
        place = locator.element_handle()
        while not (box := place.evaluate(UNCOVER))["width"]:  # the page has drawn it anew meanwhile
            place = locator.element_handle()
        pressed = place.get_attribute("aria-pressed")
        self._tap_at(box)
        if _smaller_side(box) >= LEAST or place.get_attribute("aria-pressed") != pressed:
            return 1
        box = place.evaluate(UNCOVER)
        self._tap_at(box)
        assert _smaller_side(box) >= LEAST, "the first tap has zoomed"
        return 2

    def _tap_at(self, box: Mapping[str, float]) -> None:
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def play_at_random(self, random: Random) -> int:
        """Choose a random legal move by taps and play it. Return the number of taps before **Play**."""
        self.expect_shown()
        plan = self.told["plan"]
        self._expect_in_place()
        taps = self._choose_turn(plan, random) if plan else self._choose_move(random)
        self._expect_in_place()
        version = self.told["version"]
        self.play_button.click()
        self.expect_newer(version)
        return taps

    def _expect_in_place(self) -> None:
        """Assert that the board has not moved since the last decision."""
        self.tops.add(self.page.evaluate(TOP))
        assert len(self.tops) == 1, self._describe()

    def expect_newer(self, version: int) -> None:
        """Wait until the page shows a version after this one, and it is the newest."""
        self._wait(f"a version after {version} to be shown", NEWER, version)
        self.expect_shown()

    def expect_shown(self) -> None:
        """Wait until the page shows the newest version of the game and no request is under way. Keep the answer."""
        shown = self._wait("nothing to be on its way", SHOWN).json_value()
        self.told = self.ask(self.page.evaluate(GAME))
        if shown != str(self.told["version"]):  # somebody has played meanwhile
            self._wait(f"another version than {shown} to be shown", OTHER, shown)
            self.expect_shown()

    @contextmanager
    def drawn_anew(self) -> Iterator[None]:
        """Wait, after the block, until other buttons than before are over the squares."""
        buttons = self.page.locator("#targets button")
        buttons.evaluate_all(MARK)
        yield
        expect(buttons.and_(self.page.locator("[data-before]"))).to_have_count(0)

    def _wait(self, what: str, script: str, arg: object = None) -> JSHandle:
        try:
            return self.page.wait_for_function(script, arg=arg, polling=LOOK)
        except TimeoutError as error:
            raise AssertionError(f"waited for: {what}\n{self._describe()}") from error

    def _describe(self) -> str:
        """Return what the page shows, and what went wrong, for a wait that fails."""
        shown = self.page.evaluate(STATE)
        requests = "\n  ".join(self.requests[-10:])
        return f"shown: {shown}\nerrors: {self.errors}\nnewest requests:\n  {requests}\n{describe_log()}"

    def pressed(self) -> dict[str, str | None]:
        """Return of each place on the board whether it is chosen: ``"true"`` or ``"false"``; ``None`` where it cannot be."""
        states = self.page.locator("#targets button").evaluate_all(PRESSED)
        return {target[0]: state for target, state in zip(self.told["targets"], states, strict=True)}

    def _choose_turn(self, plan: Mapping[str, Any], random: Random) -> int:
        wanted, taps = random.randint(1, plan["budget"]), 0
        for number in range(1, wanted + 1):
            still_open = self.page.locator('#targets button[aria-disabled="false"][aria-pressed="false"]')
            if not still_open.count():
                break
            taps += self.tap(still_open.nth(random.randrange(still_open.count())))
            expect(self.page.locator("#targets button.chosen")).to_have_count(number)
        plots = self.page.locator("#targets button.chosen").count()
        assert taps == plots, "one tap a plot"
        return 0

    def _choose_move(self, random: Random) -> int:
        text, words, parts, _ = random.choice(self.told["moves"])
        taps, texts = 0, {text for text, *_ in self.told["moves"]}
        chips = self.page.locator("#chips button")
        if len(texts) == 1 and self.told["moves"][0][3]:
            expect(self.page.locator("#targets .chosen").first).to_be_visible()  # the only move is chosen already
        while self.play_button.is_disabled():
            open_chips = chips.evaluate_all(CHIPS)
            fitting = [f"{part} {value}" for part, value in parts.items() if f"{part} {value}" in open_chips]
            spots = sorted((place, name) for name, _, _, choices in self.told["targets"] for place in _places(choices, parts))
            pressed = self.pressed()
            targets = [name for _, name in spots if pressed[name] == "false"][:1]
            menu = self.page.locator("#chips select")
            if menu.count():
                menu.select_option(parts[menu.get_attribute("data-chip")])
                taps += 1
                continue
            assert fitting or targets, f"{text} cannot be chosen further"
            taps += self.tap(random.choice([*map(self.chip, fitting), *map(self.target, targets)]))
        if len(texts) == 2 and (chosen := self.page.locator('#chips [aria-pressed="true"]')).count():
            self.tap(chosen.first)  # of two, the one chosen stays
        expect(self.play_button).to_have_text(f"Play: {_shorten(words)}")
        return taps


def _smaller_side(box: Mapping[str, float]) -> float:
    return min(box["width"], box["height"])


def _places(choices: Sequence[Mapping[str, str]], parts: Mapping[str, str]) -> Iterator[int]:
    """Yield where among its choices a target has one of a move; what is first there is tapped first."""
    yield from (number for number, choice in enumerate(choices) if choice.items() <= parts.items())


def _shorten(words: str) -> str:
    """Return what **Play** says of a move: neither what is typed where the words say the same, nor what it brings."""
    typed, _, rest = words.partition(" · ")
    said = rest.lower().replace(",", "").split()
    short = rest if all(any(word.startswith(each) for word in said) for each in typed.lower().split()) else words
    return re.split(" · |, ", short)[0]


def open_board(browser: Browser, page: LocalPage, member: str) -> BoardPage:
    """Have a member open the board of the only game on a tab of their own."""
    page.become(member)
    page.command("board")
    return BoardPage(browser, new_link(page))


def new_link(page: LocalPage) -> str:
    """Press **Open the board** and return the address that it answers with."""
    links = page.page.locator("#channel-message-list a").filter(has_text="Go to the board")
    before = links.count()
    page.press("Open the board")
    expect(links).to_have_count(before + 1)
    address = links.last.get_attribute("href")
    assert address is not None
    return address
