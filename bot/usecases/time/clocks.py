"""Clocks: the remaining time of each player. They follow the log, and stop during pauses and vacations.

A bank is reduced while it is that seat's turn, and grows when the turn ends. Time counts once the board of the turn is posted.
A question in another player's turn (``State.default_answer``) has its own time and does not use the bank.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.common.pace import ABSENCE, Pace
from bot.games.log import GameLog, actions_that_count
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time import due
from bot.storage.queries.time.clocks import COMPUTER, GONE, PAUSE, VACATION, ClockRow
from bot.usecases.announcements import Appended, GameStopped
from bot.usecases.context import Context, as_use_case
from bot.usecases.refusal import Refusal
from rules import State

BEGUN, REMINDED, OUT, LAST_CALL = 0, 1, 2, 3
"""The stages of a turn's time, as stored: it has begun, half of it is gone, all of it is gone, a tenth is left."""
LAST_CALL_PART = 10
"""The last call is sent when 1 / LAST_CALL_PART of the time is left."""


async def follow_append(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Update the clock of a game after its log has grown.

    If a board is due for the new position, the time counts from its posting. In a game without a pace, the time given for an
    absent player ends.
    """
    log, there, before, first, board = appended.log, appended.there, appended.before, appended.known, appended.board
    pace, after, now = log.row.pace, appended.state, context.clock()
    if pace is None:
        await end_absence(context, conn, log.row)
        return
    holder = None if after.seat is None else log.row.players[after.seat].user_id
    clock = there.clock
    vacation_until = await store.get_vacation_end(conn, holder, now) if there.vacations else None
    undone = next((int(row.text) for row in log.rows[first:] if row.kind == "undo"), None)
    if clock is None:
        new = ClockRow(log.row.id, log.version, after.seat, (pace.start,) * log.row.seats, 0, 0, now, now)
    elif undone is not None:
        taken_back = await _clock_after_undo(conn, log, clock, first, undone, now)
        if taken_back is None:
            return
        new = taken_back
    elif not _is_new_turn(before, after):
        if clock.why in (PAUSE, GONE):
            await go_on(context, conn, log.row, clock)
        return
    else:
        new = _next_clock(clock, pace, before, log.version, after.seat, now)
    new = replace(new, allowed=_allowed(pace, new, after), posted_at=None if board else now, hours=log.row.terms.hours_off)
    if vacation_until is not None:
        new = replace(new, stopped_at=now, why=VACATION)
    if after.seat is not None and log.row.players[after.seat].is_computer:
        new = replace(new, stopped_at=now, why=COMPUTER)
    await store.insert_clock(conn, new)
    appended.clock = new
    await schedule(context, conn, log.row, new, known=there.clock_due)
    if clock is not None:
        await clear(context, conn, log.row, clock)
    if clock is not None and clock.stage >= REMINDED and not board:
        await forget_ping(context, conn, log.row)


def _is_new_turn(before: State, after: State) -> bool:
    return after.seat != before.seat or not after.continues(before) or after.default_answer is not None


def _allowed(pace: Pace, clock: ClockRow, state: State) -> int:
    """Return the time of the player who decides next, in milliseconds."""
    if clock.seat is None:
        return 0
    return pace.added if state.default_answer is not None else clock.banks[clock.seat]


def _next_clock(clock: ClockRow, pace: Pace, before: State, version: int, seat: int | None, now: int) -> ClockRow:
    """Return the clock of the next turn. The bank of this turn's player loses the time used and gains the time added."""
    banks = list(clock.banks)
    if clock.seat is not None and before.default_answer is None:
        banks[clock.seat] = min(pace.most, max(0, clock.left(now)) + pace.added)
    return ClockRow(clock.game_id, version, seat, tuple(banks), 0, clock.used(now), now, now)


async def _clock_after_undo(
    conn: AsyncConnection, log: GameLog, clock: ClockRow, first: int, kept: int, now: int
) -> ClockRow | None:
    """Return the clock after an undo that keeps ``kept`` actions: as it was in the turn of the first action taken back.

    If nobody had to be asked, the time used so far stays used, so such an undo gains no time. If the others have agreed, all of
    the turn's time is given back. ``None`` if that turn is still in progress and nobody was asked.
    """
    undone = actions_that_count(log.rows[:first])[kept:]
    alone = len(undone) == 1
    turns = [*await store.list_clocks(conn, log.row)]
    number = max((n for n, turn in enumerate(turns) if turn.version < undone[0].seq), default=0)
    if alone and number == len(turns) - 1:
        return None
    spent = turns[number + 1].spent if alone else 0
    seat, banks = turns[number].seat, turns[number].banks
    return ClockRow(log.row.id, log.version, seat, banks, 0, clock.used(now), now, now - spent)


async def schedule(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow, *, known: int | None = None) -> None:
    """Schedule the next event of a clock: the reminder, the end of the time, the adjournment.

    ``known``: the time of the event that is scheduled already. If that is earlier it stays: when it is due, ``alarms.ring``
    schedules the right one.
    """
    at = find_next_event(row, clock, context.clock())
    if at is None:
        await due.cancel(conn, "clock", guild_id=row.guild_id, game_id=row.id)
    elif known is None or known > at:
        await context.schedule.move(conn, "clock", at, guild_id=row.guild_id, game_id=row.id)


def find_next_event(row: GameRow, clock: ClockRow, now: int) -> int | None:
    """Return the time of a clock's next event; ``None`` if there is none."""
    deadline = clock.deadline(now)
    if clock.seat is None or deadline is None:
        return None
    if clock.stage == BEGUN:
        return clock.reaches(clock.allowed // 2, now)
    if clock.stage == REMINDED:
        return clock.reaches(clock.allowed - clock.allowed // LAST_CALL_PART, now)
    return deadline if clock.stage == LAST_CALL else deadline + pace_of(row).start


def pace_of(row: GameRow) -> Pace:
    """Return the pace of a game; without a pace, the time given for an absent player."""
    return row.pace or ABSENCE


async def start_absence(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """Start a time limit for the absent player to move.

    When it is over, the others may continue. Do nothing in a game with a pace.
    """
    seat, now = log.row.seat, context.clock()
    known = await store.get_last_clock(conn, log.row)
    if log.row.pace is not None or seat is None or (known is not None and known.seat is not None):
        return
    banks = (ABSENCE.start,) * log.row.seats
    clock = ClockRow(log.row.id, log.version, seat, banks, ABSENCE.start, 0, now, now, posted_at=now, stage=LAST_CALL)
    await store.insert_clock(conn, clock)
    await schedule(context, conn, log.row, clock)


async def end_absence(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """End the time given for an absent player in a game without a pace."""
    clock, now = await store.get_last_clock(conn, row), context.clock()
    if row.pace is not None or clock is None or clock.seat is None:
        return
    if clock.version < row.version:
        await store.insert_clock(conn, ClockRow(row.id, row.version, None, clock.banks, 0, 0, now, now))
    else:
        await store.set_clock(conn, clock, seat=None)
    await due.cancel(conn, "clock", guild_id=row.guild_id, game_id=row.id)
    await clear(context, conn, row, clock)


async def follow_stop(context: Context, conn: AsyncConnection, stopped: GameStopped) -> None:
    """Cancel the events of a stopped game's clock."""
    clock = await store.get_last_clock(conn, stopped.row)
    if clock is not None:
        await due.cancel(conn, "clock", guild_id=stopped.row.guild_id, game_id=stopped.row.id)
        await clear(context, conn, stopped.row, clock)


async def forget_ping(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Remove the message that mentions the player to move."""
    if (ping := await games.set_ping(conn, row.id, None)) is not None:
        await context.outbox.put_for_game(conn, "remove", row, message=ping)


async def clear(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow) -> None:
    """Update the message about an expired turn with its outcome."""
    if clock.claim_id is not None:
        await context.outbox.put_for_game(conn, "claim_edit", row, turn=clock.version)


async def stop(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow, why: str) -> None:
    """Stop a clock, and update the board."""
    now = context.clock()
    if clock.posted_at is None:
        clock = replace(clock, since=clock.start_for(clock.used(now), now), posted_at=now)
    await store.set_clock(
        conn, clock, since=clock.since, posted_at=clock.posted_at, stopped_at=clock.stopped_at or now, why=why
    )
    await due.cancel(conn, "clock", guild_id=row.guild_id, game_id=row.id)
    await update_board(context, conn, row)


async def go_on(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow) -> None:
    """Restart a stopped clock, and update the board. Do nothing if it runs."""
    now = context.clock()
    if clock.stopped_at is None or clock.seat is None:
        return
    if await store.get_vacation_end(conn, row.players[clock.seat].user_id, now) is not None:
        await store.set_clock(conn, clock, why=VACATION)
        await update_board(context, conn, row)
        return
    since, posted_at = clock.start_for(clock.used(now), now), clock.posted_at or now
    clock = await store.set_clock(conn, clock, since=since, posted_at=posted_at, stopped_at=None, why=None)
    await schedule(context, conn, row, clock)
    await update_board(context, conn, row)


async def give_time_to_new_holder(context: Context, conn: AsyncConnection, row: GameRow, seat: int) -> None:
    """Give the new holder of a seat time for the turn, in a transaction that has locked the game.

    Do nothing if the seat is not to move, or if the game is paused. The new holder has at least the time that a turn adds. The
    vacation of the old holder no longer applies to this turn.
    """
    clock, pace, now = await store.get_last_clock(conn, row), row.pace, context.clock()
    if clock is None or clock.seat != seat or clock.why == PAUSE:
        return
    if pace is None:
        await end_absence(context, conn, row)
        return
    holder = row.players[seat]
    why = COMPUTER if holder.is_computer else None
    if why is None and await store.get_vacation_end(conn, holder.user_id, now) is not None:
        why = VACATION
    used = min(clock.used(now), max(0, clock.allowed - pace.added))
    since, stopped_at = clock.start_for(used, now), now if why else None
    # A reminder at half of the time would arrive together with the board for the new holder.
    stage = REMINDED if used * 2 >= clock.allowed else BEGUN
    begun = await store.set_clock(conn, clock, since=since, posted_at=now, stopped_at=stopped_at, why=why, stage=stage)
    await schedule(context, conn, row, begun)
    await clear(context, conn, row, clock)


async def extend(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow, by: int) -> None:
    """Give the player to move ``by`` milliseconds more, in a transaction that has locked the game.

    If the time is up, the added time counts from now. The part of it that is not used goes into the player's bank.
    """
    now = context.clock()
    by += max(0, -clock.left(now))
    banks = [bank + by if seat == clock.seat and bank == clock.allowed else bank for seat, bank in enumerate(clock.banks)]
    allowed = clock.allowed + by
    stage = REMINDED if clock.used(now) * 2 >= allowed else BEGUN
    longer = await store.set_clock(conn, clock, banks=tuple(banks), allowed=allowed, stage=stage)
    await schedule(context, conn, row, longer)
    await clear(context, conn, row, clock)
    await update_board(context, conn, row)


async def restore_time(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """Give the player to move the time of a new game. It counts from the new board."""
    clock, pace, now = await store.get_last_clock(conn, log.row), log.row.pace, context.clock()
    if clock is None or clock.seat is None:
        return
    if pace is None:
        await end_absence(context, conn, log.row)
        return
    banks = tuple(pace.start if seat == clock.seat else bank for seat, bank in enumerate(clock.banks))
    begun = await store.set_clock(
        conn, clock, banks=banks, allowed=pace.start, at=now, since=now, posted_at=None, stopped_at=None, why=None, stage=BEGUN
    )
    await schedule(context, conn, log.row, begun)


async def update_board(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Update the text of the newest board and the status message, because the time shown there has changed."""
    await context.outbox.put_for_game(conn, "board_edit", row)
    await update_status(context, conn, row)


async def update_status(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Update the status message of a game that has one."""
    if row.status_message_id is not None:
        await context.outbox.put_for_game(conn, "status_edit", row, in_channel=True)


async def start_time(conn: AsyncConnection, game_id: int, version: int, now: int, *, hours_off: bool = False) -> None:
    """Start the time of a turn, after its board, or another post that asks its player to move, was posted.

    ``hours_off``: whether the game has hours in which no clock runs, which requires loading the game.
    """
    game = await games.get_game(conn, game_id, None) if hours_off else None
    clock = None if game is None else await store.get_last_clock(conn, game)
    if clock is not None and clock.version == version and clock.posted_at is None and clock.stopped_at is None:
        await store.set_clock(conn, clock, since=clock.start_for(clock.used(now), now), posted_at=now)
    else:
        await store.save_posted(conn, game_id, version, now)


async def give_back(conn: AsyncConnection, served: Assignment, start: int, end: int) -> int:
    """Give back the time between two moments to all clocks of the given servers that ran then. Return the number of clocks."""
    given = await store.give_back(conn, served, start, end)
    for game_id in await store.list_ids_with_hours_off(conn, served):
        game = await games.get_game(conn, game_id, None, lock=True)
        clock = None if game is None else await store.get_last_clock(conn, game)
        if clock is not None and clock.seat is not None and clock.stopped_at is None and (clock.posted_at or end) < end:
            used = clock.hours.running(clock.since, max(start, clock.since))
            await store.set_clock(conn, clock, since=clock.start_for(used, end))
            given += 1
    return given


get_clock = as_use_case(store.get_last_clock)


async def require_clock(conn: AsyncConnection, row: GameRow) -> ClockRow:
    """Return the clock of a game, inside a transaction. Raise Refusal if no time runs in it."""
    clock = await store.get_last_clock(conn, row)
    if clock is None or clock.seat is None:
        raise Refusal("This game has no clock.")
    return clock
