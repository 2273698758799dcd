"""What the bot needs in a channel where it is played."""

from __future__ import annotations

import discord

PERMISSIONS: dict[str, str] = {
    "view_channel": "to be in the channel at all",
    "send_messages": "to post tables and boards",
    "send_messages_in_threads": "to play in threads",
    "create_public_threads": "to give a game a thread of its own, where `posts` is so",
    "attach_files": "to post the boards, which are pictures",
    "read_message_history": "to see, after a lost answer, whether a board was posted already",
}
"""The permissions, by discord.py's names, and why each is needed."""
SPARED = "create_public_threads"
"""The one without which everything works: a game that should have a thread goes on in its channel."""


def lacking(held: discord.Permissions) -> list[str]:
    """Which of the needed permissions are not held, as people know them; without that for threads."""
    return [name.replace("_", " ").title() for name in PERMISSIONS if name != SPARED and not getattr(held, name)]


def lacking_here(held: discord.Permissions, *, thread: bool) -> list[str]:
    """Which permissions are missing to play here; posting in a thread needs another one than posting in a channel.

    Reading the history is not asked for: it only helps to find a message again.
    """
    spared = {SPARED, "read_message_history", "send_messages" if thread else "send_messages_in_threads"}
    return [name.replace("_", " ").title() for name in PERMISSIONS if name not in spared and not getattr(held, name)]
