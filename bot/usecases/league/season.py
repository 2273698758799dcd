"""Opening a season, and the message that shows it."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.storage.queries.channels import posts
from bot.storage.queries.league import leagues
from bot.storage.queries.league.leagues import League, Season
from bot.usecases.announcements import ChannelGone
from bot.usecases.context import Context, write_transaction

DUE = "league"
"""The kind of the scheduled task for all leagues of a server."""
POST = "league"
"""The kind of the post that shows a season."""
GATHERED = MINUTE // 2
"""Milliseconds for which changes are gathered before the message is edited."""


async def wake(context: Context, conn: AsyncConnection, guild_id: int) -> None:
    """Schedule the tasks of a server's leagues to run as soon as the transaction is committed."""
    await context.schedule.add(conn, DUE, context.clock(), guild_id=guild_id)


async def open_season(context: Context, conn: AsyncConnection, league: League, number: int, starts_at: int) -> Season:
    """Open a season for joining, and announce it."""
    ends_at = starts_at + league.data["weeks"] * 7 * DAY
    season = await leagues.insert_season(conn, league.id, number, starts_at, ends_at)
    await show(context, conn, league, season)
    await wake(context, conn, league.guild_id)
    return season


async def follow_gone_channel(context: Context, conn: AsyncConnection, gone: ChannelGone) -> None:
    """Record that leagues have no channel until a manager chooses another one."""
    if await leagues.save_gone_channel(conn, gone.guild_id, gone.channel_id, context.clock()):
        await wake(context, conn, gone.guild_id)


async def show(context: Context, conn: AsyncConnection, league: League, season: Season) -> None:
    """Queue an update of a season's message, or a new post if there is none. Do nothing if the league's channel was deleted."""
    if league.channel_gone_at is not None:
        return
    if season.message_id is None:
        payload = {"season": season.id}
        if not await posts.has_post(conn, POST, league.channel_id, payload):
            await context.outbox.put(conn, POST, league.guild_id, league.channel_id, **payload)
    else:
        payload = {"season": season.id, "message": season.message_id}
        await context.outbox.put(conn, f"{POST}_edit", league.guild_id, league.channel_id, wait=GATHERED, **payload)


async def save_message(context: Context, conn: AsyncConnection, season_id: int, channel_id: int, message_id: int) -> None:
    """Save the id of a season's message, and queue an update if the season has changed since the message was composed."""
    found = await leagues.find_season(conn, season_id, lock=True)
    if found is not None and found[0].channel_id == channel_id:
        league, season = found
        await leagues.set_season(conn, season_id, message_id=message_id)
        await show(context, conn, league, replace(season, message_id=message_id))


async def post_anew(context: Context, conn: AsyncConnection, league: League, season: Season, old_channel: int) -> None:
    """Post the message of a season again, and delete the one that is in ``old_channel``."""
    if season.message_id is not None:
        await context.outbox.put(conn, "remove", league.guild_id, old_channel, message=season.message_id)
    await leagues.set_season(conn, season.id, message_id=None)
    await context.outbox.put(conn, POST, league.guild_id, league.channel_id, season=season.id)


@write_transaction
async def replace_message(context: Context, conn: AsyncConnection, season_id: int, message_id: int) -> None:
    """Post the message of a season again, because the old one is gone or too old to edit."""
    found = await leagues.find_season(conn, season_id, lock=True)
    if found is not None and found[1].message_id == message_id:
        league, season = found
        await post_anew(context, conn, league, season, league.channel_id)
