"""Everybody's home: what belongs to one person alone, in no server.

A person's own settings, vacations, lessons and games against computers are stored like those of a server. The id of that server
is the negative id of the person: Discord gives none.
"""

from __future__ import annotations


def home_of(user_id: int) -> int:
    """Return the id of a person's home."""
    return -user_id


def is_home(guild_id: int) -> bool:
    """Return whether an id is that of somebody's home, not of a server."""
    return guild_id < 0
