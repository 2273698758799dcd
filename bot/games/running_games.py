"""How many games run, without counting all of them again and again: a heartbeat asks every few seconds.

All are counted at first. From then on only those of servers in which a game has begun or ended meanwhile are. What another
process changed (a page that it serves, a command of the host) is found as all are counted again, once an hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import EVERYTHING, Assignment
from bot.storage.queries.play import game_lists

AGAIN = 3600.0
"""Seconds after which all are counted again."""
MOST = 500
"""Where games of more servers have changed, all are counted."""


class RunningGames:
    """The number of running games in the servers of a process. ``steady``: a clock that nobody sets, in seconds."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._of_guild: dict[int, int] = {}
        self._changed: set[int] = set()
        self._served: Assignment | None = None
        """The servers whose games were counted; ``None``: none were yet."""
        self._counted_at = 0.0

    def mark(self, guild_id: int) -> None:
        """Have the games of a server counted again: one of them has begun, ended or been put aside."""
        self._changed.add(guild_id)

    async def count(self, conn: AsyncConnection, served: Assignment = EVERYTHING) -> int:
        """Return how many games are being played."""
        changed, self._changed = self._changed, set()
        try:
            if served != self._served or len(changed) > MOST or self._steady() - self._counted_at >= AGAIN:
                self._of_guild = await game_lists.count_running_by_guild(conn, served)
                self._served, self._counted_at = served, self._steady()
            elif changed:
                found = await game_lists.count_running_in(conn, changed)
                for guild_id in changed:
                    self._of_guild.pop(guild_id, None)
                self._of_guild |= found
        except BaseException:
            self._changed |= changed
            raise
        return sum(self._of_guild.values())
