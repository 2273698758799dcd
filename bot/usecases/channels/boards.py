"""Boards: the messages that show the position of a game and the player to move."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.words import YOUR_TURN
from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.usecases.announcements import Appended
from bot.usecases.channels import threads
from bot.usecases.context import Context
from bot.usecases.notifications import notify
from bot.usecases.queries import ForBoard
from bot.usecases.server import guild_settings

PINGS = 3
"""Maximum pings of a player in one turn, if the others take moves back and play again."""


async def follow_append(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Put the board of a new version into the outbox."""
    shown = appended.was.board_version or 0
    row = appended.row
    again, there = appended.log.count_undos(row.seat) >= PINGS, appended.there
    known: dict[str, Any] = {"reminded": there.reminds, "personal": there.personal, "material": _find_material(appended)}
    await queue_board(context, conn, row, shown, row.version, silent=again, **known)
    crash_point("move.queued")


def _find_material(appended: Appended) -> ForBoard | None:
    """Return the content of the new board; ``None`` if the transaction has not read or written all of it, or goes on."""
    log, there, clock = appended.log, appended.there, appended.clock
    if not appended.alone or appended.ends or (clock is None and appended.has_clock()):
        return None
    if there.annotated or there.armed or there.vacations:
        return None
    settings = guild_settings.parse(there.settings)
    return ForBoard(log, (), clock, settings, away_until=None, dropped=False, remarks=(), messages=there.messages)


async def queue_board(
    context: Context,
    conn: AsyncConnection,
    row: GameRow,
    shown: int,
    version: int,
    *,
    ping: bool = True,
    reminded: bool = True,
    personal: bool = True,
    silent: bool = False,
    said_after: int = 0,
    material: ForBoard | None = None,
) -> None:
    """Put the board of a version into the outbox. It describes what has happened since the version ``shown``.

    ``ping``: whether it pings the player to move. ``reminded``: whether a reminder may be scheduled, which is removed now.
    ``personal``: whether a player may have settings of their own. ``silent``: the board does not notify the player to move.
    ``said_after``: comments from before this time (ms since 1970) are left out. ``material``: the content, if known.
    """
    if row.terms.posts == "thread":
        await threads.queue_thread(context, conn, row)
    more: dict[str, Any] = {"ping": False}
    mentioned = False
    if ping:
        turn = await notify.turn_begins(context, conn, row, reminded=reminded, personal=personal)
        if silent:
            turn = notify.SILENT
        more = {"silent": not turn.mentioned, **({"direct": row.seat} if turn.direct else {})}
        mentioned = turn.mentioned
    if said_after:
        more["said_after"] = said_after
    if row.pace is not None:
        more["clock"] = version
        if not row.terms.hours_off.never:
            more["off"] = 1
    await context.outbox.put_for_game(conn, "board", row, material=material, start=shown, end=version, **more)
    if mentioned and row.terms.posts == "one":  # an edit mentions nobody
        await context.outbox.put_for_game(conn, "ping", row, seat=row.seat, board=version, words=YOUR_TURN)


async def repeat_board(context: Context, conn: AsyncConnection, log: GameLog, *, ping: bool = True) -> None:
    """Put the newest board of a game into the outbox again. Comments stay on the previous board, unless that one is replaced.

    ``ping``: as in :func:`queue_board`.
    """
    is_edited = log.row.terms.posts == "one" and log.row.board_message_id is not None
    said_after = 0 if is_edited else context.clock()
    await queue_board(context, conn, log.row, log.last_turn(), log.version, ping=ping, said_after=said_after)
