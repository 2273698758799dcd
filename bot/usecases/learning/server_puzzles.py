"""Puzzles from a server's own finished games.

A task searches for them after a game has ended. They are stored with the value of each turn, so no computer is needed when one
is solved. They do not show who played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE
from bot.common.home import is_home
from bot.games.log import GameLog
from bot.games.puzzles import KeptPuzzle, find_puzzle
from bot.storage.queries.learning import server_puzzles as store
from bot.storage.queries.learning.server_puzzles import NewPuzzle, PuzzleRow
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_changes import SeatChange, get_changes
from bot.storage.queries.server.persons import list_guilds_of_person
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import Appended
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.notifications import member_settings
from bot.usecases.play.change import load
from players.puzzles import JUDGES, Puzzle

DUE = "puzzles"
"""The kind of the scheduled task after the end of a game."""
AFTER = MINUTE
"""Milliseconds from the end of a game to the search for puzzles: the last board is posted first."""

CanSee = Callable[[int], bool]
"""Returns whether the user can see a channel, by its id."""


async def follow_end(context: Context, conn: AsyncConnection, ended: Appended) -> None:
    """Schedule the search for puzzles in a finished game of a server, if it may contain some."""
    row = ended.row
    if (
        not is_home(row.guild_id)
        and row.seats == 2
        and row.kind in JUDGES
        and any(player.user_id is not None for player in row.players)
    ):
        at = context.clock() + AFTER
        await context.schedule.schedule(conn, DUE, at, guild_id=row.guild_id, game_id=row.id)


async def find_channel(context: Context, guild_id: int, puzzle_id: str) -> int | None:
    """Return the channel of the game that a puzzle is from; ``None`` for a shipped or unknown puzzle."""
    row = await context.db.read(lambda conn: store.get_puzzle(conn, guild_id, puzzle_id))
    return None if row is None else row.channel_id


@read_transaction
async def to_judge(context: Context, conn: AsyncConnection, task: DueRow) -> GameLog | None:
    """Return the game to search for puzzles; ``None`` if its positions may not be used, or it was searched already."""
    log = await load(context, conn, None, task.game_id or 0)
    if await store.has_puzzles(conn, log.row.id) or not await _may_give(conn, log.row):
        return None
    return log


@write_transaction
async def look_later(context: Context, conn: AsyncConnection, task: DueRow, wait: int) -> None:
    """Postpone the task by ``wait`` milliseconds, because a member waits for something that needs the worker."""
    at = context.clock() + wait
    await context.schedule.schedule(conn, DUE, at, guild_id=task.guild_id, game_id=task.game_id)


@write_transaction
async def keep(context: Context, conn: AsyncConnection, task: DueRow, found: Sequence[Puzzle]) -> None:
    """Store the puzzles of a game, and end the task. Store none if a player has withdrawn their consent meanwhile."""
    row = (await load(context, conn, None, task.game_id or 0, lock=True)).row
    if await due.finish(conn, task) and await _may_give(conn, row):
        made = [_new(puzzle) for puzzle in found]
        await store.save_puzzles(conn, row.guild_id, row.id, row.kind, made, context.clock())


async def find(conn: AsyncConnection, guild_id: int, puzzle_id: str, sees: CanSee) -> KeptPuzzle | None:
    """Return a puzzle by its id, shipped or of the server; ``None`` if there is none that the user may see."""
    if (shipped := find_puzzle(puzzle_id)) is not None:
        return shipped
    row = await store.get_puzzle(conn, guild_id, puzzle_id)
    if row is None or not sees(row.channel_id):
        return None
    game = await games.get_game(conn, row.game_id, guild_id)
    return _kept(row) if game is not None and await _may_give(conn, game) else None


@write_transaction
async def change_choice(context: Context, conn: AsyncConnection, guild_id: int, user_id: int, allowed: bool) -> None:
    """Store whether a member's games may become puzzles, in a server or in all servers (the member's home).

    If not, existing puzzles are removed. A choice for a single server takes precedence.
    """
    await member_settings.change_in(conn, guild_id, user_id, lambda own: own.model_copy(update={"puzzles": allowed}))
    for guild in await list_guilds_of_person(conn, user_id) if is_home(guild_id) else [guild_id]:
        if not (await member_settings.read(conn, guild, user_id)).puzzles:
            await store.delete_puzzles_of(conn, guild, user_id)


async def _may_give(conn: AsyncConnection, row: GameRow) -> bool:
    """Return whether no current or former player of a game excludes their games or was forgotten."""
    everybody: list[PlayerRow | SeatChange] = [*row.players, *await get_changes(conn, row.id)]
    for one in everybody:
        if one.holder == "computer":
            continue
        if one.user_id is None or not (await member_settings.read(conn, row.guild_id, one.user_id)).puzzles:
            return False
    return True


def _new(puzzle: Puzzle) -> NewPuzzle:
    record, judged = puzzle.record, puzzle.judgement
    return NewPuzzle(len(record.actions), puzzle.hardness, judged.unit, record.model_dump_json(), judged.values)


def _kept(row: PuzzleRow) -> KeptPuzzle:
    unit: Literal["points", "share"] = "share" if row.unit == "share" else "points"
    return KeptPuzzle(row.id, row.kind, row.hardness, row.record, row.values, unit, from_server=True)
