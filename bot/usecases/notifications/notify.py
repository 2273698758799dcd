"""Notifying a player about a game by the player's settings: with a mention, with a direct message, later, or not at all.

Everything here runs in the transaction of the event itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.common.home import is_home
from bot.common.words import YOUR_TURN
from bot.storage.queries.play import games, proposals
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.context import Context, write_transaction
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import MemberSettings
from bot.usecases.server import guild_settings

HALF, LAST, LATE, AGAIN = "half", "last", "time", "again"
"""The stored names of reminders: half of the time is gone, little is left, none is left, the member's own interval is over."""
CANNOT_SEND = "I cannot send you direct messages, so I mention you here again."
NO_DIRECT = f"{CANNOT_SEND} Allow them for this server in Discord, then press **Only in this server…** in `/my notifications`"


class Turn(NamedTuple):
    """How to notify the player whose turn begins."""

    mentioned: bool
    direct: bool


SILENT = Turn(mentioned=False, direct=False)
"""A turn that notifies nobody."""


async def notify_seat(
    context: Context, conn: AsyncConnection, game: GameRow, seat: int, words: str, *, reminder: str | None = None
) -> None:
    """Notify the member at a seat about a game, as their settings say: at once, or after their quiet hours.

    ``words`` follow their name. A ``reminder`` has no words yet: they are written when it is sent. The notification is dropped
    if a newer board is posted first, or the game is muted.
    """
    user_id = game.players[seat].user_id
    if user_id is None or is_home(game.guild_id):
        return
    own = await member_settings.read(conn, game.guild_id, user_id)
    if game.id in own.muted:
        return
    if own.daily_hour is not None and (words == YOUR_TURN or reminder in (HALF, AGAIN)):  # chosen since it was scheduled
        return
    said = _describe(game, seat, words, reminder=reminder)
    if (until := own.quiet_until(context.clock())) is not None:
        # One notification waits for each game. Any waiting one is at least as urgent as AGAIN.
        if reminder != AGAIN or not await due.get_rows(conn, kind="tell", game_id=game.id, user_id=user_id):
            await _notify_later(context, conn, game, user_id, until, said)
        return
    if own.mention:
        await context.outbox.put_for_game(conn, "ping", game, **said)
    if own.direct:
        await context.outbox.put_for_game(conn, "direct", game, **said)


async def remind_of_time(context: Context, conn: AsyncConnection, game: GameRow, seat: int | None, reminder: str) -> None:
    """Remind the player to move of the time left, if they want this reminder (HALF or LAST).

    Members with one message a day who want any reminder get only LAST: their message may come too late for the deadline.
    """
    user_id = None if seat is None else game.players[seat].user_id
    if seat is None or user_id is None:
        return
    own = await member_settings.read(conn, game.guild_id, user_id)
    wanted = own.time_reminders or (await guild_settings.read(conn, game.guild_id)).time_reminders or "both"
    if wanted in ("both", reminder) if own.daily_hour is None else wanted != "none" and reminder == LAST:
        await notify_seat(context, conn, game, seat, "", reminder=reminder)


async def turn_begins(
    context: Context, conn: AsyncConnection, game: GameRow, *, reminded: bool = True, personal: bool = True
) -> Turn:
    """Return how to notify the player to move about a new board. Schedule the reminders of this turn.

    At somebody's home the board itself is a direct message. ``personal``: whether a player may have settings of their own.
    """
    if reminded:
        await due.cancel(conn, "remind", guild_id=game.guild_id, game_id=game.id)
    user_id = None if game.seat is None else game.players[game.seat].user_id
    if game.seat is None or user_id is None or is_home(game.guild_id):
        return SILENT
    own = await member_settings.read(conn, game.guild_id, user_id) if personal else member_settings.USUAL
    if game.id in own.muted or own.daily_hour is not None:
        return SILENT
    await remind_later(context, conn, game, own)
    if (until := own.quiet_until(context.clock())) is not None:
        await _notify_later(context, conn, game, user_id, until, _describe(game, game.seat, YOUR_TURN))
        return SILENT
    return Turn(own.mention, own.direct)


