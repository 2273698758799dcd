"""The start of a season: divisions, computers that fill a place, and the list of all games."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.divisions import cut_divisions
from bot.league.pairings import TABLES, Seats, list_pairs
from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.leagues import League, Season
from bot.storage.queries.league.members import Member
from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.statistics import ratings
from bot.usecases.computers.seats import make_computer
from bot.usecases.context import Context
from bot.usecases.league.settings import count_least, is_for_two, most_of_division, plays_both_ways, settings_of
from bot.usecases.statistics.rating import BASE
from bot.usecases.statistics.standings import ALL_TIME

logger = logging.getLogger(__name__)


async def start(context: Context, conn: AsyncConnection, league: League, season: Season) -> Season:
    """Start a season, or cancel it if too few members have joined. Return the updated season."""
    there = await _sort(conn, league, await members.list_members(conn, season.id))
    own, is_rounds = settings_of(league), settings_of(league).form == "rounds"
    if len(there) < count_least(league.kind):
        await leagues.set_season(conn, season.id, status="empty", ended_at=context.clock())
        await leagues.set_league(conn, league.id, status="closed")
        return replace(season, status="empty")
    divisions = [there] if is_rounds else cut_divisions(there, most_of_division(own))
    number = order = 0
    for place, division in enumerate(divisions):
        size = len(division)
        if own.computer and size % 2:
            name = make_computer(own.level, [member.name for member in there]).name
            who = COMPUTERS - own.level - 10 * place  # each has a different number: one computer plays in each division
            await members.add_member(conn, season.id, who, name, context.clock())
            await members.set_member(conn, season.id, who, division=place, number=number + size)
            size += 1
        for at, member in enumerate(division):
            await members.set_member(conn, season.id, member.who, division=place, number=number + at)
        if not is_rounds:
            games = list_games(league, size)
            rows = [{"division": place, "round": 0, "seats": [number + at for at in each]} for each in games]
            await members.add_games(conn, season.id, ({**row, "number": at} for at, row in enumerate(rows, order)))
            order += len(games)
        number += size
    await leagues.set_season(conn, season.id, status="running")
    where = {"guild": league.guild_id, "league": league.id, "season": season.number}
    logger.info("a season has started", extra={**where, "members": len(there), "divisions": len(divisions)})
    return replace(season, status="running")


def list_games(league: League, size: int) -> Sequence[Seats]:
    """Return the games of a division of a league, by places in it, in the order in which they should begin."""
    return list_pairs(size, both_ways=plays_both_ways(league)) if is_for_two(league.kind) else TABLES[size]


async def _sort(conn: AsyncConnection, league: League, there: Sequence[Member]) -> list[Member]:
    """Return the members of the last season in their final order, then the new ones by rating and time of joining."""
    found = await ratings.get_ratings(
        conn, league.guild_id, "members", (league.kind,), (ALL_TIME,), [member.who for member in there]
    )
    points = {row.who: row.points for row in found}

    def key(member: Member) -> tuple[bool, int, int]:
        if member.carried is not None:
            return False, member.carried, 0
        return True, -points.get(member.who, BASE), member.joined_at

    return sorted(there, key=key)
