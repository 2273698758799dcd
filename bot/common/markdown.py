"""Texts, names and links for Discord messages, which are Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.common.clock import SECOND
from bot.common.home import is_home
from bot.common.words import Link, Name, Text, Time, Typed, Value
from rules.words import isolated

_MARKDOWN = re.compile(r"([*_~`|>#()\[\]\\-])")
_UNSEEN = "\u200b"
"""A zero-width space: after an @ it keeps Discord from reading a mention."""


def escape(text: str) -> str:
    """Return the text with all formatting escaped. It mentions nobody."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@", f"@{_UNSEEN}")


def as_typed(text: str) -> str:
    """Return a user's text, shown as typed and without effect: no formatting, mention, link or invisible character."""
    lines = "\n".join(escape(Typed(line)) for line in text.splitlines())
    return lines.replace("<", "\\<").replace("://", f":{_UNSEEN}//")


def to_markdown(text: Text) -> str:
    """Return a text as Discord shows it, with its values escaped."""
    told, in_code = "", False
    for words, value in text.split(text.pattern):
        told += words
        in_code ^= words.count("`") % 2 == 1
        if value is not None:
            told += str(value).replace("`", "ˋ") if in_code else _write(value)
    return told


def _write(value: Value) -> str:
    match value:
        case Text():
            return to_markdown(value)
        case Link():
            return f"[{value.words}]({value.address})"
        case Name():
            return plain(value)
        case Typed():
            return as_typed(value)
        case Time():
            return f"<t:{value // SECOND}:f>"
        case _:
            return escape(str(value))


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a player's name, escaped. A right-to-left name does not change the order of the words around it."""
    return escape(isolated(name))


def bold(name: str) -> str:
    """Return a player's name in bold, escaped as by :func:`plain`."""
    return f"**{plain(name)}**"


def bold_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return players' names in bold."""
    return tuple(map(bold, names))


def jump(guild_id: int, channel_id: int, message_id: int) -> str:
    """Return the address of a message. It is in a direct message if the server is somebody's home."""
    server = "@me" if is_home(guild_id) else guild_id
    return f"https://discord.com/channels/{server}/{channel_id}/{message_id}"
