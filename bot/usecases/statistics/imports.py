"""``/import``: game records from files, for viewing. They are kept for a limited time and never counted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.exchange import MOST_GAMES
from bot.games.file_format import ExportedGame
from bot.storage.queries.statistics import imported_games
from bot.usecases.context import Context, write_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.server import forgotten_names
from rules import Record

KEPT = 30 * DAY
"""Milliseconds for which an imported game is kept."""
MOST_KEPT = 2 * MOST_GAMES
"""Maximum number of a member's imported games in a server; beyond it the oldest are deleted."""


@write_transaction
async def keep(context: Context, conn: AsyncConnection, guild_id: int, user_id: int, games: Sequence[str]) -> dict[int, str]:
    """Save games from a file, as JSON, without the names of forgotten people.

    Return the saved games by their new numbers.
    """
    now = context.clock()
    entries = await forgotten_names.entries_of(conn, guild_id)
    kept = [forgotten_names.remove_listed_names(game, entries) for game in games] if entries else games
    numbers = await imported_games.add_imported_games(conn, guild_id, user_id, kept, now, MOST_KEPT)
    return dict(zip(numbers, kept, strict=True))


class ImportedGame(NamedTuple):
    """A game from a file."""

    record: Record
    names: tuple[str, ...]
    """The names of its players, by seat."""


async def find(context: Context, guild_id: int, number: int) -> ImportedGame:
    """Return an imported game. Raise Refusal if it no longer exists."""
    data = await context.db.read(lambda conn: imported_games.get_imported_game(conn, guild_id, number))
    if data is None:
        raise Refusal("This game from a file is no longer stored. Import the file again.")
    game = await asyncio.to_thread(ExportedGame.model_validate_json, data)
    return ImportedGame(game.record, tuple(player.name for player in game.players))
