"""Words and texts of the public pages: how long ago, a guide as HTML, figures."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import cache
from itertools import groupby

from markupsafe import Markup

from bot.common.clock import DAY, HOUR, MINUTE
from bot.common.words import Text
from bot.web.spans import to_html
from rules.words import count


def format_ago(at: int, now: int) -> str:
    """Return how long ago a time was, in the largest unit that it fills."""
    past = max(0, now - at)
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if past >= unit:
            return f"{count(past // unit, name)} ago"
    return "just now"


def format_time(at: int, zone: tzinfo) -> str:
    """Return a time as a day with its hour: ``24 Nov 2026, 18:05``."""
    date = datetime.fromtimestamp(at / 1000, zone)
    return f"{date.day} {date:%b %Y, %H:%M}"


def format_span(began: int, ended: int, zone: tzinfo) -> str:
    """Return a period: ``24 Nov 2026, 18:05 to 19:10``, ``24 Nov 2026, 18:05 to 26 Nov 2026, 09:00``."""
    first, last = format_time(began, zone), format_time(ended, zone)
    day, hour = last.split(", ")
    return first if first == last else f"{first} to {hour if first.startswith(day) else last}"


def format_month(month: str) -> str:
    """Return a month such as ``2026-11`` as ``November 2026``."""
    return f"{datetime.strptime(month, '%Y-%m').replace(tzinfo=UTC):%B %Y}"


@cache
def format_guide(text: str) -> Markup:
    """Return a part of a guide, which is written in Discord's Markdown, as HTML."""
    parts = []
    for block in re.split(r"\n\s*\n", text.strip()):
        for is_list, lines in groupby(block.splitlines(), lambda line: line.startswith("• ")):
            if is_list:
                parts.append(f"<ul>{''.join(f'<li>{to_html(Text(line[2:]))}</li>' for line in lines)}</ul>")
            else:
                parts.append(f"<p>{'<br>'.join(to_html(Text(line)) for line in lines)}</p>")
    return Markup("".join(parts))  # noqa: S704 - each piece is escaped


def format_number(value: int) -> str:
    """Return a number with commas."""
    return f"{value:,}"
