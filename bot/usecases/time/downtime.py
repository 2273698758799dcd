"""Since when the bot has been there for its servers, and giving players the time back in which it was not.

For each shard the database has when it was connected last. When a shard is connected, the time since then goes back to every
clock that ran. Meanwhile nothing is done about clocks.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.common.clock import HOUR, MINUTE, SECOND
from bot.storage.queries.play import proposals
from bot.storage.queries.server import bot_values
from bot.storage.queries.time import clocks
from bot.usecases.context import Context

logger = logging.getLogger(__name__)

KEY = "connected "
"""How the keys of the values begin; the number of shards and the shard follow."""
BEAT = MINUTE
"""Milliseconds after which it is saved again that the bot is there: at most so much is given back too much."""
LONGEST = 2 * HOUR
"""A stop that comes later after a beat than any beat does is at another clock's time, and saves nothing."""
SHORT = 5 * SECOND
"""A gap that is not given back, in milliseconds."""


async def connect_shards(context: Context, count: int, shards: Iterable[int]) -> None:
    """Some shards of ``count`` are connected: gives back the time in which they were not."""
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
            if last and now - last > SHORT:
                served = Assignment(count, frozenset({shard}))
                given += await clocks.give_back(conn, served, last, now)
                await proposals.give_back(conn, served, now - last)
            await bot_values.save_value(conn, _key(count, shard), str(now))
        return given

    given = await context.db.write(work)
    if given:
        logger.info("the time of an absence was given back", extra={"clocks": given, "shards": new})
    presence.add(count, new)
    context.schedule.wake()


async def disconnect_shard(context: Context, shard: int) -> None:
    """A shard is disconnected: from now on its clocks are given the time back."""
    presence = context.connected
    if shard not in presence.shards:
        return
    presence.shards.discard(shard)
    now, count = context.clock(), presence.count
    if _serves(context, shard):
        await context.db.write(lambda conn: bot_values.save_value(conn, _key(count, shard), str(now)))


async def save_beat(context: Context, *, last: bool = False) -> None:
    """Saves that the bot is there, unless that was saved a short while ago. ``last``: at a stop, however short the while is."""
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
