"""The standings of a server: everybody's ratings, computed from the results of its games, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.statistics import meetings, ratings
from bot.storage.queries.statistics.meetings import MeetingRow
from bot.storage.queries.statistics.ratings import RatingKey, RatingRow
from bot.storage.queries.statistics.results import ShareRow
from bot.usecases.statistics.rating import NEWCOMERS, Meetings, Seat, Skill, rate
from rules import GAMES

POOLS = ("members", "computers")
ALL_TIME, ALL_GAMES = "", ""
"""The stored values that mean all time (as a period) and all games (as a kind)."""


def month_of(at: int) -> str:
    """Return the month, by UTC, in which a time in milliseconds lies: ``2026-11``."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m")


class Standings:
    """The needed ratings of a server, with the data that they are based on."""

    def __init__(self, guild_id: int) -> None:
        self.guild_id = guild_id
        self.rows: dict[RatingKey, RatingRow] = {}
        self.met: dict[tuple[str, str, str], dict[tuple[int, int], Meetings]] = {}
        """Pool, kind and period -> the meetings of each pair of people."""
        self.points: dict[tuple[int, int, int], int] = {}
        """Game, seat and person -> their points in the ranking of all games after it."""
        self.month = ""
        """The month of the last game added."""

    def take(self, game: Sequence[ShareRow]) -> None:
        """Add the result of a game. Games must be added in the order in which they ended; ``game``: all its shares."""
        first = game[0]
        if not is_rated(first):
            return
        self.month = month_of(first.ended_at)
        seats = _seats(game)
        for kind in (ALL_GAMES, first.kind):
            for period in (ALL_TIME, self.month):
                self._take(game, seats, kind, period)
        if first.counting == "members":
            for share in game:
                row = self.rows[RatingKey("members", ALL_GAMES, ALL_TIME, share.who)]
                self.points[share.game_id, share.seat, share.who] = row.points

    def _take(self, game: Sequence[ShareRow], seats: Sequence[Seat], kind: str, period: str) -> None:
        pool, at = game[0].counting, game[0].ended_at
        everybody = {who for seat in seats for who in seat.weights}
        known = {who: row for who in everybody if (row := self.rows.get(RatingKey(pool, kind, period, who))) is not None}
        skills = {who: Skill(row.mu, row.sigma).after(at - row.last_at) for who, row in known.items()}
        met = self.met.setdefault((pool, kind, period), {})
        of_these = {(who, other) for who in everybody for other in (*everybody, NEWCOMERS)}
        rated = rate(seats, skills, {pair: met[pair] for pair in of_these if pair in met}, at)
        met.update(rated.meetings)
        won = {share.who for share in game if share.won}
        names = {share.who: share.name for share in game}
        for who, skill in rated.skills.items():
            before = known.get(who)
            self._set(RatingKey(pool, kind, period, who), names[who], skill, before, game[0], won=who in won)

    def _set(self, key: RatingKey, name: str, skill: Skill, before: RatingRow | None, game: ShareRow, *, won: bool) -> None:
        best = (before.best_points, before.best_at, before.best_game) if before else (0, 0, 0)
        if skill.is_certain and (not best[2] or skill.points > best[0]):
            best = (skill.points, game.ended_at, game.game_id)
        self.rows[key] = RatingRow(
            self.guild_id,
            *key,
            name=name,
            mu=skill.mu,
            sigma=skill.sigma,
            points=skill.points,
            games=1 + (before.games if before else 0),
            wins=won + (before.wins if before else 0),
            last_at=game.ended_at,
            best_points=best[0],
            best_at=best[1],
            best_game=best[2],
        )

    def meeting_rows(self) -> list[MeetingRow]:
        """Return the meetings of each pair of people, of all time and of the last month. No others are needed later."""
        return [
            MeetingRow(self.guild_id, *key, *pair, meetings.games, meetings.won, meetings.at)
            for key, met in self.met.items()
            if key[2] in (ALL_TIME, self.month)
            for pair, meetings in met.items()
        ]

    def with_points(self, shares: Iterable[ShareRow]) -> list[ShareRow]:
        """Return shares, each with the player's points after its game."""
        return [replace(share, points=self.points.get((share.game_id, share.seat, share.who))) for share in shares]


def is_rated(share: ShareRow) -> bool:
    """Return whether a share belongs to a game that counts for a list of ratings."""
    return share.counting in POOLS


def _seats(game: Sequence[ShareRow]) -> list[Seat]:
    """Return the seats with the weights of the players who shared them, by their numbers of decisions."""
    seats = []
    for _, found in groupby(sorted(game, key=lambda share: (share.seat, share.who)), key=lambda share: share.seat):
        sharers = list(found)
        weights = {share.who: share.decisions / share.decided if share.decided else 1 / len(sharers) for share in sharers}
        seats.append(Seat(sharers[0].place, weights))
    return seats


async def take_one(conn: AsyncConnection, game: Sequence[ShareRow]) -> Sequence[ShareRow]:
    """Update the standings after the game that ended last. Return its shares with the points after it."""
    first = game[0]
    if not is_rated(first):
        return game
    standings, month = Standings(first.guild_id), month_of(first.ended_at)
    kinds, periods = (ALL_GAMES, first.kind), (ALL_TIME, month)
    who = {share.who for share in game}
    standings.rows = {
        row.key: row for row in await ratings.get_ratings(conn, first.guild_id, first.counting, kinds, periods, who)
    }
    others = (*who, NEWCOMERS)
    for row in await meetings.get_meetings(conn, first.guild_id, first.counting, kinds, periods, who, others):
        met = standings.met.setdefault((row.pool, row.kind, row.period), {})
        met[row.who, row.opponent] = Meetings(row.games, row.won, row.at)
    standings.take(game)
    await save(conn, standings)
    await meetings.forget_months_before(conn, first.guild_id, POOLS, (ALL_GAMES, *GAMES), month)
    return standings.with_points(game)


def compute(guild_id: int, shares: Sequence[ShareRow]) -> Standings:
    """Return the standings of a server after all its games. ``shares``: by the order in which the games ended."""
    standings = Standings(guild_id)
    for _, game in groupby(shares, key=lambda share: share.game_id):
        standings.take(list(game))
    return standings


async def save(conn: AsyncConnection, standings: Standings) -> None:
    """Save the standings of a server."""
    await ratings.save_ratings(conn, standings.rows.values())
    await meetings.save_meetings(conn, standings.meeting_rows())
