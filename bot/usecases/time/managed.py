"""Actions of a server's managers on the time of a game: extend, pause, nudge. Each is announced in the channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.log import GameLog
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time.clocks import PAUSE, ClockRow
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.notifications import notify
from bot.usecases.play.change import Change, Press, change_by_press, get_log
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks

NUDGE_EVERY = DAY
"""Milliseconds between two nudges in a game."""
NUDGE = "the others are waiting for your move"


async def extend_deadline(
    context: Context, guild_id: int, game_id: int, user: User, days: int, *, interaction_id: int
) -> GameRow:
    """Give the player to move some more days. Raise Refusal if the game has no clock."""

    async def do(conn: AsyncConnection, log: GameLog) -> None:
        clock = await _get_clock(conn, log)
        await clocks.extend(context, conn, log.row, clock, days * DAY)
        await context.outbox.put_for_game(conn, "notice", log.row, what="extended", seat=clock.seat, days=days)

    return await _manage(context, guild_id, game_id, Press(user, interaction_id, "extend"), do, "deadline extended")


async def pause_game(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameRow:
    """Stop the clock until the next move. Raise Refusal if it is stopped already, if time is up, or if there is none."""

    async def do(conn: AsyncConnection, log: GameLog) -> None:
        clock = await _get_clock(conn, log)
        if clock.why == PAUSE:
            raise Refusal("This game is paused already.")
        if clock.left(context.clock()) <= 0:
            raise Refusal("The time for this turn is up. Extend the deadline first.")
        await clocks.stop(context, conn, log.row, clock, PAUSE)
        await context.outbox.put_for_game(conn, "notice", log.row, what="paused")

    return await _manage(context, guild_id, game_id, Press(user, interaction_id, "pause"), do, "game paused")


async def continue_game(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameRow:
    """End a pause. Raise Refusal if there is none."""

    async def do(conn: AsyncConnection, log: GameLog) -> None:
        clock = await _get_clock(conn, log)
        if clock.why != PAUSE:
            raise Refusal("This game is not paused now.")
        await clocks.go_on(context, conn, log.row, clock)
        await context.outbox.put_for_game(conn, "notice", log.row, what="continued")

    return await _manage(context, guild_id, game_id, Press(user, interaction_id, "continue"), do, "pause ended")


async def nudge(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameRow:
    """Remind the player to move, at most once a day in each game. Raise Refusal if the game does not wait for a player."""

    async def do(conn: AsyncConnection, log: GameLog) -> None:
        seat, clock, now = log.row.seat, await store.get_last_clock(conn, log.row), context.clock()
        holder = None if seat is None else log.row.players[seat].user_id
        if seat is None or holder is None:
            raise Refusal("It is no member’s turn now.")
        stands_still = clock is not None and clock.stopped_at is not None
        if stands_still or await store.get_vacation_end(conn, holder, now) is not None:
            raise Refusal("The clock is stopped, so nobody holds this game up.")
        again = (await games.get_nudged_at(conn, game_id) or 0) + NUDGE_EVERY
        if now < again:
            raise Refusal(f"There was a nudge in this game already. The next one is possible <t:{again // 1000}:R>.")
        await games.set_game(conn, game_id, nudged_at=now)
        await notify.notify_seat(context, conn, log.row, seat, NUDGE)

    return await _manage(context, guild_id, game_id, Press(user, interaction_id, "nudge"), do, "player nudged")


async def _manage(
    context: Context,
    guild_id: int,
    game_id: int,
    press: Press,
    do: Callable[[AsyncConnection, GameLog], Awaitable[None]],
    event: str,
) -> GameRow:
    async def change(change: Change) -> GameLog:
        access.going_on(change.log.row)
        await do(change.conn, change.log)
        return change.log

    return (await change_by_press(context, guild_id, game_id, press, change, event=event, again=get_log)).row


async def _get_clock(conn: AsyncConnection, log: GameLog) -> ClockRow:
    clock = await store.get_last_clock(conn, log.row)
    if clock is None or clock.seat is None:
        raise Refusal("This game has no clock.")
    return clock
