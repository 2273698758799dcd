"""Analyses of finished games: requested once, computed at low priority, and stored."""

from __future__ import annotations

from itertools import groupby
from math import ceil

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries import computers as store
from bot.storage.queries.time import due
from bot.usecases import access
from bot.usecases.context import Context, as_use_case, read_transaction, write_transaction
from bot.usecases.play.change import load
from players.lookback import CLOSELY, QUICK, LookBack

DUE = "lookback"
"""The kind of the scheduled task that makes a requested analysis."""
LONGEST = 240.0
"""Seconds that an analysis may take, approximately."""
THOROUGH = 0.5
"""Seconds that the computer thinks about each position of a game that is short enough."""

STORED: TypeAdapter[LookBack] = TypeAdapter(LookBack)
"""Converts an analysis to and from its stored form."""


@write_transaction
async def ask(context: Context, conn: AsyncConnection, guild_id: int, game_id: int) -> tuple[GameLog, LookBack | None]:
    """Return a game with its analysis, or ``None`` if it is only scheduled. Raise Refusal before the end of the game.

    An analysis of an older version, which lacks the mistakes of all seats, is made again.
    Asking again does not repeat a failed analysis sooner: the scheduler waits longer after each attempt.
    """
    log = await load(context, conn, guild_id, game_id, lock=True)
    access.to_use_computer(log.row.kind)
    access.to_look_back(log)
    made = await read(conn, game_id)
    if made is None and not any(row.kind == DUE for row in await due.get_rows(conn, game_id=game_id)):
        await context.schedule.schedule(conn, DUE, context.clock(), guild_id=guild_id, game_id=game_id)
    return log, made


async def read(conn: AsyncConnection, game_id: int) -> LookBack | None:
    """Return the analysis of a game with its mistakes; ``None`` if there is none, or only one of an older version."""
    made = await _read_any(conn, game_id)
    return None if made is None or made.mistakes is None else made


async def _read_any(conn: AsyncConnection, game_id: int) -> LookBack | None:
    """Return the analysis of a game, of any version; ``None`` if there is none."""
    stored = await store.get_lookback(conn, game_id)
    return None if stored is None else STORED.validate_json(stored)


find = as_use_case(_read_any)


@read_transaction
async def to_look_back(context: Context, conn: AsyncConnection, game_id: int) -> GameLog | None:
    """Return the game to analyse; ``None`` if its analysis exists already."""
    return None if await read(conn, game_id) is not None else await load(context, conn, None, game_id)


async def keep(context: Context, game_id: int, made: LookBack) -> None:
    """Store an analysis."""
    data = STORED.dump_json(made).decode()
    await context.db.write(lambda conn: store.save_lookback(conn, game_id, data, context.clock()))


def choose_seconds_each(log: GameLog) -> float:
    """Return the seconds that the computer thinks about each position of a game, and in each close search for a better move."""
    return estimate_seconds(_looks(log)) / _looks(log)


def takes(log: GameLog) -> int:
    """Return the approximate duration of an analysis in seconds, if a worker is idle."""
    return ceil(estimate_seconds(_looks(log)))


def estimate_seconds(looks: float) -> float:
    """Return the seconds that an analysis with this number of searches takes."""
    return min(looks * THOROUGH, LONGEST)


def _looks(log: GameLog) -> float:
    """Return the approximate number of searches in an analysis.

    There is one for each position between decisions and chance. A better move takes two: quick ones for all decisions, close
    ones for the costliest.
    """
    stretches = [seat for seat, _ in groupby(row.seat for row in log.actions())]
    decisions = sum(seat is not None for seat in stretches)
    return 1 + len(stretches) + 2 * (QUICK * decisions + min(decisions, CLOSELY + log.row.seats))
