"""Everybody's home: the storage of a person's data that belongs to no server.

A person's own settings, vacations, lessons and games against computers are stored like those of a server. The id of this server
is the negative id of the person, because Discord has no id for it.
"""

from __future__ import annotations


def home_of(user_id: int) -> int:
    """Return the id of a person's home."""
    return -user_id


def owner_of(home_id: int) -> int:
    """Return the id of the person whose home it is."""
    return -home_id


def is_home(guild_id: int) -> bool:
    """Return whether an id is that of a home rather than a server."""
    return guild_id < 0
