"""Joining a season, and leaving it: before it begins, or by withdrawing from it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.leagues import League, Season
from bot.usecases.announcements import MemberGone
from bot.usecases.context import Context, User, read_transaction, write_transaction
from bot.usecases.league import season as seasons
from bot.usecases.league.settings import settings_of
from bot.usecases.refusal import Refusal
from bot.usecases.tables import block_rules

CLOSED = "This league is over."
IN_ALREADY = "You are in this league already."


class Joined(NamedTuple):
    """A season after a member has joined or left it."""

    league: League
    season: Season
    withdrawn: bool = False
    """Whether the season had begun, so that leaving it was a withdrawal."""


@write_transaction
async def join(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, user: User, pressed_at: int) -> Joined:
    """Join the open season of a league. Raise Refusal if there is none, or the user is in it already.

    ``pressed_at``: when they pressed, which decides whether they are in time. Many may press in the last second. Two of them
    who block each other may both get in; then their games are not played, as after a block during the season.
    """
    league, season = await _open_season(conn, guild_id, league_id, shared=True)  # many members may join at once
    is_open = season.is_joining and (pressed_at < season.starts_at or league.channel_gone_at is not None)
    if not is_open and await _plays_in(conn, season, user.id):
        raise Refusal(IN_ALREADY)
    if not is_open:
        raise Refusal(_explain_begun(league, season, in_time=pressed_at < season.starts_at))
    there = [member.who for member in await members.list_members(conn, season.id)]
    if not await members.add_member(conn, season.id, user.id, user.name, pressed_at):
        raise Refusal(IN_ALREADY)
    await block_rules.to_sit_with(conn, user.id, there)
    await seasons.show(context, conn, league, season)
    return Joined(league, season)


def _explain_begun(league: League, season: Season, *, in_time: bool) -> str:
    """Return why a season cannot be joined. ``in_time``: the member pressed in time, but the bot was too late."""
    begun = "You pressed in time, but I was too slow: the season has begun" if in_time else "This season has begun"
    if league.data.get("last"):
        return f"{begun}, and no other one follows."
    ends = f"it ends: <t:{season.ends_at // SECOND}:R> at the latest"
    end = "its last game is over" if settings_of(league).ends == "finish" else ends
    return f"{begun}. Join the next one, which opens when {end}."


@write_transaction
async def leave(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, user: User) -> Joined:
    """Leave a season that has not begun, or withdraw from one that has. Raise Refusal if the user is not in it."""
    league, season = await _open_season(conn, guild_id, league_id)
    if not await _take_out(context, conn, league, season, user.id):
        raise Refusal("You are not in this league.")
    return Joined(league, season, season.is_running)


@read_transaction
async def is_member(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, user_id: int) -> bool:
    """Return whether a member plays in the running season of a league, so that leaving it is a withdrawal."""
    _, season = await _open_season(conn, guild_id, league_id)
    return await _plays_in(conn, season, user_id)


async def list_leagues_of(context: Context, guild_id: int, user_id: int) -> set[int]:
    """Return the ids of the leagues of a server that have a person as a member of an unfinished season."""
    return set((await context.db.read(lambda conn: members.list_seasons_of(conn, guild_id, user_id))).values())


async def leave_all(context: Context, conn: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Remove a member from all unfinished seasons of a server, inside a transaction."""
    found = await members.list_seasons_of(conn, guild_id, user_id)
    if found:
        await leagues.lock_open(conn, guild_id)  # the tasks of leagues lock in the same order: a league, then its season
    for season_id in found:
        if (pair := await leagues.find_season(conn, season_id, lock=True)) is not None:
            await _take_out(context, conn, *pair, user_id)


async def follow_gone(context: Context, conn: AsyncConnection, gone: MemberGone) -> None:
    """Remove a member who has left the server from its seasons."""
    await leave_all(context, conn, gone.guild_id, gone.user_id)


async def _take_out(context: Context, conn: AsyncConnection, league: League, season: Season, user_id: int) -> bool:
    """Remove a member from a season, which is locked. Return whether they were in it."""
    if season.is_joining:
        found = await members.remove_member(conn, season.id, user_id)
    else:
        found = await _plays_in(conn, season, user_id)
        if found:
            begun = [game.begun_at or 0 for game in await members.list_games(conn, season.id)]
            left_at = max(context.clock(), 1 + max(begun, default=0))  # later than them, even if the clock was set back
            await members.set_member(conn, season.id, user_id, left_at=left_at)
            await seasons.wake(context, conn, league.guild_id)
    if found:
        await seasons.show(context, conn, league, season)
    return found


async def _plays_in(conn: AsyncConnection, season: Season, user_id: int) -> bool:
    there = await members.list_members(conn, season.id)
    return season.is_running and any(member.who == user_id and member.left_at is None for member in there)


async def _open_season(conn: AsyncConnection, guild_id: int, league_id: int, *, shared: bool = False) -> tuple[League, Season]:
    """Return a league of a server and its newest season, both locked. Raise Refusal if the league is over or does not exist."""
    league = await leagues.get_league(conn, league_id, guild_id)
    found = [] if league is None or league.status == "draft" else await leagues.list_seasons(conn, league_id)
    season = await leagues.get_season(conn, found[0].id, lock=True, shared=shared) if found else None
    if league is None or season is None:
        raise Refusal("There is no such league in this server.")
    if league.status != "open":
        raise Refusal(CLOSED)
    return league, season
