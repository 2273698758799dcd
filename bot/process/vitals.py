"""The state of a running bot, measured at every heartbeat, for the command ``health`` and for the metrics."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import metrics
from bot.common.assignment import Assignment
from bot.common.clock import SECOND
from bot.process.host.health import Vitals
from bot.storage.engine.database import DatabaseBusy
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists
from bot.usecases.time import downtime
from bot.workers import Lane

if TYPE_CHECKING:
    from bot.process.client import LandGames


class Measurement:
    """Measures one client, and stores since when a shard has been disconnected."""

    def __init__(self, client: LandGames, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._away_since: float | None = clock()
        self._served: set[int] = set()
        """The shards that the metrics report."""

    async def measure(self) -> Vitals:
        """Return the current state of the bot, and set the metrics. Raise errors not caused by Discord or the database."""
        context = self._client.app.context
        away = self._measure_shards()
        try:
            vitals = await self._look()
            await downtime.save_beat(context)
            if context.db.trouble is not None:
                raise context.db.trouble
        except DatabaseBusy as busy:
            self._set_metrics(None)
            return Vitals(trouble=context.db.explain(busy), discord_away=away)
        vitals = vitals._replace(discord_away=away)
        self._forget_shards()
        self._set_metrics(vitals)
        return vitals

    async def _look(self) -> Vitals:
        """Return the part of the state that is read from the database."""
        context, last_sent = self._client.app.context, self._client.sender.last_sent
        assignment, connected, now = context.assignment, self._client.connected_shards(), context.clock()
        reached = Assignment(self._client.shard_count or 1, frozenset(shard for shard, is_up in connected.items() if is_up))

        async def find_delay(conn: AsyncConnection, served: Assignment) -> float:
            oldest = await posts.find_oldest_due(conn, now, served, last_sent)
            return 0.0 if oldest is None else max(0.0, (now - oldest) / SECOND)

        async def look(conn: AsyncConnection) -> Vitals:
            oldest = await find_delay(conn, assignment)
            return Vitals(
                posts_waiting=await posts.count_waiting(conn, assignment),
                oldest_post=oldest,
                stuck_post=oldest if all(connected.values()) else await find_delay(conn, reached),
                running_games=await game_lists.count_running(conn, assignment),
            )

        return await context.db.read(look)

    def _measure_shards(self) -> float:
        """Return the seconds since all shards of this process were connected; 0 if it has no shards.

        A shard that the process lost together with the database counts as disconnected.
        """
        connected = self._client.connected_shards()
        self._served |= set(connected)
        for shard in self._served:
            metrics.SHARD_CONNECTED.labels(str(shard)).set(connected.get(shard, False))
        if all(connected.values()):
            self._away_since = None
            metrics.DISCORD_AWAY.set(0.0)
            return 0.0
        if self._away_since is None:
            self._away_since = self._clock()
        away = self._clock() - self._away_since
        metrics.DISCORD_AWAY.set(away)
        return away

    def _forget_shards(self) -> None:
        """Remove the metrics of shards that other processes now serve.

        The database answers, so these shards were handed over.
        """
        for shard in self._served - set(self._client.connected_shards()):
            metrics.SHARD_CONNECTED.remove(str(shard))
            self._served.discard(shard)

    def _set_metrics(self, vitals: Vitals | None) -> None:
        """Set the metrics. Without ``vitals``, those of the database become NaN, so that none shows an outdated value."""
        metrics.DATABASE_UP.set(vitals is not None)
        metrics.POSTS_WAITING.set(math.nan if vitals is None else vitals.posts_waiting)
        metrics.OLDEST_POST.set(math.nan if vitals is None else vitals.oldest_post)
        metrics.RUNNING_GAMES.set(math.nan if vitals is None else vitals.running_games)
        metrics.REQUESTS_WAITING.set(self._client.rate_limiter.waiting)
        metrics.WORKER_JOBS.set(sum(map(self._client.app.workers.waiting, Lane)))
