"""The permissions that the bot needs in a game's channel."""

from __future__ import annotations

PERMISSIONS: dict[str, str] = {
    "view_channel": "to be in the channel at all",
    "send_messages": "to post tables and boards",
    "send_messages_in_threads": "to play in threads",
    "create_public_threads": "to give a game its own thread (`posts: thread`)",
    "attach_files": "to post the boards, which are pictures",
    "read_message_history": "to see, after a lost answer, whether a board was posted already",
}
"""The permissions, by discord.py's names, and the reason why each is needed."""
THREADS = "create_public_threads"
"""The only optional permission: without it, a game that should have a thread is played in its channel."""


def lacking(held: object) -> list[str]:
    """Return the names of the missing permissions as Discord shows them, except the one for threads.

    ``held``: an object with a truth value for each permission, such as ``discord.Permissions``.
    """
    return _missing(held, {THREADS})


def lacking_here(held: object, *, thread: bool) -> list[str]:
    """Return the permissions that are missing to play here.

    Posting in a thread needs another permission than posting in a channel. The permission to read the history is not required
    here, since it only helps to find a message again.
    """
    return _missing(held, {THREADS, "read_message_history", "send_messages" if thread else "send_messages_in_threads"})


def _missing(held: object, spared: set[str]) -> list[str]:
    return [name.replace("_", " ").title() for name in PERMISSIONS if name not in spared and not getattr(held, name)]
