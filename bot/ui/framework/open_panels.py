"""Private messages about a game that can still be edited: panels, and answers to moves.

Discord lets an answer be edited for 15 minutes. During that time, outdated panels are replaced by a notice and outdated answers
to moves are deleted. Afterwards, and after a restart, the notice appears when the player presses something.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.ui.framework.layout import frame

logger = logging.getLogger(__name__)

MOST = 2000
"""Maximum number of messages tracked; the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A private message: the interaction that last created or edited it, and the version of the game that it shows."""

    interaction: discord.Interaction[Any]
    version: int
    answers_move: bool
    """Whether it is an answer to a move; otherwise it is a panel."""


@dataclass(slots=True)
class OpenPanels:
    """The last private message of each player in each game."""

    _last: OrderedDict[tuple[int, int], _Shown] = field(default_factory=OrderedDict)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def remember(
        self, game_id: int, interaction: discord.Interaction[Any], version: int, *, answers_move: bool, new: bool
    ) -> None:
        """Track the private message that a player sees in a game: a panel, or an answer to a move (``answers_move``).

        ``version``: the version of the game that it shows. ``new``: it is a new message; the previous one is deleted.
        """
        key = (game_id, interaction.user.id)
        before = self._last.pop(key, None)
        if new and before is not None:
            task = asyncio.create_task(_end(before, game_id, None), name=f"a new panel in game {game_id}")
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        self._last[key] = _Shown(interaction, version, answers_move)
        while len(self._last) > MOST:
            self._last.popitem(last=False)

    def forget_panel(self, game_id: int, user_id: int) -> None:
        """Stop tracking a message that no longer has active controls."""
        self._last.pop((game_id, user_id), None)

    async def close(self, game_id: int, user_id: int, text: str) -> None:
        """Replace the player's panel by ``text``, or delete their answer to a move. Never raises Discord's errors."""
        shown = self._last.pop((game_id, user_id), None)
        if shown is not None:
            await _end(shown, game_id, text)

    async def close_old(self, game_id: int, version: int, text: str) -> None:
        """Close all messages about versions of a game before ``version``. Never raises Discord's errors."""
        old = [key for key, shown in self._last.items() if key[0] == game_id and shown.version < version]
        for key in old:
            await self.close(*key, text)


async def _end(shown: _Shown, game_id: int, text: str | None) -> None:
    """Delete a message, or replace a panel by ``text``, if Discord still allows it."""
    interaction = shown.interaction
    if interaction.is_expired() or not interaction.response.is_done():
        return
    try:
        if shown.answers_move or text is None:
            await interaction.delete_original_response()
        else:
            await interaction.edit_original_response(content=None, view=frame(text), attachments=[])
    except discord.DiscordException as error:  # the player may have dismissed it
        logger.info("a panel could not be closed: %r", error, extra={"game": game_id, "user": interaction.user.id})
