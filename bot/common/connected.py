"""Which shards of this process are connected to Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


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
        return self.watched and (guild_id >> 22) % self.count not in self.shards
