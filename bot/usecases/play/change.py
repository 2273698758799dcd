"""The frame of every use case that changes a game: load and lock it, change it once, cache the committed log, log the event."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.games.log import GameLog
from bot.storage.queries.play import games, interactions
from bot.storage.queries.play.attached import Attached, lock_with_attached
from bot.storage.queries.play.games import GameRow
from bot.usecases.context import Context, User
from bot.usecases.refusal import Refusal

P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)

NO_GAME = "There is no such game in this server."


class Press(NamedTuple):
    """A press or command of a member. Discord may deliver it twice, with the same ``interaction_id``."""

    user: User
    interaction_id: int
    purpose: str
    """The action that was requested. One interaction may request several."""

    @property
    def key(self) -> tuple[int, str]:
        """The interaction and its purpose, as stored in the database."""
        return self.interaction_id, f"{self.user.id} {self.purpose}"


class Asker(NamedTuple):
    """A member's request about a game: who asks, and by which press or command."""

    context: Context
    guild_id: int
    game_id: int
    user: User
    interaction_id: int


class Change(NamedTuple):
    """A game that is being changed: no other transaction changes it meanwhile."""

    conn: AsyncConnection
    log: GameLog
    there: Attached
    """The data attached to the game before the change."""


Find = Callable[[AsyncConnection], Awaitable[int]]
"""Returns the number of the game to change, or raises Refusal."""
Do = Callable[[Change], Awaitable[T]]
"""Checks and changes the game, inside the transaction. If it raises Refusal, nothing has changed."""
Changing = Callable[Concatenate[Context, Change, User, P], Awaitable[T]]
"""A use case before :func:`by_press` decorates it."""
Asked = Callable[Concatenate[Asker, P], Awaitable[T]]
"""A decorated use case: its callers pass the asker in place of the first three arguments."""


async def load(context: Context, conn: AsyncConnection, guild_id: int | None, game_id: int, *, lock: bool = False) -> GameLog:
    """Return a game's log; ``lock``: no other transaction changes the game meanwhile. Raise Refusal if there is no game."""
    row = await games.get_game(conn, game_id, guild_id, lock=lock)
    if row is None:
        raise Refusal(NO_GAME)
    return await context.cache.load(conn, row)


async def get_row(change: Change) -> GameRow:
    """Return the game unchanged."""
    return change.log.row


async def change_game(context: Context, guild_id: int | None, game: int | Find, do: Do[T]) -> T:
    """Change a game without a member's request. Return the result of ``do``."""
    return (await _change(context, guild_id, game, do, None))[1]


async def change_by_press(
    context: Context, guild_id: int, game: int | Find, press: Press, do: Do[T], *, event: str, again: Do[T]
) -> T:
    """Change a game at a member's request. Return the result of ``do``.

    ``event``: the message in the log output. ``again``: called instead of ``do`` if Discord delivers a press twice; returns the
    result without any change.
    """
    repeated = False

    async def do_once(change: Change) -> T:
        nonlocal repeated
        repeated = change.there.carried_out
        if repeated:
            return await again(change)
        result = await do(change)
        await interactions.save_interaction(change.conn, *press.key, change.log.row.id, change.log.version, context.clock())
        crash_point("move.interaction-saved")
        return result

    log, result = await _change(context, guild_id, game, do_once, press)
    if not repeated:
        log_event(event, log, press.user.id, press.interaction_id)
    return result


def by_press(purpose: str, *, event: str, again: Do[T]) -> Callable[[Changing[P, T]], Asked[P, T]]:
    """Decorate a use case that changes a game at a member's request. Its callers pass the asker, and get its result.

    ``purpose``: as in :class:`Press`. ``event``, ``again``: as in :func:`change_by_press`.
    """

    def decorate(do: Changing[P, T]) -> Asked[P, T]:
        @wraps(do)
        async def run(asker: Asker, /, *args: P.args, **kwargs: P.kwargs) -> T:
            context, guild_id, game_id, user, interaction_id = asker

            def do_now(change: Change) -> Awaitable[T]:
                return do(context, change, user, *args, **kwargs)

            press = Press(user, interaction_id, purpose)
            return await change_by_press(context, guild_id, game_id, press, do_now, event=event, again=again)

        return run

    return decorate


async def _change(
    context: Context, guild_id: int | None, game: int | Find, do: Do[T], press: Press | None
) -> tuple[GameLog, T]:
    async def work(conn: AsyncConnection) -> tuple[GameLog, T]:
        crash_point("move.begun")
        game_id = game if isinstance(game, int) else await game(conn)
        row, there = await _lock(context, conn, guild_id, game_id, press)
        log = await context.cache.load(conn, row)
        return log, await do(Change(conn, log, there))

    log, result = await context.db.write(work)
    keep_committed(context, log)
    return log, result


async def _lock(
    context: Context, conn: AsyncConnection, guild_id: int | None, game_id: int, press: Press | None
) -> tuple[GameRow, Attached]:
    """Lock a game, and return it with the data attached to it. Raise Refusal if the server has no such game."""
    asked = () if press is None else (press.key, press.user.id)
    try:
        row, there = await lock_with_attached(conn, game_id, context.clock(), *asked)
    except LookupError:
        raise Refusal(NO_GAME) from None
    if guild_id is not None and (row.guild_id != guild_id or row.is_demo):
        raise Refusal(NO_GAME)
    return row, there


def keep_committed(context: Context, log: GameLog) -> None:
    """Cache the log, once its transaction is committed."""
    crash_point("move.committed")
    context.cache.keep(log)
    context.changes.wake(log.row)


def log_event(event: str, log: GameLog, user_id: int, interaction_id: int | None, **more: object) -> None:
    """Write an event of a game to the log output."""
    where = {"guild": log.row.guild_id, "game": log.row.id, "version": log.version}
    logger.info(event, extra={**where, "user": user_id, "interaction": interaction_id, **more})
