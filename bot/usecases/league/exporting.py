"""Leagues in files of ``/export``: seasons, members with their standings, and pairings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.exchange import format_time, identify
from bot.games.file_format import ExportedLeague, ExportedMember, ExportedPairing, ExportedSeason
from bot.storage.queries.league import leagues
from bot.storage.queries.league.leagues import League
from bot.storage.queries.league.members import Member
from bot.usecases.context import Context
from bot.usecases.league.settings import settings_of
from bot.usecases.league.views import SeasonView, is_computer, read_season


async def export_leagues(
    context: Context, guild_id: int, user_id: int | None, persons: dict[int, int], sees: Callable[[League], bool]
) -> list[str]:
    """Return the leagues of a server that the user can see, or all that a member has joined, as JSON.

    ``persons``: the numbers of persons in the file; those of the leagues are added to it.
    """

    async def look(conn: AsyncConnection) -> list[list[SeasonView]]:
        found = []
        for league in await leagues.list_leagues(conn, guild_id, ("open", "closed")):
            if user_id is not None or sees(league):
                seasons = await leagues.list_seasons(conn, league.id)
                found.append([await read_season(conn, league, season) for season in reversed(seasons)])
        return sorted(found, key=lambda seasons: seasons[0].league.id)

    return [
        _export_league(seasons[0].league, seasons, persons)
        for seasons in await context.db.read(look)
        if user_id is None or any(member.who == user_id for season in seasons for member in season.members)
    ]


def _export_league(league: League, seasons: Sequence[SeasonView], persons: dict[int, int]) -> str:
    told = [_export_season(season, persons) for season in seasons]
    made = ExportedLeague(number=league.id, game=league.kind, options=league.options, settings=league.data, seasons=told)
    return made.model_dump_json(exclude_none=True)


def _export_season(view: SeasonView, persons: dict[int, int]) -> ExportedSeason:
    lines: list[tuple[Member, dict[str, Any]]] = [
        (row.member, {"place": row.line.place, "points": row.line.points, "margin": row.line.margin})
        for division in view.divisions
        for row in division
    ] or [(member, {}) for member in view.members]
    return ExportedSeason.model_validate(
        {
            "number": view.season.number,
            "status": view.season.status,
            "starts": format_time(view.season.starts_at),
            "ends": format_time(view.season.ended_at or view.season.ends_at),
            "members": [_export_member(member, line, settings_of(view.league).level, persons) for member, line in lines],
            "games": [
                ExportedPairing(
                    division=game.division, round=game.round, seats=list(game.seats), game=game.game_id, result=game.data
                )
                for game in view.games
            ],
        }
    )


def _export_member(member: Member, line: dict[str, Any], level: int, persons: dict[int, int]) -> ExportedMember:
    withdrew = None if member.left_at is None else format_time(member.left_at)
    return ExportedMember.model_validate(
        {
            "name": member.name,
            "number": member.number,
            "division": member.division,
            "withdrew": withdrew,
            **({"level": level} if is_computer(member) else identify(member.who, persons)),
            **line,
        }
    )
