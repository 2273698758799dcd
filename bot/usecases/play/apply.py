"""Adding to a game's log, with everything that follows from it, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.your_turn import YOUR_TURN
from bot.games.computers import has_only_computers, is_board_due
from bot.games.log import GameLog
from bot.storage.queries.play import drafts, game_log, games, proposals
from bot.storage.queries.play.attached import Attached, read_attached
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats import players, seat_offers
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.usecases.announcements import BoardDue, DeciderChanged, GameEnded, GamesChanged, StatusChanged, TurnBegan, announce
from bot.usecases.context import Context
from bot.usecases.notifications import notify
from bot.usecases.play.premove_answers import take_due_answer
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks
from rules import Action, AgreeDraw, State

logger = logging.getLogger(__name__)

MOST_CHANCE_IN_A_ROW = 10_000
"""No game draws or rolls this often between two decisions; one that did would hang the bot."""

NO_GAME = "There is no such game in this server."


async def load(context: Context, conn: AsyncConnection, guild_id: int | None, game_id: int, *, lock: bool = False) -> GameLog:
    """Return a game's log; ``lock``: no other transaction changes the game meanwhile. Raise Refusal where there is none."""
    row = await games.get_game(conn, game_id, guild_id, lock=lock)
    if row is None:
        raise Refusal(NO_GAME)
    return await context.cache.load(conn, row)


async def append(
    context: Context,
    conn: AsyncConnection,
    log: GameLog,
    state: State,
    rows: Sequence[LogRow],
    *,
    quiet: bool = False,
    there: Attached | None = None,
) -> None:
    """Add ``rows``, which lead to ``state``, to the log, and do what follows from them.

    With ``quiet`` no board is posted while the same player goes on with the same turn. None is posted before a computer's
    move: the board after it tells everything. Where computers alone are left, they share the win. A premove that fits is
    played at once: the board after it tells both moves. ``there``: what was attached to the game before.
    """
    before, shown, known = log.state(), log.row.board_version or 0, log.version
    outcomes, state = _draw_chance(context, log.row.kind, state)
    if has_only_computers(log.row, state):
        outcomes.append(LogRow(0, "action", str(AgreeDraw()), state.left[0]))
        state = state.play(AgreeDraw())
    await _add_rows(context, conn, log, [*rows, *outcomes], state)
    there = there or await read_attached(conn, log.row, context.clock())
    answer = await take_due_answer(conn, log, known, context.clock()) if there.armed else None
    board = answer is None and not (quiet and state.continues(before)) and is_board_due(log.row, state)
    await _save_position(context, conn, log, state, there, board=board)
    if there.proposals:
        await _end_proposals(context, conn, log.row)
    crash_point("move.voided")
    if there.offers:
        await _end_offers(context, conn, log.row, state, {row.seat for row in rows})
    if there.clock is not None or log.row.pace is not None:
        await clocks.follow(context, conn, log, there, before, known, board=board)
    if board:
        await queue_board(context, conn, log.row, shown, log.version, reminded=there.reminds)
        crash_point("move.queued")
    if answer is not None:
        await append(context, conn, log, answer[1], answer[0])


def _draw_chance(context: Context, kind: str, state: State) -> tuple[list[LogRow], State]:
    """Draw outcomes of chance until somebody decides or the game is over."""
    outcomes: list[Action] = []
    while state.is_chance:
        if len(outcomes) > MOST_CHANCE_IN_A_ROW:
            raise RuntimeError(f"{kind} asks for chance without end")
        outcomes.append(context.chance(state))
        state = state.play(outcomes[-1])
    return [LogRow(0, "action", str(outcome), None) for outcome in outcomes], state


async def _add_rows(context: Context, conn: AsyncConnection, log: GameLog, rows: Sequence[LogRow], state: State) -> None:
    """Add the rows, numbered, to the log; ``state`` is the state after them."""
    added = [replace(row, seq=log.version + number) for number, row in enumerate(rows, 1)]
    await game_log.append_log(conn, log.row.id, added, context.clock())
    crash_point("move.logged")
    log.rows += added
    log.keep(log.version, state)


