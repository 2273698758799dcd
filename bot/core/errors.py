"""What a use case answers when it will not do what was asked, and how it names players."""

from __future__ import annotations

import re

from render.words import isolated


class Refusal(Exception):
    """Nothing was changed, and ``str()`` is a friendly sentence, in Markdown, that says why. Shown to the asker alone."""


_MARKDOWN = re.compile(r"([*_~`|>#()\[\]\\-])")
_UNSEEN = "\u200b"
"""A space of no width: after an @ it keeps a name from being read as a mention."""


def escaped(text: str) -> str:
    """A text with names in it as it may stand in Markdown: nothing in it is read as formatting, and it pings nobody."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@", f"@{_UNSEEN}")


def plain(name: str) -> str:
    """A player's name as it may stand in Markdown: :func:`escaped`, and the words around it keep their order."""
    return escaped(isolated(name))


def bold(name: str) -> str:
    """A player's name in bold, as :func:`plain` has it."""
    return f"**{plain(name)}**"
