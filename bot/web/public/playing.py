"""The page with the text of ``docs/playing.md``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

from bot.common.words import Text
from bot.web.public.jobs import NOT_LISTED, templates
from bot.web.spans import to_html

DOCUMENT = Path(__file__).parents[3] / "docs" / "playing.md"
_LEFT_OUT = re.compile(r" \(\[[^\]]+\]\([^)]+\)\)|<!--.*?-->\n")
"""References to other documents, which the bot does not serve, and the marks around the tables."""
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_ITEM = re.compile(r"- |\d+\. ")


def render_playing() -> str:
    """Return the document as a page. Links are reduced to their words."""
    text = _LINK.sub(r"\1", _LEFT_OUT.sub("", DOCUMENT.read_text(encoding="utf-8")))
    blocks = re.split(r"\n{2,}", text.strip())
    return templates.get_template("playing.html").render(robots=NOT_LISTED, body=Markup("\n").join(map(_format_block, blocks)))


def _format_block(block: str) -> Markup:
    """Return a heading, a list, a table or a paragraph as HTML."""
    if block.startswith("#"):
        marks, _, title = block.partition(" ")
        return _mark(f"h{len(marks)}", title)
    if _ITEM.match(block):
        items = (_mark("li", _ITEM.sub("", item, count=1)) for item in re.split(rf"\n(?={_ITEM.pattern})", block))
        return _wrap("ul" if block.startswith("-") else "ol", items)
    if block.startswith("|"):
        head, _, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in block.splitlines())
        body = (_wrap("tr", (_mark("td", cell) for cell in row)) for row in rows)
        return _wrap("table", (_wrap("thead", [_wrap("tr", (_mark("th", cell) for cell in head))]), _wrap("tbody", body)))
    return _mark("p", block)


def _mark(tag: str, text: str) -> Markup:
    return _wrap(tag, [to_html(Text(" ".join(text.replace("\\*", "*").split())))])


def _wrap(tag: str, parts: Iterable[Markup]) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(tag, Markup().join(parts))