async def _save_position(
    context: Context, conn: AsyncConnection, log: GameLog, state: State, there: Attached, *, board: bool
) -> None:
    """Save what the log's new version means for the game: who is to move, whether it is over, how it ended."""
    if state.seat != log.row.seat:
        await announce(context, conn, TurnBegan(log.row, state.seat))
    now, ending = context.clock(), _ending(log, state)
    await games.update_position(conn, log.row.id, version=log.version, seat=state.seat, ending=ending, board=board, now=now)
    if there.drafts:
        await drafts.delete_old_drafts(conn, log.row.id, log.version)
    if state.is_over:
        await players.set_result(conn, log.row.id, state.scores, state.winners or ())
    if state.is_over and log.row.counts:
        await announce(context, conn, StatusChanged(log.row.guild_id))
        await context.schedule.schedule(conn, "recount", now, guild_id=log.row.guild_id)
        await announce(context, conn, GameEnded(log.row))
    log.row = replace(
        log.row,
        version=log.version,
        seat=state.seat,
        status=log.row.status if ending is None else "over",
        ending=ending,
        board_version=log.version if board else log.row.board_version,
        updated_at=now,
    )
    await announce(context, conn, DeciderChanged(log.row, state))
    if there.listed and log.row.counts and (board or state.is_over):
        await announce(context, conn, GamesChanged(log.row.guild_id))
    crash_point("move.placed")


def _ending(log: GameLog, state: State) -> str | None:
    """Return how the game has ended: played, agreed (a draw), resigned, time; ``None`` while it goes on."""
    if not state.is_over:
        return None
    last = log.rows[-1]
    if last.text == "draw":
        return "agreed"
    if not last.text.startswith("drop "):
        return "played"
    return "resigned" if last.text == f"drop {last.seat}" else "time"


async def _end_proposals(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """End the open proposals, since the game has moved on, and have their messages say so."""
    for proposal in await proposals.void_proposals(conn, row.id):
        await context.outbox.put_for_game(conn, "proposal_edit", row, proposal=proposal)


async def _end_offers(
    context: Context, conn: AsyncConnection, row: GameRow, state: State, decided: Collection[int | None]
) -> None:
    """End the offers of seats that nobody can take any more, or whose holder, who was missing, has ``decided``."""
    for offer in await seat_offers.list_open_offers(conn, row.id):
        is_back = offer.reason != "given" and offer.seat in decided
        if state.is_over or offer.seat in state.dropped or is_back:
            await end_offer(context, conn, row, offer)


async def end_offer(context: Context, conn: AsyncConnection, row: GameRow, offer: SeatOffer) -> None:
    """End the offer of a seat, and have its message say so."""
    await seat_offers.set_offer(conn, offer.id, status="void")
    await context.outbox.put_for_game(conn, "seat_offer_edit", row, offer=offer.id)


async def queue_board(
    context: Context, conn: AsyncConnection, row: GameRow, shown: int, version: int, *, ping: bool = True, reminded: bool = True
) -> None:
    """Put the board of a version into the outbox. It tells what has happened since the version ``shown``.

    ``ping``: whether it pings the player to move. ``reminded``: whether a reminder may be scheduled, which is over now.
    """
    await announce(context, conn, BoardDue(row))
    more: dict[str, Any] = {"ping": False}
    mentioned = False
    if ping:
        turn = await notify.turn_begins(context, conn, row, reminded=reminded)
        more = {"silent": not turn.mentioned, **({"direct": row.seat} if turn.direct else {})}
        mentioned = turn.mentioned
    if row.pace is not None:
        more["clock"] = version
        if not row.terms.hours_off.never:
            more["off"] = 1
    await context.outbox.put_for_game(conn, "board", row, start=shown, end=version, **more)
    if mentioned and row.terms.posts == "one":  # an edit mentions nobody
        await context.outbox.put_for_game(conn, "ping", row, seat=row.seat, board=version, words=YOUR_TURN)


async def begin(context: Context, conn: AsyncConnection, game_id: int) -> None:
    """Start a new game in the transaction that made it: draws what comes before the first decision, queues the board."""
    log = await load(context, conn, None, game_id, lock=True)
    state = log.start()
    if state.is_chance:
        await append(context, conn, log, state, ())
    else:
        board = is_board_due(log.row, state)
        there = await read_attached(conn, log.row, context.clock())
        await _save_position(context, conn, log, state, there, board=board)
        if log.row.pace is not None:
            await clocks.follow(context, conn, log, there, state, 0, board=board)
        if board:
            await queue_board(context, conn, log.row, 0, 0)


def keep_committed(context: Context, log: GameLog) -> None:
    """Keep the log in memory, once its transaction is committed."""
    crash_point("move.committed")
    context.cache.keep(log)
    context.changes.tell(log.row)


def log_event(event: str, log: GameLog, user_id: int, interaction_id: int | None, **more: object) -> None:
    """Write an event of a game to the log output."""
    where = {"guild": log.row.guild_id, "game": log.row.id, "version": log.version}
    logger.info(event, extra={**where, "user": user_id, "interaction": interaction_id, **more})
