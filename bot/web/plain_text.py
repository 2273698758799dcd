"""Sentences that are written for Discord, which is Markdown, as plain text for the page."""

from __future__ import annotations

import re

_LINK = re.compile(r"\[([^\]]*)\]\((?:https?://[^)]*)\)")
_MARK = re.compile(r"(?<!\\)(\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*]))")
_SMALL = re.compile(r"^-# ", re.MULTILINE)
_ESCAPED = re.compile(r"\\([*_~`|>#()\[\]\\<-])")


def plain_text(text: str) -> str:
    """Return a sentence without Markdown: no stars, no code marks, of links their words alone."""
    bare = _SMALL.sub("", _MARK.sub("", _LINK.sub(r"\1", text)))
    return _ESCAPED.sub(r"\1", bare).replace("\u200b", "")
