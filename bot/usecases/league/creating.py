"""Creating a league: a draft that its host changes until it is announced. Also the later actions of its managers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.queries.league import leagues as store
from bot.storage.queries.league.leagues import League, Season
from bot.usecases import access
from bot.usecases.context import Context, User, read_transaction, write_transaction
from bot.usecases.league import season as seasons
from bot.usecases.league.settings import LeagueSettings, check, settings_of
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.tables import opening
from rules import GAMES

MOST_OPEN = 10
JOIN_AGAIN = DAY
"""Minimum time to join, in milliseconds, after a league gets a channel again."""
NO_LEAGUE = "There is no such league in this server."
NO_THREAD = "Games of a league get their own threads, so a league cannot be in a thread. Choose a channel."


@write_transaction
async def create(
    context: Context,
    conn: AsyncConnection,
    guild_id: int,
    channel_id: int,
    host: User,
    kind: str,
    *,
    parent_id: int | None,
    manages: bool,
    roles: Collection[int],
) -> League:
    """Create the draft of a league. Raise Refusal if the user may not, or games are not played there."""
    own = await guild_settings.read(conn, guild_id)
    access.to_manage_by_role(own.league_roles, manages=manages, roles=roles)
    access.to_play_here(own, channel_id, parent_id)
    await _check_room(conn, guild_id)
    if parent_id is not None:
        raise Refusal(NO_THREAD)
    options = opening.check_options(GAMES[kind], {}, None, None)
    data = LeagueSettings(zone=own.time_zone or "UTC").model_dump(mode="json")
    now = context.clock()
    league_id = await store.insert_league(
        conn, guild_id=guild_id, channel_id=channel_id, host_id=host.id, kind=kind, options=options, data=data, now=now
    )
    await context.schedule.add(conn, seasons.DUE, now + DAY, guild_id=guild_id)
    return await get(conn, guild_id, league_id)


async def _check_room(conn: AsyncConnection, guild_id: int) -> None:
    """Raise Refusal if a server has the maximum number of leagues. Drafts do not count: several hosts may have one."""
    if await store.count_open(conn, guild_id) >= MOST_OPEN:
        raise Refusal(f"This server has {MOST_OPEN} leagues already. `/league manage` can end one.")


async def get(conn: AsyncConnection, guild_id: int, league_id: int, *, lock: bool = False) -> League:
    """Return a league of a server. Raise Refusal if it does not exist."""
    league = await store.get_league(conn, league_id, guild_id, lock=lock)
    if league is None:
        raise Refusal(NO_LEAGUE)
    return league


async def get_draft(conn: AsyncConnection, guild_id: int, league_id: int, user_id: int, *, lock: bool = True) -> League:
    """Return a draft; ``lock``: lock its row. Raise Refusal if it was announced, or belongs to another member."""
    league = await get(conn, guild_id, league_id, lock=lock)
    if league.status != "draft":
        raise Refusal("This league has been announced and can no longer be changed.")
    if league.host_id != user_id:
        raise Refusal("Only its host can change it.")
    return league


async def read_draft(context: Context, guild_id: int, league_id: int, user: User) -> League:
    """Return a draft that a user can change. Raise Refusal in the same cases as :func:`get_draft`."""
    return await context.db.read(lambda conn: get_draft(conn, guild_id, league_id, user.id, lock=False))


@write_transaction
async def change(
    context: Context,
    conn: AsyncConnection,
    guild_id: int,
    league_id: int,
    user: User,
    *,
    options: Mapping[str, Any],
    data: Mapping[str, Any],
) -> League:
    """Change some options and settings of a draft. Raise Refusal if they do not fit."""
    league = await get_draft(conn, guild_id, league_id, user.id)
    chosen, own = check(league.kind, {**league.options, **options}, {**league.data, **data})
    await store.set_league(conn, league_id, options=chosen, data=own.model_dump(mode="json"))
    return await get(conn, guild_id, league_id)


@write_transaction
async def announce(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, user: User) -> League:
    """Announce a draft, so that members can join.

    Raise Refusal in the same cases as :func:`get_draft`, if the settings do not fit, or if the server has too many leagues.
    """
    league = await get_draft(conn, guild_id, league_id, user.id)
    await store.lock_open(conn, guild_id)  # another league announced at the same time counts, too
    await _check_room(conn, guild_id)
    check(league.kind, league.options, league.data)
    await store.set_league(conn, league_id, status="open")
    await seasons.open_season(context, conn, league, 1, context.clock() + settings_of(league).days * DAY)
    return await get(conn, guild_id, league_id)


@read_transaction
async def list_leagues(context: Context, conn: AsyncConnection, guild_id: int) -> list[League]:
    """Return the leagues of a server, open ones first."""
    return [league for status in ("open", "closed") for league in await store.list_leagues(conn, guild_id, (status,))]


@write_transaction
async def close(context: Context, conn: AsyncConnection, guild_id: int, league_id: int) -> League:
    """Let a league end with its current season; one whose season has not started ends at once."""
    league = await get(conn, guild_id, league_id, lock=True)
    last = await _last_season(conn, league)
    await store.set_league(conn, league_id, data={**league.data, "last": True})
    if last.is_joining:
        await store.set_season(conn, last.id, status="empty", ended_at=context.clock())
        await store.set_league(conn, league_id, status="closed")
    await seasons.show(context, conn, league, last)
    return await get(conn, guild_id, league_id)


@write_transaction
async def move(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, channel_id: int) -> League:
    """Move a league to another channel: its standings and its next games are posted there.

    If the league had no channel, a season open for joining starts a day later at the earliest.
    """
    league = await get(conn, guild_id, league_id, lock=True)
    if league.channel_id == channel_id and league.channel_gone_at is None:
        raise Refusal("This league is in this channel already.")
    await store.set_league(conn, league_id, channel_id=channel_id, channel_gone_at=None)
    moved = await get(conn, guild_id, league_id)
    last = await _last_season(conn, moved)
    if league.channel_gone_at is not None and last.is_joining:
        delay = max(0, context.clock() + JOIN_AGAIN - last.starts_at)
        await store.set_season(conn, last.id, starts_at=last.starts_at + delay, ends_at=last.ends_at + delay)
    await seasons.post_anew(context, conn, moved, last, league.channel_id)
    await seasons.wake(context, conn, guild_id)
    return moved


async def _last_season(conn: AsyncConnection, league: League) -> Season:
    found = await store.list_seasons(conn, league.id)
    if not found or league.status != "open":
        raise Refusal("This league has ended.")
    return found[0]
