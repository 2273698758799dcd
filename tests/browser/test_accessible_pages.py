"""The public pages in a real browser: axe-core finds nothing serious, they need no script, fit a phone, and break no policy."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import axe
from tests.browser.page import APPEARS
from tests.browser.served import served
from tests.sampling import Sample
from tests.web.browserless import PagesOfWorld
from tests.web.public import play_whole, show_name, turn_on

PAGES = (
    "",
    "games",
    "game/1",
    "game/1/9",
    "game/3",
    "ranking",
    "ranking/land",
    "fame",
    "statistics",
    "rules",
    "rules/nomads",
    "x",
)
Scheme = Literal["dark", "light"]
SIZES: tuple[tuple[int, Scheme], ...] = ((400, "dark"), (1200, "light"))
ALIKE = ("game/1", "game/3", "ranking", "rules")
"""Pages like another one: axe-core looks at them in one size, and at the other one in both."""
CLOSELY = 6
"""Pages that axe-core looks at in a run that takes samples."""


async def fill(site: PagesOfWorld) -> str:
    """Have some games played, and public pages turned on. Return the server's part of their address."""
    w = site.w
    slug = await turn_on(w)
    await show_name(w, w.ada)
    await play_whole(w, "territories", [w.ada, w.björn], Random(1))
    await play_whole(w, "pastures", [w.björn, w.chidi], Random(2), width=4, height=4)
    await play_whole(w, "nomads", [w.chidi, w.ada], Random(3), 12)
    return slug


def listen(page: Page) -> list[str]:
    """Return a list to which all that the browser says on its console is added: a policy that is broken, too."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    return said


def check(page: Page, state: str, *, closely: bool) -> None:
    """Fail if neither a picture nor its link has words, or a page is too wide; ``closely``: if axe-core finds something."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
    assert page.evaluate("[...document.images].every(each => each.alt || each.closest('[aria-hidden], a[aria-label]'))"), state
    if closely:
        axe.check(page, state)


@pytest.mark.full
def test_public_pages_are_accessible_and_need_no_script(browser: Browser, tmp_path: Path, sample: Sample) -> None:
    closely = sample([(size, name) for size, name in product(SIZES, PAGES) if size[1] == "dark" or name not in ALIKE], CLOSELY)
    with served(tmp_path) as bot:
        home = f"{bot.address}/s/{bot.do(fill)}"
        for width, scheme in SIZES:
            page = browser.new_page(viewport={"width": width, "height": 850}, color_scheme=scheme)
            page.set_default_timeout(APPEARS)
            said = listen(page)
            for name in PAGES:
                page.goto(f"{home}/{name}")
                check(page, f"{name}, {width}, {scheme}", closely=((width, scheme), name) in closely)
            assert [text for text in said if "404" not in text] == []
            page.close()
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.set_default_timeout(APPEARS)
        page.goto(f"{home}/")
        page.get_by_role("link", name="Territories #1", exact=True).click()
        page.get_by_role("link", name="To the start").click()
        expect(page.locator(".news")).to_contain_text("The start.")
        page.get_by_role("link", name="Next", exact=True).click()
        expect(page).to_have_url(f"{home}/game/1/1#board")
        context.close()
