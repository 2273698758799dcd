"""The outcomes of a league's games: read from the log when a game ends."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.league.standings import LeagueGame, Outcome
from bot.storage.queries.league import members
from bot.storage.queries.league.members import GameOfLeague, Member
from bot.usecases.announcements import Appended, GameStopped
from bot.usecases.context import Context
from bot.usecases.league import season as seasons
from bot.usecases.statistics.eligibility import find_places
from players.core import margins


def read_outcome(log: GameLog, seats: int, absent: Collection[int]) -> Outcome:
    """Return the outcome of a finished game.

    ``seats``: the number of seats in the league's schedule, including the ``absent`` ones.
    """
    state = log.state()
    dropped, late = find_dropped(log)
    places = find_places(state, dropped)
    ahead: list[float] = [0.0 if seat in dropped else margin for seat, margin in enumerate(margins(state.scores, state.left))]
    if state.seats == 2 and (dropped or len(state.winners or ()) != 1):
        ahead = [0.0, 0.0]
    played = Outcome(places, tuple(map(float, ahead)), gone=tuple(sorted(dropped)), late=tuple(sorted(late)))
    return add_absent(played, seats, absent)


def add_absent(outcome: Outcome, seats: int, absent: Collection[int]) -> Outcome:
    """Return the outcome of a game, extended by the seats of members who withdrew before it began."""
    present = [seat for seat in range(seats) if seat not in absent]
    places, margins = [len(present) + 1] * seats, [0.0] * seats
    for seat, place, margin in zip(present, outcome.places, outcome.margins, strict=True):
        places[seat], margins[seat] = place, margin
    gone, late = (tuple(present[seat] for seat in found) for found in (outcome.gone, outcome.late))
    return replace(outcome, places=tuple(places), margins=tuple(margins), gone=gone, late=late, absent=tuple(sorted(absent)))


def find_dropped(log: GameLog) -> tuple[list[int], list[int]]:
    """Return the seats of the game that gave up or were late, in that order, and those that were late."""
    drops = [(int(entry.text.removeprefix("drop ")), entry.seat) for entry in log.actions() if entry.is_drop]
    return [seat for seat, _ in drops], [seat for seat, by in drops if by != seat]


def find_absent(game: GameOfLeague, there: Collection[Member]) -> list[int]:
    """Return the seats of a game whose members withdrew before it began, or until now if it has not begun."""
    left = {member.number: member.left_at for member in there if member.left_at is not None}
    return [
        seat
        for seat, number in enumerate(game.seats)
        if number in left and (game.begun_at is None or (left[number] or 0) <= game.begun_at)
    ]


def outcome_of(stored: dict[str, Any] | None) -> Outcome | None:
    """Return a stored outcome, which is the dictionary of its fields."""
    if stored is None:
        return None
    by_seat: dict[str, Any] = {name: tuple(stored[name]) for name in ("places", "margins", "gone", "late", "absent")}
    return Outcome(**by_seat, why=stored["why"])


def to_count(game: GameOfLeague) -> LeagueGame:
    """Return a game in the form used by the standings."""
    return LeagueGame(game.seats, outcome_of(game.data))


async def follow_end(context: Context, conn: AsyncConnection, ended: Appended) -> None:
    """Save the outcome of a game, unless a computer has judged it already, and let the next games begin."""
    game = await members.find_game(conn, ended.row.id)
    if game is not None:
        if game.data is None:
            await save_outcome(conn, game, ended.log)
        await seasons.wake(context, conn, ended.guild_id)


async def follow_stop(context: Context, conn: AsyncConnection, stopped: GameStopped) -> None:
    """Schedule a check of the season after a game was adjourned or cancelled."""
    if stopped.row.terms.league:
        await seasons.wake(context, conn, stopped.row.guild_id)


async def save_outcome(conn: AsyncConnection, game: GameOfLeague, log: GameLog) -> None:
    """Save the outcome of a game from its log."""
    there = await members.list_members(conn, game.season_id)
    outcome = read_outcome(log, len(game.seats), find_absent(game, there))
    await members.set_game(conn, game.id, data=asdict(outcome))
