"""The data of a season's standings, and the winners of past seasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.divisions import count_moved
from bot.league.standings import Line, compute
from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.leagues import League, Season
from bot.storage.queries.league.members import GameOfLeague, Member
from bot.storage.queries.seats.holders import COMPUTERS
from bot.usecases.context import Context, read_transaction
from bot.usecases.league.outcomes import to_count
from bot.usecases.refusal import Refusal
from rules.words import tell_apart

NO_SEASON = "There is no such season of a league in this server."


class Row(NamedTuple):
    """A line of a division's standings, with its member."""

    member: Member
    line: Line
    move: int
    """The change of division by the current standings: 1 up, -1 down, 0 stays."""


class SeasonView(NamedTuple):
    """All data that the standings of a season show."""

    league: League
    season: Season
    members: Sequence[Member]
    divisions: Sequence[Sequence[Row]]
    """The standings of each division; empty before the season begins."""
    games: Sequence[GameOfLeague]
    seasons: int


def is_computer(member: Member) -> bool:
    """Return whether a computer fills the place."""
    return member.who <= COMPUTERS


def compute_divisions(there: Sequence[Member], games: Sequence[GameOfLeague]) -> list[list[tuple[Member, Line]]]:
    """Return the standings of each division of a season, best first."""
    by_number = {member.number or 0: member for member in there if member.number is not None}
    found = []
    for division in sorted({member.division or 0 for member in by_number.values()}):
        mine = [number for number, member in by_number.items() if member.division == division]
        played = [to_count(game) for game in games if game.division == division]
        lines = compute(mine, played, [number for number in mine if is_computer(by_number[number])])
        found.append([(by_number[line.member], line) for line in lines])
    return found


def rank_remaining(divisions: Sequence[Sequence[tuple[Member, Line]]]) -> list[list[Member]]:
    """Return the members who stay for the next season, by division and place.

    Computers and members who withdrew are left out.
    """
    return [[member for member, _ in division if not is_computer(member) and member.left_at is None] for division in divisions]


async def _list_named(conn: AsyncConnection, season: Season) -> list[Member]:
    """Return the members of a season with distinct, visible names. Computers of several divisions may have the same one."""
    there = await members.list_members(conn, season.id)
    people = [member for member in there if not is_computer(member)]
    names = tell_apart([member.name for member in people])
    shown = {member.who: name for member, name in zip(people, names, strict=True)}
    return [replace(member, name=shown.get(member.who, member.name)) for member in there]


async def read_season(conn: AsyncConnection, league: League, season: Season) -> SeasonView:
    """Return the data of the standings of a season."""
    there, games = await _list_named(conn, season), await members.list_games(conn, season.id)
    divisions = compute_divisions(there, games)
    remaining = rank_remaining(divisions)
    shown = []
    for number, division in enumerate(divisions):
        mine = remaining[number]
        up = count_moved(len(remaining[number - 1]), len(mine)) if number else 0
        down = count_moved(len(mine), len(remaining[number + 1])) if number + 1 < len(remaining) else 0
        if season.is_running and not any(line.points for _, line in division):
            up = down = 0  # everybody shares the first place: nobody is ahead yet
        ups, downs = mine[:up], mine[len(mine) - down :] if down else []
        shown.append([Row(member, line, (member in ups) - (member in downs)) for member, line in division])
    return SeasonView(league, season, there, shown, games, len(await leagues.list_seasons(conn, league.id)))


@read_transaction
async def view(context: Context, conn: AsyncConnection, guild_id: int, league_id: int, number: int | None = None) -> SeasonView:
    """Return the data of the standings of a season of a league; ``None``: the newest. Raise Refusal if there is none."""
    league = await leagues.get_league(conn, league_id, guild_id)
    found = [] if league is None else await leagues.list_seasons(conn, league_id)
    season = next((each for each in found if number is None or each.number == number), None)
    if league is None or season is None:
        raise Refusal(NO_SEASON)
    return await read_season(conn, league, season)


@read_transaction
async def view_season(context: Context, conn: AsyncConnection, season_id: int) -> SeasonView:
    """Return the data of the standings of a season of any server, for the bot's own posts."""
    found = await leagues.find_season(conn, season_id)
    if found is None:
        raise Refusal(NO_SEASON)
    return await read_season(conn, *found)


class Winner(NamedTuple):
    """A season with its winner, or the winners who share first place."""

    league: League
    season: Season
    names: tuple[str, ...]
    persons: tuple[int, ...]
    """The winners, by their numbers in the statistics."""


async def list_winners(
    conn: AsyncConnection, guild_id: int, kind: str | None, limit: int, channels: Collection[int] | None = None
) -> list[Winner]:
    """Return the winners of the last finished seasons of a server: first place in the first division.

    ``channels``: only of leagues in these.
    """
    found = []
    for league, season in await leagues.list_finished_seasons(conn, guild_id, kind, limit, channels):
        divisions = compute_divisions(await _list_named(conn, season), await members.list_games(conn, season.id))
        first = [member for member, line in divisions[0] if line.place == 1] if divisions else []
        found.append(Winner(league, season, tuple(each.name for each in first), tuple(each.who for each in first)))
    return found
