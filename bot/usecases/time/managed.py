"""Actions of a server's managers on the time of a game: extend, pause, nudge. Each is announced in the channel."""

from __future__ import annotations

from bot.common.clock import DAY
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time.clocks import PAUSE
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.notifications import notify
from bot.usecases.play.change import Change, by_press, get_row
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks

NUDGE_EVERY = DAY
"""Milliseconds between two nudges in a game."""
NUDGE = "the others are waiting for your move"


@by_press("extend", event="deadline extended", again=get_row)
async def extend_deadline(context: Context, change: Change, _: User, days: int) -> GameRow:
    """Give the player to move some more days. Return the game. Raise Refusal if it has no clock."""
    conn, row = change.conn, change.log.row
    access.going_on(row)
    clock = await clocks.require_clock(conn, row)
    await clocks.extend(context, conn, row, clock, days * DAY)
    await context.outbox.put_for_game(conn, "notice", row, what="extended", seat=clock.seat, days=days)
    return row


@by_press("pause", event="game paused", again=get_row)
async def pause_game(context: Context, change: Change, _: User) -> GameRow:
    """Stop the clock until the next move. Return the game.

    Raise Refusal if the clock is stopped already, if time is up, or if there is no clock.
    """
    conn, row = change.conn, change.log.row
    access.going_on(row)
    clock = await clocks.require_clock(conn, row)
    if clock.why == PAUSE:
        raise Refusal("This game is paused already.")
    if clock.left(context.clock()) <= 0:
        raise Refusal("The time for this turn is up. Extend the deadline first.")
    await clocks.stop(context, conn, row, clock, PAUSE)
    await context.outbox.put_for_game(conn, "notice", row, what="paused")
    return row


@by_press("continue", event="pause ended", again=get_row)
async def continue_game(context: Context, change: Change, _: User) -> GameRow:
    """End a pause. Return the game. Raise Refusal if it is not paused."""
    conn, row = change.conn, change.log.row
    access.going_on(row)
    clock = await clocks.require_clock(conn, row)
    if clock.why != PAUSE:
        raise Refusal("This game is not paused now.")
    await clocks.go_on(context, conn, row, clock)
    await context.outbox.put_for_game(conn, "notice", row, what="continued")
    return row


@by_press("nudge", event="player nudged", again=get_row)
async def nudge(context: Context, change: Change, _: User) -> GameRow:
    """Remind the player to move, at most once a day in each game. Return the game.

    Raise Refusal if the game does not wait for a player.
    """
    conn, row = change.conn, change.log.row
    access.going_on(row)
    seat, clock, now = row.seat, await store.get_last_clock(conn, row), context.clock()
    holder = None if seat is None else row.players[seat].user_id
    if seat is None or holder is None:
        raise Refusal("It is no member’s turn now.")
    stands_still = clock is not None and clock.stopped_at is not None
    if stands_still or await store.get_vacation_end(conn, holder, now) is not None:
        raise Refusal("The clock is stopped, so nobody holds this game up.")
    again = (row.nudged_at or 0) + NUDGE_EVERY
    if now < again:
        raise Refusal(f"There was a nudge in this game already. The next one is possible <t:{again // 1000}:R>.")
    await games.set_game(conn, row.id, nudged_at=now)
    await notify.notify_seat(context, conn, row, seat, NUDGE)
    return row
