"""axe-core in a page: what it finds, and whether each square can be reached and is named. The script comes from a package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from tests.browser.board_page import BoardPage

SERIOUS = ("serious", "critical")
RUN = "axe.run(document, {resultTypes: ['violations']})"
READ = """result => result.violations.map(found => [found.impact, found.id, found.nodes[0].html.slice(0, 200),
    (found.nodes[0].any[0] || found.nodes[0].all[0] || found.nodes[0].none[0] || {}).message || ""])"""


@cache
def script() -> str:
    """Return axe-core, which a page is given without loading anything."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def check(page: Page, state: str) -> None:
    """Fail if axe-core finds anything serious in a page as it is."""
    page.evaluate(script())
    found = serious(page.evaluate(f"{RUN}.then({READ})"))
    assert found == [], f"{state}: {found}"


def check_tab(tab: BoardPage, state: str) -> None:
    """Check the page of a game as it is; its policy must have refused nothing before that."""
    assert tab.errors == [], state
    check(tab.page, state)
    tab.errors.clear()  # axe-core looks at style sheets in ways of its own


def serious(found: list[list[Any]]) -> list[list[Any]]:
    """Return what is serious."""
    return [each for each in found if each[0] in SERIOUS]


NAMES = "buttons => buttons.map(button => [button.getAttribute('aria-label') || button.textContent, button.tabIndex])"


def check_squares(page: Page, least: int) -> None:
    """Fail unless every square has a name of its own, and arrow keys lead to each of them from where Tab leads."""
    named = page.locator("#targets button").evaluate_all(NAMES)
    assert len(named) >= least
    assert all(name.strip() for name, _ in named)
    assert len({name for name, _ in named}) == len(named), "names differ"
    assert [tab for _, tab in named].count(0) == 1, "Tab leads to one of them"
    reached = page.evaluate(WALK)
    assert reached == len(named), f"{reached} of {len(named)} squares are reached"


WALK = """() => {
    const all = [...document.querySelectorAll("#targets button")];
    const seen = new Set(), open = [all.find(button => button.tabIndex === 0)];
    while (open.length) {
        const from = open.pop();
        if (seen.has(from)) continue;
        seen.add(from);
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            from.focus();
            from.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            if (all.includes(document.activeElement)) open.push(document.activeElement);
        }
    }
    return seen.size;
}"""
"""Goes by the page's own arrow keys from square to square, and counts those that it comes to."""
