"""The bot's downtime: players get back the time in which it was not connected.

The database stores when each shard was last connected. When a shard connects again, every running clock, question, open table,
offer of a seat, adjourned game and unfinished season gets back the time since then, and messages that show a time are edited.
Clock events wait until then. If the stored time is in the future, the machine's clock was set back.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.common.clock import HOUR, MINUTE, SECOND
from bot.storage.queries.channels import restored_times
from bot.storage.queries.league import leagues
from bot.storage.queries.server import bot_values
from bot.usecases.channels.adjourn import ABANDONED
from bot.usecases.context import Context
from bot.usecases.time import clock_rollback, clocks

logger = logging.getLogger(__name__)

KEY = "connected "
"""The prefix of the keys; the number of shards and the shard follow."""
BEAT = MINUTE
"""Interval (ms) of beats, which save that the bot is connected. At most one interval is given back in excess."""
LONGEST = 2 * HOUR
"""Maximum age of the last beat (ms) when the bot stops. An older beat means that the system clock was changed, so nothing is
saved."""
SHORT = 5 * SECOND
"""A gap up to this long (ms) is not given back."""
SHOWN = MINUTE
"""Minimum gap (ms) after which seasons get it back and messages that show a time are edited. They show minutes, so shorter
gaps do not matter."""


async def connect_shards(context: Context, count: int, shards: Iterable[int]) -> None:
    """Record that shards of ``count`` are connected, and give back the time in which they were not."""
    presence, now = context.connected, context.clock()
    new = sorted(set(shards) - presence.shards) if presence.count == count else sorted(shards)
    if not new:
        return

    async def work(conn: AsyncConnection) -> int:
        known = await bot_values.get_values(conn, KEY)
        others = max((int(at) for key, at in known.items() if not key.startswith(f"{KEY}{count} ")), default=0)
        given = 0
        for shard in new:
            last = max(int(known.get(_key(count, shard), 0)), others)
            served = Assignment(count, frozenset({shard}))
            if last - now > SHORT:
                await clock_rollback.bring_forward(conn, served, now, last - now)
            if last and now - last > SHORT:
                given += await clocks.give_back(conn, served, last, now)
                await restored_times.give_back(conn, served, ABANDONED, now - last)
                if now - last >= SHOWN:
                    await leagues.give_back(conn, served, last, now)
                    await restored_times.queue_edits(conn, served, now)
            await bot_values.save_value(conn, _key(count, shard), str(now))
        return given

    given = await context.db.write(work)
    if given:
        logger.info("the time of an absence was given back", extra={"clocks": given, "shards": new})
    presence.add(count, new)
    context.schedule.wake()
    context.outbox.wake()


async def disconnect_shard(context: Context, shard: int) -> None:
    """Record that a shard is disconnected: its clocks get the time from now on back."""
    presence = context.connected
    if shard not in presence.shards:
        return
    presence.shards.discard(shard)
    now, count = context.clock(), presence.count
    if _serves(context, shard):
        await context.db.write(lambda conn: bot_values.save_value(conn, _key(count, shard), str(now)))


async def save_beat(context: Context, *, last: bool = False) -> None:
    """Record that the bot is connected, unless that was saved less than a beat ago.

    ``last``: the bot is stopping, so save it unless the last beat is older than ``LONGEST``.
    """
    presence, now = context.connected, context.clock()
    mine = [shard for shard in sorted(presence.shards) if _serves(context, shard)]
    ago = now - presence.saved_at
    if not mine or (not 0 <= ago < LONGEST if last else 0 <= ago < BEAT):
        return

    async def work(conn: AsyncConnection) -> None:
        for shard in mine:
            await bot_values.save_value(conn, _key(presence.count, shard), str(now))

    await context.db.write(work)
    presence.saved_at = now


def _serves(context: Context, shard: int) -> bool:
    served = context.assignment
    return served.shards is None or (served.count == context.connected.count and shard in served.shards)


def _key(count: int, shard: int) -> str:
    return f"{KEY}{count} {shard}"
