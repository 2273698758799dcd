"""Adding to a game's log. The effects are the followers of the announcement, in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.games.computers import has_only_computers
from bot.games.log import GameLog
from bot.storage.queries.play import game_log
from bot.storage.queries.play.attached import Attached, lock_with_attached
from bot.storage.queries.play.game_log import LogRow
from bot.usecases.announcements import Appended, announce
from bot.usecases.context import Context
from bot.usecases.play.change import load
from rules import Action, AgreeDraw, State

MOST_CHANCE_IN_A_ROW = 10_000
"""Maximum number of outcomes of chance between two decisions: a safeguard, since an endless game would hang the bot."""


async def append(
    context: Context,
    conn: AsyncConnection,
    log: GameLog,
    state: State,
    rows: Sequence[LogRow],
    *,
    quiet: bool = False,
    there: Attached | None = None,
    alone: bool = False,
) -> None:
    """Add ``rows``, which lead to ``state``, to the log, and announce it to the followers in ``bot.usecases.followers``.

    Outcomes of chance are drawn until the next decision. If only computers are left, they share the win. With ``quiet`` no
    board is posted while the same player continues the same turn. ``there``: the data attached to the game before this change.
    ``alone``: whether the transaction changes nothing else in the game.
    """
    before, known = log.state(), log.version
    outcomes, state = _draw_chance(context, log.row.kind, state)
    if has_only_computers(log.row, state):
        outcomes.append(LogRow(0, "action", str(AgreeDraw()), state.left[0]))
        state = state.play(AgreeDraw())
    await _add_rows(context, conn, log, [*rows, *outcomes], state)
    there = there or (await lock_with_attached(conn, log.row.id, context.clock()))[1]
    decided = {row.seat for row in rows}
    await announce(context, conn, Appended(log, before, log.row, known, there, decided, quiet, alone))


async def append_decisions(
    context: Context,
    conn: AsyncConnection,
    log: GameLog,
    texts: Sequence[str],
    seat: int | None,
    *,
    level: int | None = None,
    quiet: bool = False,
    there: Attached | None = None,
) -> None:
    """Play decisions, and append them to the log.

    ``seat``: the seat that decides; ``None`` for none. ``level``: the level of a computer that decides instead of the seat's
    holder. ``quiet``, ``there``: see :func:`append`.
    """
    state = log.state()
    for text in texts:
        state = state.play(state.parse(text))
    rows = [LogRow(0, "action", text, seat, level) for text in texts]
    await append(context, conn, log, state, rows, quiet=quiet, there=there)


def _draw_chance(context: Context, kind: str, state: State) -> tuple[list[LogRow], State]:
    """Draw outcomes of chance until the next decision or the end of the game."""
    outcomes: list[Action] = []
    while state.is_chance:
        if len(outcomes) > MOST_CHANCE_IN_A_ROW:
            raise RuntimeError(f"{kind} asks for chance without end")
        outcomes.append(context.chance(state))
        state = state.play(outcomes[-1])
    return [LogRow(0, "action", str(outcome), None) for outcome in outcomes], state


async def _add_rows(context: Context, conn: AsyncConnection, log: GameLog, rows: Sequence[LogRow], state: State) -> None:
    """Number the rows, and add them to the log. ``state``: the state after them."""
    added = [replace(row, seq=log.version + number) for number, row in enumerate(rows, 1)]
    await game_log.append_log(conn, log.row.id, added, context.clock())
    crash_point("move.logged")
    log.rows += added
    log.keep(log.version, state)


async def begin(context: Context, conn: AsyncConnection, game_id: int) -> None:
    """Start a new game in the transaction that inserted it: draw chance before the first decision, and queue the board."""
    log = await load(context, conn, None, game_id, lock=True)
    await append(context, conn, log, log.start(), ())
