"""A game with the other data of its board, read by one statement.

The other data are the clock, the server's settings, the game's messages, and whether a seat got a new holder.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, Table, bindparam, select, true, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import SHOWN, GameRow, Messages, game_of, messages_of
from bot.storage.queries.seats.players import PLAYER_COLUMNS
from bot.storage.queries.time.clocks import LAST, ClockRow, clock_of
from bot.storage.schema import games, guild_settings, lines, players, remarks, seat_changes


class BoardData(NamedTuple):
    """The data of a board besides its game."""

    clock: ClockRow | None
    settings: str | None
    """The server's settings as JSON; ``None`` if it has none."""
    messages: Messages
    changed_hands: bool
    dropped: bool
    """Whether a premove of the player to move was dropped."""
    said: bool
    """Whether a player has commented on a move."""


_CLOCK = LAST.subquery()
_SEATED = players.alias()
_TO_MOVE = (
    select(_SEATED.c.user_id)
    .where(_SEATED.c.game_id == games.c.id, _SEATED.c.seat == games.c.seat)
    .correlate(games)
    .scalar_subquery()
)


def _flag(name: str, table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return type_coerce(select(table).where(table.c.game_id == games.c.id, *conditions).exists(), Integer).label(name)


_QUERY = (
    select(
        games,
        *PLAYER_COLUMNS,
        select(guild_settings.c.data).where(guild_settings.c.guild_id == games.c.guild_id).scalar_subquery().label("settings"),
        _flag("changed_hands", seat_changes),
        _flag("dropped", lines, lines.c.dropped == 1, lines.c.user_id == _TO_MOVE),
        _flag("said", remarks),
        SHOWN,
        *(column.label(f"clock_{column.name}") for column in _CLOCK.c),
    )
    .join(players, players.c.game_id == games.c.id)
    .outerjoin(_CLOCK, true())
    .where(games.c.id == bindparam("game"))
    .order_by(players.c.seat)
)


async def read_with_board_data(conn: AsyncConnection, game_id: int) -> tuple[GameRow, BoardData] | None:
    """Return a game and the other data of its board; ``None`` if there is no such game."""
    rows = (await conn.execute(_QUERY, {"game": game_id})).mappings().all()
    if not rows:
        return None
    first = rows[0]
    game = game_of(first, rows, "player_")
    clock = None if first["clock_game_id"] is None else clock_of(first, game, "clock_")
    flags = (bool(first[name]) for name in ("changed_hands", "dropped", "said"))
    return game, BoardData(clock, first["settings"], messages_of(first), *flags)
