"""What follows from premoves when a game's log grows: one that fits plays at once, one that no longer fits is dropped."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import premoves as store
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.premoves import Premoves
from bot.usecases.play.branches import Answer, find_answer


async def take_due_answer(conn: AsyncConnection, log: GameLog, known: int) -> tuple[list[LogRow], Answer] | None:
    """Return the rows that a premove adds to the log, which has grown since the version ``known``; ``None`` if none fits.

    Drop what cannot fit any more: past chance, an undo, a drop, a draw, or a decision that no branch has.
    """
    found = await store.get_premoves(conn, log.row.id)
    if not found:
        return None
    state, rows = log.state(), log.rows[known:]
    if state.is_over:
        await store.delete_premoves(conn, log.row.id)
        return None
    live = [premoves for premoves in found if not premoves.dropped]
    for premoves in found:
        if premoves.dropped and any(row.seat == premoves.seat for row in rows):
            await store.delete_premoves(conn, log.row.id, premoves.seat)
    for premoves in [premoves for premoves in live if _is_broken(log, premoves)]:
        live.remove(premoves)
        await _drop(conn, log, premoves)
    mine = next((premoves for premoves in live if premoves.seat == state.seat), None)
    if mine is None:
        return None
    fits = find_answer(log.state(mine.version), mine.data, mine.seat, state)
    if fits is None:
        await _drop(conn, log, mine)
        return None
    await _keep_rest(conn, log, mine, fits)
    return [LogRow(0, "action", text, mine.seat) for text in fits.texts], fits


def _is_broken(log: GameLog, premoves: Premoves) -> bool:
    """Return whether something has happened since that no branch goes past."""
    since = log.rows[premoves.version :]
    return any(row.kind == "undo" or row.seat is None or row.text.startswith("drop ") for row in since)


async def _drop(conn: AsyncConnection, log: GameLog, premoves: Premoves) -> None:
    await store.save_premoves(conn, log.row.id, replace(premoves, data={}, dropped=True))


async def _keep_rest(conn: AsyncConnection, log: GameLog, premoves: Premoves, played: Answer) -> None:
    """Keep the branches from the position on that comes after the answer."""
    if played.rest:
        version = log.version + len(played.texts)
        await store.save_premoves(conn, log.row.id, replace(premoves, version=version, data=played.rest))
    else:
        await store.delete_premoves(conn, log.row.id, premoves.seat)
