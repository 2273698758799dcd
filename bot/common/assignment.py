"""Which servers this process serves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Assignment:
    """The shards that a process serves, of ``count`` in the whole bot. ``shards`` is ``None`` for all of them.

    Discord puts the server ``guild_id`` on the shard ``(guild_id >> 22) % count``.
    """

    count: int = 1
    shards: frozenset[int] | None = None

    def shard_of(self, guild_id: int) -> int:
        """Return the shard of a server."""
        return (guild_id >> 22) % self.count

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
