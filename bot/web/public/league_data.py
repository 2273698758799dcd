"""The data of the public pages of leagues. Like a game, a league is shown while its channel is visible to everybody."""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from bot.storage.queries.league.leagues import League
from bot.usecases.context import Context
from bot.usecases.league import creating, views
from bot.usecases.league.settings import settings_of
from bot.usecases.league.views import SeasonView, Winner
from bot.usecases.public.memory import find_named
from bot.usecases.public.sites import NotShown, Site
from bot.usecases.statistics.hall_of_fame import MOST_SEASONS
from bot.web.public.names import Labels
from bot.web.public.words import format_time
from render.text.words import format_points, join_words
from rules import GAMES

STATES = {"joining": "open to join", "running": "running", "over": "over", "empty": "did not begin"}


async def collect_leagues(context: Context, site: Site) -> dict[str, Any]:
    """Return the leagues of a server, each with its newest season."""
    shown = [league for league in await creating.list_leagues(context, site.shown.guild_id) if _is_shown(site, league)]
    found = [await views.view(context, site.shown.guild_id, league.id) for league in shown]
    return {
        "leagues": [
            {"id": each.league.id, "title": _title(each), "season": each.season.number, "state": STATES[each.season.status]}
            for each in found
        ]
    }


async def collect_season(context: Context, site: Site, league_id: int, number: int, zone: tzinfo) -> dict[str, Any]:
    """Return the standings of a season."""
    found = await views.view(context, site.shown.guild_id, league_id, number)
    if not _is_shown(site, found.league):
        raise NotShown("There is no such page.")
    who = [member.who for member in found.members]
    labels = Labels(await find_named(context, site.shown.guild_id, who))
    divisions = [[_collect_line(labels, row) for row in division] for division in found.divisions]
    winners = [row.member for row in found.divisions[0] if row.line.place == 1] if divisions else []
    return {
        "title": _title(found),
        "league": found.league.id,
        "season": found.season.number,
        "seasons": list(range(found.seasons, 0, -1)),
        "state": STATES[found.season.status],
        "dates": "" if found.season.status == "empty" else _write_dates(found, zone),
        "divisions": divisions,
        "judged": any(row.line.judged for division in found.divisions for row in division),
        "joined": len(found.members),
        "winners": join_words([labels.call(each.who, each.name) for each in winners]) if found.season.status == "over" else "",
    }


async def list_winners(context: Context, site: Site) -> list[Winner]:
    """Return the winners of the last seasons of the leagues that are shown."""
    shown = site.shown
    return await context.db.read(lambda conn: views.list_winners(conn, shown.guild_id, None, MOST_SEASONS, shown.channels))


def collect_winner(won: Winner, labels: Labels) -> dict[str, Any]:
    """Return a season with its winners."""
    who = [labels.call(who, name) for who, name in zip(won.persons, won.names, strict=True)]
    return {"title": _title(won), "league": won.league.id, "season": won.season.number, "who": join_words(who)}


def _write_dates(found: SeasonView, zone: tzinfo) -> str:
    season = found.season
    begins = format_time(season.starts_at, zone)
    if season.ended_at is None and settings_of(found.league).ends == "finish":
        return f"{begins} until its last game is over"
    return f"{begins} to {format_time(season.ended_at or season.ends_at, zone)}"


def _is_shown(site: Site, league: League) -> bool:
    return league.status != "draft" and league.channel_id in site.shown.channels


def _title(found: SeasonView | Winner) -> str:
    return f"League #{found.league.id} of {GAMES[found.league.kind].title}"


def _collect_line(labels: Labels, row: views.Row) -> dict[str, Any]:
    line = row.line
    return {
        "place": "–" if line.place is None else line.place,
        "name": labels.call(row.member.who, row.member.name),
        "points": f"{format_points(line.points)}{'*' if line.judged else ''}",
        "to_come": line.to_come,
        "move": {1: "▲ up", -1: "▼ down", 0: ""}[row.move],
        "gone": row.member.left_at is not None,
    }
