"""The public pages in a real browser: axe-core finds nothing serious, they need no script, fit a phone, and break no policy."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.async_api import Page, async_playwright

from bot.process.preview import find_free_port
from tests.browser import axe
from tests.browser.page import SWITCHES
from tests.ui.world import World, world
from tests.web.browserless import SECRET, pages_of
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


async def fill(w: World) -> None:
    """Have some games played."""
    await show_name(w, w.ada)
    await play_whole(w, "territories", [w.ada, w.björn], Random(1))
    await play_whole(w, "pastures", [w.björn, w.chidi], Random(2), width=4, height=4)
    await play_whole(w, "nomads", [w.chidi, w.ada], Random(3), 12)


def listen(page: Page, said: list[str]) -> None:
    """Keep what the browser says on its console: a policy that is broken, too."""
    page.on("console", lambda message: said.append(message.text))


async def check(page: Page, state: str, *, closely: bool) -> None:
    """Fail if a picture has no words, or the page is wider than the screen; ``closely``: if axe-core finds anything serious."""
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
    assert await page.evaluate("[...document.images].every(each => each.alt || each.closest('[aria-hidden]'))"), state
    if closely:
        await page.evaluate(axe.script())
        assert axe.serious(await page.evaluate(f"{axe.RUN}.then({axe.READ})")) == [], state


async def test_public_pages_are_accessible_and_need_no_script(tmp_path: Path) -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        assert "CI" not in os.environ, "a full run needs Chromium (apt install chromium)"
        pytest.skip("Chromium is not installed (apt install chromium)")
    port = find_free_port(0)
    address = f"http://127.0.0.1:{port}"
    async with world(tmp_path, public_url=address, web_secret=SECRET, web_port=port) as w, pages_of(w):
        slug = await turn_on(w)
        await fill(w)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
            for width, scheme in SIZES:
                page = await browser.new_page(viewport={"width": width, "height": 850}, color_scheme=scheme)
                said: list[str] = []
                listen(page, said)
                for name in PAGES:
                    await page.goto(f"{address}/s/{slug}/{name}")
                    await check(page, f"{name}, {width}, {scheme}", closely=scheme == "dark" or name not in ALIKE)
                assert [text for text in said if "404" not in text] == []
                await page.close()
            context = await browser.new_context(java_script_enabled=False)
            page = await context.new_page()
            await page.goto(f"{address}/s/{slug}/")
            await page.get_by_role("link", name="Territories #1", exact=True).click()
            await page.get_by_role("link", name="To the start").click()
            assert "The start." in await page.locator(".news").inner_text()
            await page.get_by_role("link", name="Next", exact=True).click()
            assert page.url.endswith("/game/1/1#board")
            await browser.close()
