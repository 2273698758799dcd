"""Looks back on games that are over: asked for once, thought out at leisure, and stored."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.computers import lookbacks as store
from bot.usecases import access
from bot.usecases.context import Context
from bot.usecases.play.apply import load
from players.lookback import MOST, LookBack

DUE = "lookback"
"""The kind of what is due where a look back was asked for."""
LONGEST = 240.0
"""Seconds that a look back may take, about."""
THOROUGH = 0.5
"""Seconds that the computer thinks about a position where a game is short enough for it."""

STORED: TypeAdapter[LookBack] = TypeAdapter(LookBack)
"""Reads and writes a look back as it is stored."""


async def ask(context: Context, guild_id: int, game_id: int) -> tuple[GameLog, LookBack | None]:
    """Return a game with the look back on it; where there is none yet, has one made. Raise Refusal before the end."""

    async def work(conn: AsyncConnection) -> tuple[GameLog, LookBack | None]:
        log = await load(context, conn, guild_id, game_id, lock=True)
        access.to_use_computer(log.row.kind)
        access.to_look_back(log)
        stored = await store.get_lookback(conn, game_id)
        if stored is None:
            await context.schedule.schedule(conn, DUE, context.clock(), guild_id=guild_id, game_id=game_id)
        return log, None if stored is None else STORED.validate_json(stored)

    return await context.db.write(work)


async def find(context: Context, game_id: int) -> LookBack | None:
    """Return the look back on a game; ``None`` where none was made."""
    stored = await context.db.read(lambda conn: store.get_lookback(conn, game_id))
    return None if stored is None else STORED.validate_json(stored)


async def to_look_back(context: Context, game_id: int) -> GameLog | None:
    """Return the game that a look back is still to be made on; ``None`` where it was made."""

    async def look(conn: AsyncConnection) -> GameLog | None:
        if await store.get_lookback(conn, game_id) is not None:
            return None
        return await load(context, conn, None, game_id)

    return await context.db.read(look)


async def keep(context: Context, game_id: int, made: LookBack) -> None:
    """Store a look back."""
    data = STORED.dump_json(made).decode()
    await context.db.write(lambda conn: store.save_lookback(conn, game_id, data, context.clock()))


def choose_seconds_each(log: GameLog) -> float:
    """Return the seconds that the computer thinks about each position and each better move of a game."""
    return estimate_seconds(_looks(log)) / _looks(log)


def takes(log: GameLog) -> int:
    """Return in how many seconds a look back is made, about, by a worker that has nothing else to do."""
    return ceil(estimate_seconds(_looks(log)))


def estimate_seconds(looks: int) -> float:
    """Return the seconds that a look back takes for which the computer thinks so often."""
    return min(looks * THOROUGH, LONGEST)


def _looks(log: GameLog) -> int:
    """Return how often the computer thinks, about: between decisions and chance, and over the turns that decided most."""
    seats = [row.seat for row in log.actions()]
    return 2 + sum(one != other for one, other in pairwise(seats)) + MOST * 3