async def remind_later(context: Context, conn: AsyncConnection, game: GameRow, own: MemberSettings) -> None:
    """Schedule the next reminder of a turn, if the member wants periodic reminders."""
    if own.remind_hours is not None:
        at = context.clock() + own.remind_hours * HOUR
        await context.schedule.schedule(conn, "remind", at, guild_id=game.guild_id, game_id=game.id, board=game.board_version)


async def notify_asked(
    context: Context,
    conn: AsyncConnection,
    game: GameRow,
    seats: Iterable[int],
    words: str,
    *,
    reminder: str | None = None,
    proposal: int | None = None,
) -> list[int]:
    """Notify the players of the given seats about a question in a public message. Return the seats not to mention.

    Members who want direct messages get one, at once or after their quiet hours. The parameters are those of
    :func:`notify_seat`, and ``proposal``, the proposal that they should answer.
    """
    silent = []
    for seat in seats:
        user_id = game.players[seat].user_id
        if user_id is None:
            continue
        own = await member_settings.read(conn, game.guild_id, user_id)
        until, muted = own.quiet_until(context.clock()), game.id in own.muted
        if muted or until is not None or not own.mention:
            silent.append(seat)
        if muted:
            continue
        said = _describe(game, seat, words, reminder=reminder, proposal=proposal)
        if until is not None:
            await _notify_later(context, conn, game, user_id, until, said)
        elif own.direct:
            await context.outbox.put_for_game(conn, "direct", game, **said)
    return silent


async def is_silent(context: Context, conn: AsyncConnection, guild_id: int, user_id: int, game_id: int | None = None) -> bool:
    """Return whether a member wants no notifications in a server, or none now.

    With ``game_id``, also return true if they want none about that game.
    """
    own = await member_settings.read(conn, guild_id, user_id)
    return game_id in own.muted or not (own.mention or own.direct) or own.quiet_until(context.clock()) is not None


def is_current(game: GameRow, board: int | None) -> bool:
    """Return whether a notification about a board is still current: the game is running and has no newer board."""
    return game.status == "running" and game.board_version == board


async def after_quiet(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Notify a member at the end of their quiet hours, unless the game has moved on."""
    game = await lock_current_game(conn, row)
    if game is None:
        return
    proposal_id = row.payload.get("proposal")
    if proposal_id is not None:
        proposal = await proposals.get_proposal(conn, proposal_id)
        if proposal is None or proposal.status != "open" or row.payload["seat"] in proposal.agreed:
            return
    reminder = row.payload.get("reminder")
    await notify_seat(context, conn, game, row.payload["seat"], row.payload["words"], reminder=reminder)


@write_transaction
async def note_no_direct(context: Context, conn: AsyncConnection, guild_id: int, game_id: int, seat: int) -> None:
    """Record that Discord delivers no direct messages to a member.

    From now on they are notified in the channel; the first notification gives the reason.
    """
    game = await games.get_game(conn, game_id, guild_id, lock=True)
    user_id = None if game is None else game.players[seat].user_id
    if game is None or user_id is None:
        return
    before = await member_settings.read(conn, guild_id, user_id)
    if before.direct:
        update = {"direct": False, "mention": True}
        await member_settings.change_in(conn, guild_id, user_id, lambda own: own.model_copy(update=update))
        await notify_seat(context, conn, game, seat, NO_DIRECT)


async def lock_current_game(conn: AsyncConnection, row: DueRow) -> GameRow | None:
    """Return the game of a scheduled task, locked; ``None`` if it has moved on since."""
    game = await games.get_game(conn, row.game_id or 0, row.guild_id, lock=True)
    return game if game is not None and is_current(game, row.payload["board"]) else None


def _describe(game: GameRow, seat: int, words: str, **about: object) -> dict[str, Any]:
    """Return the payload of a notification."""
    known = {name: value for name, value in about.items() if value is not None}
    return {"seat": seat, "board": game.board_version, "words": words, **known}


async def _notify_later(
    context: Context, conn: AsyncConnection, game: GameRow, user_id: int, at: int, said: dict[str, Any]
) -> None:
    await context.schedule.schedule(conn, "tell", at, guild_id=game.guild_id, game_id=game.id, user_id=user_id, **said)
