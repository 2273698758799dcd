"""``/export``: finished games as files, in parts below Discord's limit of size."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.games.exchange import Beside, Writer, export_game
from bot.games.file_format import ExportedTurn
from bot.games.log import actions_that_count
from bot.storage.queries.computers import list_hints
from bot.storage.queries.league.leagues import League
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.holders import get_holders
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import Finished
from bot.usecases.context import Context
from bot.usecases.league.exporting import export_leagues
from bot.usecases.refusal import Refusal

PART = 7_000_000
"""Size in bytes at which a part is full. Discord accepts 10 MiB; the rest is a margin, because the size is checked only after
games were added."""
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Part:
    """A file with games, and with leagues if it is the last part."""

    data: bytes
    games: Sequence[int]
    leagues: int
    is_all: bool


async def export_one(context: Context, guild_id: int, game_id: int, sees: Callable[[GameRow], bool] = lambda _: True) -> Part:
    """Return a finished game as a file. Raise Refusal if it is not over, does not exist, or is not visible to the user."""
    found = await context.db.read(lambda conn: _games(conn, [game_id]))
    if not found or found[0][0].row.guild_id != guild_id or not sees(found[0][0].row):
        raise Refusal("There is no finished game with that number in this server.")
    if not found[0][0].row.is_over:
        raise Refusal("A game can be exported when it is over.")
    writer = Writer()
    writer.add(_texts(found, writer.persons))
    return Part(writer.finish(), [game_id], 0, True)


async def export_part(
    context: Context,
    guild_id: int,
    user_id: int | None,
    after: int,
    sees: Callable[[GameRow], bool] = lambda _: True,
    sees_league: Callable[[League], bool] = lambda _: True,
) -> Part:
    """Return a file with the next finished games of a server or member, by number, after ``after``.

    The last file has the leagues. ``sees`` and ``sees_league``: whether the user sees a game or a league of the server. Raise
    Refusal if there are neither games nor leagues.
    """
    writer, numbers, last, size, more = Writer(), list[int](), after, 0, False
    while wanted := await context.db.read(lambda conn: results.list_next_finished(conn, guild_id, user_id, last, AT_ONCE)):  # noqa: B023
        found = await context.db.read(lambda conn: _games(conn, wanted))
        found = [each for each in found if sees(each[0].row)]
        if more := bool(found) and size >= PART:
            break
        size = await asyncio.to_thread(lambda: writer.add(_texts(found, writer.persons)))  # noqa: B023 - awaited at once
        numbers += [game.row.id for game, _ in found]
        last = wanted[-1]
    told = [] if more else await export_leagues(context, guild_id, user_id, writer.persons, sees_league)
    if not numbers and not told:
        mine, here = "You have no finished game to export yet.", "There is no finished game here that you can see."
        raise Refusal(here if user_id is None else mine)
    return Part(await asyncio.to_thread(writer.finish, told), numbers, len(told), not more)


async def _games(conn: AsyncConnection, game_ids: Sequence[int]) -> list[tuple[Finished, Beside]]:
    found = []
    for game in await results.load_finished(conn, game_ids):
        held = await get_holders(conn, game.row.id)
        found.append((game, Beside(list_turns_that_count(game), held, await list_hints(conn, game.row.id))))
    return found


def _texts(games: Sequence[tuple[Finished, Beside]], persons: dict[int, int]) -> list[str]:
    return [export_game(game, beside, persons) for game, beside in games]


def list_turns_that_count(game: Finished) -> list[ExportedTurn]:
    """Return the times of the turns whose beginning was not undone, in order.

    Of a turn that began several times, return the last time.
    """
    kept, found = [action.seq for action in actions_that_count(game.log)], dict[int, ExportedTurn]()
    for turn in game.turns:
        before = [action.seq for action in actions_that_count(game.log[: turn.first])]
        if turn.seat is not None and before == kept[: len(before)]:
            began = datetime.fromtimestamp(turn.at / SECOND, UTC)
            found[len(before)] = ExportedTurn(after=len(before), seat=turn.seat, began=began, bank=turn.bank, spent=turn.spent)
    return [found[after] for after in sorted(found)]
