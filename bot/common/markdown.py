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
"""From the first quotation mark to the last: the typed text may contain some too."""
_UNSEEN = "\u200b"
"""A space without width: behind an @ it stops Discord from reading a mention."""


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
        """The message of the newest board; ``None`` while it is not posted."""


def escape(text: str) -> str:
    """Return the text with all formatting escaped. It pings nobody."""
    return _MARKDOWN.sub(r"\\\1", text).replace("@", f"@{_UNSEEN}")


def as_typed(text: str) -> str:
    """Return what somebody typed, shown as typed. It does nothing: no formatting, mention, link or invisible mark."""
    seen = "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    return escape(seen).replace("<", "\\<").replace("://", f":{_UNSEEN}//")


def harmless(sentence: str) -> str:
    """Return a sentence in which what somebody typed, quoted in “ ”, is shown as typed and does nothing.

    No formatting, no mention, no link, no invisible or right-to-left mark.
    """
    return _QUOTATION.sub(lambda found: f"“{as_typed(found[1])}”", sentence)


def tell_illegal(error: ValueError) -> str:
    """Return why something is no legal move, with the rule that forbids it; ``error`` is one of the rules'."""
    rule = f" *(rule {error.rule})*" if isinstance(error, IllegalMove) else ""
    return harmless(str(error)) + rule


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a player's name, :func:`escaped`. A right-to-left name does not change the order of the words around it."""
    return escape(isolated(name))


def bold(name: str) -> str:
    """Return a player's name in bold, as :func:`plain` makes it."""
    return f"**{plain(name)}**"


def mention(player: Addressee) -> str:
    """Return how a message addresses a player: a member by a mention, anybody else by their name in bold."""
    return bold(player.name) if player.user_id is None else f"<@{player.user_id}>"


def bold_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return players' names in bold."""
    return tuple(map(bold, names))


def jump(guild_id: int, channel_id: int, message_id: int) -> str:
    """Return the address of a message; in a direct message, where the server is somebody's home."""
    server = "@me" if is_home(guild_id) else guild_id
    return f"https://discord.com/channels/{server}/{channel_id}/{message_id}"


def board_link(row: PostedGame) -> str:
    """Return a link to the board that has the buttons; only the words while it is not posted."""
    if row.board_message_id is None:
        return "the newest board"
    return f"[the newest board]({jump(row.guild_id, row.place, row.board_message_id)})"
