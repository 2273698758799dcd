"""The state of a running bot, measured at every heartbeat: for the command ``health`` and for the metrics."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import metrics
from bot.common.clock import SECOND
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists
from bot.usecases.time import downtime
from bot.workers import Lane

if TYPE_CHECKING:
    from bot.process.client import LandGames

LATE_POST = 60.0
"""The bot counts as ill if a post has been due for so many seconds."""
AWAY = 300.0
"""The bot counts as ill if a shard has been away from Discord for so many seconds."""


class Vitals(BaseModel):
    """The state of a bot at one moment. Times are in seconds."""

    posts_waiting: int = 0
    oldest_post: float = 0.0
    """For how long the oldest post has been due, or failing."""
    discord_away: float = 0.0
    """For how long a shard of this process has been away from Discord."""
    running_games: int = 0

    def find_illness(self) -> str | None:
        """Return what is wrong, as a sentence; ``None`` if nothing is."""
        if self.discord_away > AWAY:
            return f"Discord has been away for {self.discord_away:.0f} s: see the log, and Discord's status page."
        if self.oldest_post > LATE_POST and not self.discord_away:
            return f"A post has been due for {self.oldest_post:.0f} s although Discord is there: see the log for why."
        return None


class Measurement:
    """Measures one client, and remembers since when a shard has been away."""

    def __init__(self, client: LandGames, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._away_since: float | None = clock()

    async def measure(self) -> Vitals:
        """Return how the bot is now, and set the metrics. Raise if the database does not answer."""
        context = self._client.app.context
        assignment, now = context.assignment, context.clock()

        async def look(conn: AsyncConnection) -> tuple[int, int | None, int]:
            waiting = await posts.count_waiting(conn, assignment)
            return waiting, await posts.oldest_due(conn, now, assignment), await game_lists.count_running(conn, assignment)

        waiting, oldest, running = await context.db.read(look)
        await downtime.save_beat(context)
        vitals = Vitals(
            posts_waiting=waiting,
            oldest_post=0.0 if oldest is None else max(0.0, (now - oldest) / SECOND),
            discord_away=self._discord_away(),
            running_games=running,
        )
        self._set_metrics(vitals)
        return vitals

    def _discord_away(self) -> float:
        """Return the seconds since all shards of this process were connected. A process that waits for a shard misses none."""
        connected = self._client.connected_shards()
        for shard, is_connected in connected.items():
            metrics.SHARD_CONNECTED.labels(str(shard)).set(is_connected)
        if all(connected.values()):
            self._away_since = None
            return 0.0
        if self._away_since is None:
            self._away_since = self._clock()
        return self._clock() - self._away_since

    def _set_metrics(self, vitals: Vitals) -> None:
        metrics.POSTS_WAITING.set(vitals.posts_waiting)
        metrics.OLDEST_POST.set(vitals.oldest_post)
        metrics.DISCORD_AWAY.set(vitals.discord_away)
        metrics.RUNNING_GAMES.set(vitals.running_games)
        metrics.REQUESTS_WAITING.set(self._client.rate_limiter.waiting)
        workers = self._client.app.workers
        metrics.WORKER_JOBS.set(sum(map(workers.waiting, Lane)))
