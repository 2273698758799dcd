"""What a board tells beside the position, read at once: the clock, the server's settings, whether a seat has changed hands."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Integer, bindparam, literal, select, true, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow, clock_of
from bot.storage.schema import clocks, guild_settings, premoves, remarks, seat_changes


class Surroundings(NamedTuple):
    """What a board needs beside its game."""

    clock: ClockRow | None
    """``None`` where nobody's time is counted."""
    settings: str | None
    """The server's settings as JSON; ``None`` where it has set nothing."""
    changed_hands: bool
    """Whether a seat was handed on."""
    dropped: bool
    """Whether a premove of the player to move was dropped."""
    said: bool
    """Whether a player has said a word with a move."""


_LAST = select(clocks).where(clocks.c.game_id == bindparam("game")).order_by(clocks.c.version.desc()).limit(1).subquery()
_QUERY = select(
    select(guild_settings.c.data).where(guild_settings.c.guild_id == bindparam("guild")).scalar_subquery().label("settings"),
    type_coerce(select(seat_changes.c.id).where(seat_changes.c.game_id == bindparam("game")).exists(), Integer).label(
        "changed"
    ),
    type_coerce(
        select(premoves.c.seat)
        .where(premoves.c.game_id == bindparam("game"), premoves.c.seat == bindparam("seat"), premoves.c.dropped == 1)
        .exists(),
        Integer,
    ).label("dropped_premove"),
    type_coerce(select(remarks.c.version).where(remarks.c.game_id == bindparam("game")).exists(), Integer).label("said"),
    *_LAST.c,
).select_from(select(literal(1)).subquery().outerjoin(_LAST, true()))


async def read_surroundings(conn: AsyncConnection, game: GameRow) -> Surroundings:
    """Return what a board of a game needs beside the game."""
    found = (
        (await conn.execute(_QUERY, {"guild": game.guild_id, "game": game.id, "seat": -1 if game.seat is None else game.seat}))
        .mappings()
        .one()
    )
    clock = None if found["game_id"] is None else clock_of(found, game)
    return Surroundings(clock, found["settings"], bool(found["changed"]), bool(found["dropped_premove"]), bool(found["said"]))
