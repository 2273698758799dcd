"""Drives the local page in Chromium as a person would: types commands, presses buttons, chooses from menus, looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Request, expect, sync_playwright

from bot.common.clock import RunningTime
from tests.waiting import NEWEST_RECORDS, PATIENCE

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PICTURES = ", ".join(f"#channel-message-list img.{where}" for where in ("attachment-image", "gallery-image"))
"""Where the page shows pictures: below a text, and within a message made of components."""
START = 120_000
"""Milliseconds in which Chromium starts. Playwright counts real time: the machine may be busy, or stand still for a while."""
APPEARS = 60_000
"""Milliseconds in which something appears on a page. Playwright counts real time here, too."""
MISSED = 6.0
"""Seconds of running time after which a click that has asked for nothing counts as missed."""
LOOK = 20
"""Milliseconds between two looks at a page."""
expect.set_options(timeout=APPEARS)


@contextmanager
def chromium(program: str) -> Iterator[Browser]:
    """A running, headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES), timeout=START)
        try:
            yield browser
        finally:
            browser.close()


def until(page: Page, what: str, is_true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until a condition holds, and hear the page's events. Raise ``AssertionError`` after ``seconds`` of running time."""
    ran = RunningTime()
    while not is_true():
        if ran.read() >= seconds:
            seen = page.locator("body").inner_text()
            raise AssertionError(f"waited {seconds:.0f} s for: {what}\nthe page says:\n{seen}\n{describe_log()}")
        page.wait_for_timeout(LOOK)


def describe_log() -> str:
    """Return what was logged in this process, a line each."""
    return "\n".join(("logged in this process:", *(NEWEST_RECORDS.lines or ["nothing"])))


class LocalPage:
    """The page as one of its members sees it."""

    def __init__(self, browser: Browser, address: str, scale: float = 1) -> None:
        """Open an address. ``scale``: pixels of the screen for each pixel of the page."""
        self.page: Page = browser.new_page(viewport={"width": 1280, "height": 1000}, device_scale_factor=scale)
        self.page.set_default_timeout(APPEARS)
        self._requests: list[Request] = []
        self.page.on("request", lambda request: self._requests.append(request))
        self.page.goto(address)
        expect(self.page.locator("#channel-name")).to_have_text("games")

    def close(self) -> None:
        """Leave the page."""
        self.page.close()

    def become(self, member: str) -> None:
        """See and act as another member from now on."""
        self._do("viewer", lambda: self.page.select_option("#viewer-picker", label=member))

    def command(self, name: str, **options: str) -> None:
        """Type a slash command, fill its options from what is suggested, and send it."""
        box = self.page.locator("#channel-composer-input")
        box.fill("/" + name.split()[0])
        self.page.locator(".command-entry").filter(has=self.page.get_by_text("/" + name, exact=True)).click()
        for option, value in options.items():
            self._option(option, value)
        self._do("run_command", self.page.locator("#send-message").click)
        expect(box).to_be_visible()

    def expect_suggestions(self, name: str, option: str, text: str, suggested: list[str]) -> None:
        """Type ``text`` for an option of a command and wait until it has these suggestions. The command is not sent."""
        self.page.locator("#channel-composer-input").fill("/" + name.split()[0])
        self.page.locator(".command-entry").filter(has=self.page.get_by_text("/" + name, exact=True)).click()
        self._field(option).fill(text)
        expect(self.page.locator(".command-suggestion-label")).to_have_text(suggested)
        self.page.locator(".command-context-close").click()
        self.page.locator("#channel-composer-input").fill("")

    def press(self, label: str) -> None:
        """Press the newest button with that label."""
        self._do("click", self._enabled(label).last.click)

    def choose(self, placeholder: str, label: str) -> None:
        """Choose from the newest menu with that placeholder."""
        exactly = self.page.locator(".option-label").get_by_text(label, exact=True)
        option = self.page.locator(".select-option:visible").filter(has=exactly)
        self._do("select", self.page.get_by_role("combobox", name=placeholder, exact=True).last.click, option.click)

    def can_press(self, label: str) -> int:
        """How many buttons of that label can be pressed."""
        return self._enabled(label).count()

    def to_move(self) -> str:
        """Whom the newest board asks for a move."""
        boards = self.messages().filter(has_text="it is your turn")
        found = re.search(r"@(\w+), it is your turn", boards.last.inner_text())
        assert found is not None
        return found[1]

    def expect_button(self, label: str) -> None:
        """Wait until exactly one button of that label can be pressed."""
        expect(self._enabled(label)).to_have_count(1)

    def expect_other_to_move(self, mover: str) -> None:
        """Wait until the newest board asks somebody other than ``mover``."""
        until(self.page, f"a board that asks somebody other than {mover}", lambda: self.to_move() != mover)

    def expect_text(self, text: str | re.Pattern[str]) -> None:
        """Wait until a message says it."""
        expect(self.messages().filter(has_text=text).last).to_be_visible()

    def messages(self) -> Locator:
        """The messages that this member sees, oldest first."""
        return self.page.locator("#channel-message-list > *")

    def pictures(self) -> list[tuple[int, int, str]]:
        """Width, height and alt text of each picture in the channel, once all are loaded; icons in the text do not count."""
        images = self.page.locator(PICTURES)
        self.page.wait_for_function(
            "selector => [...document.querySelectorAll(selector)].every(image => image.complete && image.naturalWidth > 0)",
            arg=PICTURES,
        )
        found = images.evaluate_all("images => images.map(image => [image.naturalWidth, image.naturalHeight, image.alt])")
        return [(width, height, alt) for width, height, alt in found]

    def screenshot(self, file: Path) -> None:
        """Keep what is seen."""
        self.page.screenshot(path=file)

    def _enabled(self, label: str) -> Locator:
        exactly = self.page.locator(".button-label").get_by_text(label, exact=True)
        return self.page.locator("#channel-message-list button.component-button:not([disabled])").filter(has=exactly)

    def _option(self, option: str, value: str) -> None:
        self._field(option).fill(value)
        if not value.isdigit():  # a number is not chosen from suggestions
            self.page.locator(".command-suggestion").filter(has=self.page.get_by_text(value, exact=True)).click()

    def _field(self, option: str) -> Locator:
        field = self.page.locator(f'.command-option-input[data-option="{option}"]')
        ghost = self.page.locator(".command-ghost")
        expect(field.or_(ghost).first).to_be_visible()
        if not field.count():
            ghost.click()
            self.page.locator(".command-suggestion").filter(has=self.page.get_by_text(option, exact=True)).click()
        return field

    def _do(self, kind: str, *steps: Callable[[], object]) -> None:
        """Take one step after the other, and see that what the last one asks for is carried out and shown.

        The page refuses or misses what is clicked in the moment in which it is brought up to date; a person clicks again then.
        """
        receipt = None
        for _ in range(3):
            before = len(self._requests)
            for step in steps:
                step()
            asked = self._find_request(kind, before)
            if asked is None:
                continue
            answer = asked.response()
            assert answer is not None
            receipt = answer.json()
            if not receipt["rejected"]:
                # "timeout": the bot stood still for longer than a press may take. It goes on, and the test waits for the rest.
                assert receipt["settlement"] in ("settled", "timeout"), receipt
                self._shown()
                return
        raise AssertionError(f"the page did not carry it out: {receipt}")

    def _find_request(self, kind: str, before: int) -> Request | None:
        """Wait until the page asks for an action of a kind, and return that request; ``None``: it does not."""
        ran = RunningTime()
        while ran.read() < MISSED:
            for request in self._requests[before:]:
                if _asks(request, kind):
                    return request
            self.page.wait_for_timeout(LOOK)
        return None

    def _shown(self) -> None:
        """Wait until the page shows what it was told last."""
        expect(self.page.locator("#action-status")).not_to_have_text(re.compile("…$"))


def _asks(request: Request, kind: str) -> bool:
    """Return whether a request of the page asks for an action of that kind."""
    return request.url.endswith("/api/action") and f'"kind":"{kind}"' in (request.post_data or "")
