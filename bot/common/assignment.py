"""Which servers this process serves, and which of its shards are connected to Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.common.home import is_home


def find_shard(guild_id: int, count: int) -> int:
    """Return the shard of a server, of ``count``."""
    return 0 if is_home(guild_id) else (guild_id >> 22) % count


@dataclass(frozen=True, slots=True)
class Assignment:
    """The shards that a process serves, of ``count`` in the whole bot. ``shards`` is ``None`` for all of them.

    Discord puts the server ``guild_id`` on the shard ``(guild_id >> 22) % count``, and direct messages on the first one: that
    one serves everybody's home (``bot.common.home``).
    """

    count: int = 1
    shards: frozenset[int] | None = None

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return find_shard(guild_id, self.count)

    def serves(self, guild_id: int) -> bool:
        """Return whether a server is among those that the process serves."""
        return self.shards is None or self.shard_of(guild_id) in self.shards

    def without_shard(self, shard: int) -> Assignment:
        """Return the same assignment with one shard less."""
        return Assignment(self.count, frozenset(self.shards or range(self.count)) - {shard})

    def with_shard(self, shard: int) -> Assignment:
        """Return the same assignment with one shard more."""
        return Assignment(self.count, (self.shards or frozenset()) | {shard})


EVERYTHING = Assignment()
"""One process that serves every server."""
NOTHING = Assignment(1, frozenset())


@dataclass(slots=True)
class ConnectedShards:
    """The connected shards, of ``count`` in the whole bot. If they are not watched, no server counts as away."""

    watched: bool = False
    count: int = 1
    shards: set[int] = field(default_factory=set)
    saved_at: int = 0
    """When this was last saved, in milliseconds since 1970."""

    def add(self, count: int, shards: Iterable[int]) -> None:
        """Note that some shards are connected."""
        if count != self.count:
            self.shards.clear()
        self.count = count
        self.shards.update(shards)

    def is_away(self, guild_id: int) -> bool:
        """Return whether the shard of a server is disconnected."""
        return self.watched and find_shard(guild_id, self.count) not in self.shards
