"""Matches: several games between two players, who take turns to begin, until one of them can no longer be overtaken."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import Seated
from bot.usecases.announcements import Appended
from bot.usecases.context import Context
from bot.usecases.tables import block_rules, seating
from rules import GAMES


class Score(NamedTuple):
    """The score of a match, by the seats of one of its games."""

    first: float
    second: float

    def is_decided(self, games: int, played: int) -> bool:
        """Return whether a match is decided after ``played`` of its games."""
        return max(self) > games / 2 or played >= games


def add_result(row: GameRow, winners: Collection[int]) -> Score:
    """Return the score of a match after a game: 1 for a win, ½ each where both or neither won."""
    before = row.terms.match_score
    won = [0.5, 0.5] if len(winners) != 1 else [float(seat in winners) for seat in range(2)]
    return Score(before[0] + won[0], before[1] + won[1])


def goes_on(row: GameRow) -> bool:
    """Return whether a finished game belongs to a match whose next game begins on its own."""
    winners = [player.seat for player in row.players if player.won]
    return row.terms.match is not None and bool(winners) and _is_undecided(row, add_result(row, winners))


def _is_undecided(row: GameRow, score: Score) -> bool:
    """Return whether a match is undecided, and no player was forgotten."""
    is_decided = score.is_decided(row.terms.match or 1, row.terms.match_game)
    return not is_decided and all(each.holder != "former" for each in row.players)


async def follow_end(context: Context, conn: AsyncConnection, ended: Appended) -> None:
    """Begin the next game of an undecided match with swapped seats, unless one of the players has blocked the other."""
    row, score = ended.row, add_result(ended.row, ended.state.winners or ())
    if not _is_undecided(row, score):
        return
    one, *others = [each.user_id for each in row.players if each.user_id is not None]
    if not await block_rules.may_meet(conn, one, others):
        return
    following = {"match_game": row.terms.match_game + 1, "match_score": (score.second, score.first)}
    await seating.begin_game(
        context,
        conn,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        state=GAMES[row.kind].start(row.seats, row.options, row.setup),
        terms=row.terms.model_copy(update=following),
        seated=[Seated(each.user_id, each.name, each.holder, each.holder_number) for each in reversed(row.players)],
    )
