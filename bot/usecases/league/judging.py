"""Judging: a computer of the highest level estimates the result of a game that is unfinished when its season ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.league.standings import Outcome, judge
from bot.storage.queries.league import members
from bot.storage.queries.league.members import GameOfLeague
from bot.storage.queries.play import games
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.league import season as seasons
from bot.usecases.league.outcomes import add_absent, find_absent, find_dropped
from bot.usecases.play.change import load
from bot.version import VERSION

WORK = 2000
"""The search effort for a position, as an amount of work instead of time, so that the same position gives the same result."""


@read_transaction
async def to_judge(context: Context, conn: AsyncConnection, row: DueRow) -> str | None:
    """Return the record of a game to judge, as JSON; ``None`` if it is over or judged already."""
    game = await members.find_game(conn, row.game_id or 0)
    if game is None or game.data is not None or game.status not in ("running", "adjourned"):
        return None
    return (await load(context, conn, None, row.game_id or 0)).record_json()


@write_transaction
async def keep(
    context: Context,
    conn: AsyncConnection,
    row: DueRow,
    record: str,
    shares: Sequence[float],
    margins: Sequence[float],
    work: int = WORK,
) -> None:
    """Save the judged result of a game, and the estimate on which it is based.

    If somebody has moved meanwhile, the game is judged again.
    """
    locked = await games.get_game(conn, row.game_id or 0, None, lock=True)
    game = await members.find_game(conn, row.game_id or 0)
    await due.finish(conn, row)
    if locked is None or game is None:
        return
    is_open = game.data is None and not locked.is_over
    if is_open and (log := await load(context, conn, None, locked.id)).record_json() == record:
        expected = {"shares": list(shares), "margins": list(margins)}
        judged = {**expected, "after": log.version, "work": work, "version": VERSION}
        outcome = await store_judged(conn, game, log, judged)
        if not locked.is_adjourned:
            await context.outbox.put_for_game(conn, "notice", log.row, what="judged", places=outcome.places)
    await seasons.wake(context, conn, row.guild_id)


async def store_judged(conn: AsyncConnection, game: GameOfLeague, log: GameLog, judged: dict[str, Any]) -> Outcome:
    """Save the outcome of a game by a computer's estimate. Return it by the seats of the game.

    ``judged``: the ``shares`` and ``margins`` of the estimate, the number of log rows (``after``), the search effort
    (``work``), and the ``version`` of the bot.
    """
    gone, late = (tuple(sorted(seats)) for seats in find_dropped(GameLog(log.row, log.rows[: judged["after"]])))
    absent = find_absent(game, await members.list_members(conn, game.season_id))
    outcome = judge(judged["shares"], judged["margins"], gone, late)
    await members.set_game(conn, game.id, data={**asdict(add_absent(outcome, len(game.seats), absent)), "judged": judged})
    return outcome
