"""The standings of a server: what the results of its games, one after the other, make of everybody's rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.statistics import ratings, results
from bot.storage.queries.statistics.ratings import RatingKey, RatingRow
from bot.storage.queries.statistics.results import ShareRow
from bot.usecases.statistics.rating import Seat, Skill, rate

ALL_TIME, ALL_GAMES = "", ""
"""How a rating of all time and one of all kinds of games are stored."""


def month_of(at: int) -> str:
    """Return the month, by UTC, in which a time in milliseconds lies: ``2026-11``."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m")


class Standings:
    """The ratings of a server, as far as they are needed, and what has been changed about them."""

    def __init__(self, guild_id: int) -> None:
        self.guild_id = guild_id
        self.rows: dict[RatingKey, RatingRow] = {}
        self.points: dict[tuple[int, int, int], int] = {}
        """Game, seat and person -> their points in the ranking of all games after it."""

    def take(self, game: Sequence[ShareRow]) -> None:
        """Take the result of a game. Games must come in the order in which they ended; ``game``: all its shares."""
        first = game[0]
        if first.counting not in ("members", "computers"):
            return
        seats = _seats(game)
        for kind in (ALL_GAMES, first.kind):
            for period in (ALL_TIME, month_of(first.ended_at)):
                self._take(game, seats, kind, period)
        if first.counting == "members":
            for share in game:
                row = self.rows[RatingKey("members", ALL_GAMES, ALL_TIME, share.who)]
                self.points[share.game_id, share.seat, share.who] = row.points

    def _take(self, game: Sequence[ShareRow], seats: Sequence[Seat], kind: str, period: str) -> None:
        pool = game[0].counting
        everybody = {who for seat in seats for who in seat.weights}
        known = {who: row for who in everybody if (row := self.rows.get(RatingKey(pool, kind, period, who))) is not None}
        skills = rate(seats, {who: Skill(row.mu, row.sigma) for who, row in known.items()})
        won = {share.who for share in game if share.won}
        names = {share.who: share.name for share in game}
        for who, skill in skills.items():
            before = known.get(who)
            self._set(RatingKey(pool, kind, period, who), names[who], skill, before, game[0], won=who in won)

    def _set(self, key: RatingKey, name: str, skill: Skill, before: RatingRow | None, game: ShareRow, *, won: bool) -> None:
        best = (skill.points, game.ended_at, game.game_id)
        if before is not None and before.best_points >= skill.points:
            best = (before.best_points, before.best_at, before.best_game)
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

    async def save(self, conn: AsyncConnection) -> None:
        """Save the points after each game that was taken."""
        for (game_id, seat, who), points in self.points.items():
            await results.set_points(conn, game_id, seat, who, points)


def _seats(game: Sequence[ShareRow]) -> list[Seat]:
    """The seats with their sharers' weights: by the decisions that each took."""
    seats = []
    for _, found in groupby(sorted(game, key=lambda share: (share.seat, share.who)), key=lambda share: share.seat):
        sharers = list(found)
        weights = {share.who: share.decisions / share.decided if share.decided else 1 / len(sharers) for share in sharers}
        seats.append(Seat(sharers[0].place, weights))
    return seats


async def take_one(conn: AsyncConnection, game: Sequence[ShareRow]) -> None:
    """Bring the standings up to date after the game that ended last."""
    first = game[0]
    standings = Standings(first.guild_id)
    kinds, periods = (ALL_GAMES, first.kind), (ALL_TIME, month_of(first.ended_at))
    who = {share.who for share in game}
    standings.rows = {
        row.key: row for row in await ratings.get_ratings(conn, first.guild_id, first.counting, kinds, periods, who)
    }
    standings.take(game)
    await ratings.save_ratings(conn, standings.rows.values())
    await standings.save(conn)


async def take_all(conn: AsyncConnection, guild_id: int) -> None:
    """Computes the standings of a server anew from the results of all its games."""
    standings = Standings(guild_id)
    for _, game in groupby(await results.all_shares(conn, guild_id), key=lambda share: share.game_id):
        standings.take(list(game))
    await ratings.replace_ratings(conn, guild_id, list(standings.rows.values()))
    await standings.save(conn)
