"""What the bot needs in a channel where it is played."""

from __future__ import annotations

import discord

PERMISSIONS: dict[str, str] = {
    "view_channel": "to be in the channel at all",
    "send_messages": "to post tables and boards",
    "send_messages_in_threads": "to play in threads",
    "attach_files": "to post the boards, which are pictures",
    "read_message_history": "to see, after a lost answer, whether a board was posted already",
}
"""The permissions, by discord.py's names, and why each is needed."""


def lacking(held: discord.Permissions) -> list[str]:
    """Which of the needed permissions are not held, as people know them."""
    return [name.replace("_", " ").title() for name in PERMISSIONS if not getattr(held, name)]


def lacking_here(held: discord.Permissions, *, thread: bool) -> list[str]:
    """Which are missing where somebody wants to play: a thread and a channel ask for different ones to post.

    A message can be found again without its channel's history, if less surely, so that one is not asked for here.
    """
    spared = {"read_message_history", "send_messages" if thread else "send_messages_in_threads"}
    return [name.replace("_", " ").title() for name in PERMISSIONS if name not in spared and not getattr(held, name)]
