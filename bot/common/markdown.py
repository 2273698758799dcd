"""Names, texts and links for Discord messages, which are Markdown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from bot.common.home import is_home
from rules import IllegalMove
from rules.words import isolated

_MARKDOWN = re.compile(r"([*_~`|>#()\[\]\\-])")
_QUOTATION = re.compile(r"“(.*)”", re.DOTALL)
"""Matches from the first quotation mark to the last, because the typed text can contain quotation marks too."""
_UNSEEN = "\u200b"
"""A zero-width space: after an @ it keeps Discord from reading a mention."""


class Addressee(Protocol):
    """A player whom a message addresses."""

    @property
    def user_id(self) -> int | None:
        """The member's id; ``None`` if the player is not a member."""

    @property
    def name(self) -> str:
        """The player's name."""


class PostedGame(Protocol):
    """A game and where its newest board is posted."""

    @property
    def guild_id(self) -> int:
        """The server."""

    @property
    def place(self) -> int:
        """The channel or thread of the boards."""

    @property
    def board_message_id(self) -> int | None:
        """The message of the newest board; ``None`` until it is posted."""


def escape(text: str) -> str:
    """Return the text with all formatting escaped. It mentions nobody."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@", f"@{_UNSEEN}")


def as_typed(text: str) -> str:
    """Return a user's text, shown as typed and without effect: no formatting, mention, link or invisible character."""
    seen = "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    return escape(seen).replace("<", "\\<").replace("://", f":{_UNSEEN}//")


def harmless(sentence: str) -> str:
    """Return a sentence in which the user's text, quoted in “ ”, is shown as typed and has no effect.

    It has no formatting, mention, link, or invisible or right-to-left character.
    """
    return _QUOTATION.sub(lambda found: f"“{as_typed(found[1])}”", sentence)


def tell_illegal(error: ValueError) -> str:
    """Return why a move is illegal, with the rule that forbids it. ``error`` is an error of the rules."""
    rule = f" *(rule {error.rule})*" if isinstance(error, IllegalMove) else ""
    return harmless(str(error)) + rule


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a player's name, escaped. A right-to-left name does not change the order of the words around it."""
    return escape(isolated(name))


def bold(name: str) -> str:
    """Return a player's name in bold, escaped as by :func:`plain`."""
    return f"**{plain(name)}**"


def mention(player: Addressee) -> str:
    """Return the form in which a message addresses a player: a mention for a member, otherwise the name in bold."""
    return bold(player.name) if player.user_id is None else f"<@{player.user_id}>"


def bold_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return players' names in bold."""
    return tuple(map(bold, names))


def jump(guild_id: int, channel_id: int, message_id: int) -> str:
    """Return the address of a message. It is in a direct message if the server is somebody's home."""
    server = "@me" if is_home(guild_id) else guild_id
    return f"https://discord.com/channels/{server}/{channel_id}/{message_id}"


def board_link(row: PostedGame) -> str:
    """Return a link to the board that has the buttons, or only its text while the board is not posted."""
    if row.board_message_id is None:
        return "the newest board"
    return f"[the newest board]({jump(row.guild_id, row.place, row.board_message_id)})"
