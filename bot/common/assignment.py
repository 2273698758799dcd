"""The servers that this process serves, and its shards that are connected to Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from bot.common.home import is_home


def find_shard(guild_id: int, count: int) -> int:
    """Return the shard of a server in a bot of ``count`` shards."""
    return 0 if is_home(guild_id) else (guild_id >> 22) % count


@dataclass(frozen=True, slots=True)
class Assignment:
    """The shards that a process serves, out of ``count`` in the whole bot. ``shards`` is ``None`` for all of them.

    Discord assigns the server ``guild_id`` to the shard ``(guild_id >> 22) % count``, and direct messages to shard 0. That
    shard also serves everybody's home (``bot.common.home``).
    """

    count: int = 1
    shards: frozenset[int] | None = None

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return find_shard(guild_id, self.count)

    def serves(self, guild_id: int) -> bool:
        """Return whether the process serves a server."""
        return self.shards is None or self.shard_of(guild_id) in self.shards


class Serving(Protocol):
    """Has the current assignment, which changes as shards move between processes."""

    assignment: Assignment


EVERYTHING = Assignment()
NOTHING = Assignment(1, frozenset())


@dataclass(slots=True)
class ConnectedShards:
    """The connected shards, out of ``count`` in the whole bot. While they are not watched, every server counts as connected."""

    watched: bool = False
    count: int = 1
    shards: set[int] = field(default_factory=set)
    saved_at: int = 0
    """Time at which the connected shards were last saved (ms since 1970)."""

    def add(self, count: int, shards: Iterable[int]) -> None:
        """Add shards that are connected."""
        if count != self.count:
            self.shards.clear()
        self.count = count
        self.shards.update(shards)

    def is_away(self, guild_id: int) -> bool:
        """Return whether the shard of a server is disconnected."""
        return self.watched and find_shard(guild_id, self.count) not in self.shards
