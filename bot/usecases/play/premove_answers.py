"""Premoves when a game's log grows: an armed line that fits is played at once, and lines that no longer fit are dropped."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.armed_lines import ArmedLines, follow
from bot.games.log import GameLog
from bot.storage.queries.play import lines as store
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.lines import Armed
from bot.usecases.announcements import Appended, GameStopped
from bot.usecases.context import Context
from bot.usecases.play.apply import append
from rules import State


async def follow_append(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Find the answer of an armed line to the new entries of the log.

    Drop lines that can no longer fit: after chance, an undo, a drop, a draw, or a decision that is in no line.
    """
    log = appended.log
    if log.state().is_over:
        await store.delete_armed(conn, log.row.id)
        return
    for each in await store.list_armed(conn, log.row.id):
        seat = log.row.seat_of(each.user_id)
        since = log.rows[each.version :]
        if each.dropped:
            if any(row.seat == seat for row in log.rows[appended.known :]):
                await store.delete_armed(conn, log.row.id, each.user_id)
        elif any(row.kind == "undo" or row.seat is None or row.is_drop for row in since):
            await store.drop_armed(conn, log.row.id, each.user_id)
        elif seat is not None and seat == log.state().seat:
            appended.answer = await _answer(conn, log, seat, each, context.clock())


async def play_answer(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Play the answer of an armed line."""
    if appended.answer is not None:
        rows, state = appended.answer
        await append(context, conn, appended.log, state, rows)


async def follow_stop(_: Context, conn: AsyncConnection, stopped: GameStopped) -> None:
    """Disarm all lines of a game."""
    await store.delete_armed(conn, stopped.row.id)


async def _answer(conn: AsyncConnection, log: GameLog, seat: int, armed: Armed, now: int) -> tuple[list[LogRow], State] | None:
    """Return the log rows of the line that fits, and the state after them; ``None`` if none fits, and then drop all lines.

    Keep the lines that continue it.
    """
    lines = ArmedLines(log.state(armed.version), seat, armed.lines)
    found = lines.find_answer(log.state())
    if found is None:
        await store.drop_armed(conn, log.row.id, armed.user_id)
        return None
    rest = Armed(armed.user_id, log.version + len(found.mine), follow(lines.lines, found.line))
    await store.save_armed(conn, log.row.id, rest, now)
    return [LogRow(0, "action", text, seat) for text in found.mine], lines.play(found.line)
