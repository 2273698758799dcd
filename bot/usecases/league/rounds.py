"""Rounds instead of divisions: the next one begins once all games of the last one are over."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.pairings import Meeting
from bot.league.rounds import pair_round
from bot.league.standings import BYE, compute
from bot.storage.queries.league import members
from bot.storage.queries.league.leagues import League, Season
from bot.storage.queries.league.members import GameOfLeague, Member
from bot.usecases.league.outcomes import outcome_of, store_outcome, to_count
from bot.usecases.league.settings import settings_of


async def begin_next(
    conn: AsyncConnection, league: League, season: Season, games: Sequence[GameOfLeague], there: Sequence[Member]
) -> bool:
    """Add the games of the next round. Return whether there is a next round."""
    own, last = settings_of(league), max((game.round for game in games), default=0)
    if own.form != "rounds" or last >= own.rounds or any(game.data is None for game in games):
        return False
    numbered = sorted(member.number for member in there if member.number is not None)
    gone = {member.number for member in there if member.left_at is not None and member.number is not None}
    played = [[_meeting(game) for game in games if game.round == number] for number in range(1, last + 1)]
    pairs = pair_round(len(numbered), played, gone)
    if pairs is None:
        return False
    rows = []
    for place, (first, second) in enumerate(pairs):
        row = {"division": 0, "round": last + 1, "number": len(games) + place}
        seats = (first,) if second is None else (first, second)
        rows.append({**row, "seats": seats, "data": store_outcome(BYE) if second is None else None})
    await members.add_games(conn, season.id, rows)
    return True


def _meeting(game: GameOfLeague) -> Meeting:
    outcome = outcome_of(game.data)
    if len(game.seats) == 1:
        return Meeting(game.seats[0], None)
    first, second = game.seats
    points = {line.member: int(line.points) for line in compute(game.seats, [to_count(game)])}
    was_played = outcome is not None and outcome.why != "withdrawn"  # a shared point without a game counts as a draw
    return Meeting(first, second, (points[first], points[second]), was_played)
