"""The outbox: posts are queued in a transaction and sent once it is committed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Serving
from bot.common.clock import Clock
from bot.storage.engine.database import Database
from bot.storage.engine.notices import notify
from bot.storage.queries.channels.posts import Post, insert_post
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.tables.game_tables import GameTable


class Outbox:
    """Takes posts and wakes the sender. The posts themselves are rows of the database."""

    def __init__(self, db: Database, clock: Clock, serving: Serving) -> None:
        """``serving``: decides whether this process sends the posts of a server.

        For other servers, the responsible process is notified.
        """
        self._db, self.clock, self._serving = db, clock, serving
        self._wake: Callable[[], None] = lambda: None
        self._tidy: Callable[[Post], None] = lambda _: None
        self._find_owner: Callable[[], str | None] = lambda: None
        self._start: Callable[[Post], None] = lambda _: None

    def connect(
        self,
        wake: Callable[[], None],
        tidy: Callable[[Post], None],
        find_owner: Callable[[], str | None] = lambda: None,
        start: Callable[[Post], None] = lambda _: None,
    ) -> None:
        """Register the sender: ``wake`` is called when something may be due, ``tidy`` with each old board.

        ``find_owner`` returns whom new posts are leased to, ``None`` if the sender has no room; ``start`` is called with each
        leased post.
        """
        self._wake, self._tidy, self._find_owner, self._start = wake, tidy, find_owner, start

    def wake(self) -> None:
        """Notify the sender that something may be due now."""
        self._wake()

    async def put_for_game(
        self,
        conn: AsyncConnection,
        kind: str,
        game: GameRow,
        *,
        wait: int = 0,
        in_channel: bool = False,
        material: object = None,
        **payload: Any,
    ) -> None:
        """Put a post about a game into the outbox, in the transaction that makes it due, after ``wait`` milliseconds.

        It is sent to the game's thread, or its channel if there is none; ``in_channel``: always to the channel. ``material``:
        the content of the message, if it is known already; otherwise the sender reads it.
        """
        place = game.channel_id if in_channel else game.place
        await self._put(conn, kind, wait, payload, material, guild_id=game.guild_id, channel_id=place, game_id=game.id)

    async def put(
        self, conn: AsyncConnection, kind: str, guild_id: int, channel_id: int, *, wait: int = 0, **payload: Any
    ) -> None:
        """Put a post about neither a game nor a table into the outbox; the parameters are those of :meth:`put_for_game`."""
        await self._put(conn, kind, wait, payload, guild_id=guild_id, channel_id=channel_id)

    async def put_after(self, conn: AsyncConnection, kind: str, sent: Post, **payload: Any) -> None:
        """Queue a post that follows a sent one about the same game, in the transaction that saves the sent one.

        The sender is not woken: it looks for due posts in that transaction.
        """
        guild_id, channel_id, game_id, now = sent.guild_id, sent.channel_id, sent.game_id, self.clock()
        await insert_post(conn, kind, guild_id=guild_id, channel_id=channel_id, game_id=game_id, now=now, payload=payload)

    def tidy_after(self, conn: AsyncConnection, sent: Post, **payload: Any) -> None:
        """Request that the sender tidies up the board before a sent one, once the transaction is committed.

        The request is not stored.
        """
        old = replace(sent, id=0, kind="retire", attempts=1, first_try_at=None, payload=payload)
        self._db.after_commit(conn, lambda: self._tidy(old))

    async def put_for_table(self, conn: AsyncConnection, kind: str, table: GameTable, *, wait: int = 0, **payload: Any) -> int:
        """Put a post about a table into the outbox; the parameters are those of :meth:`put_for_game`. Return its id."""
        where = {"guild_id": table.guild_id, "channel_id": table.channel_id, "table_id": table.id}
        return await self._put(conn, kind, wait, payload, **where)

    async def _put(
        self, conn: AsyncConnection, kind: str, wait: int, payload: dict[str, Any], material: object = None, **where: int
    ) -> int:
        """Put a post into the outbox, and wake the sender of its server once the transaction is committed. Return its id.

        If the content is known, and this process is to send it now, the post is leased at once, so that the sender asks for
        nothing before it begins.
        """
        is_mine = self._serving.assignment.serves(where["guild_id"])
        owner = self._find_owner() if is_mine and material is not None else None
        post = await insert_post(conn, kind, now=self.clock(), wait=wait, payload=payload, owner=owner, **where)
        if not is_mine:
            await notify(conn, where["guild_id"])
        if post.attempts:
            leased = replace(post, material=material)
            self._db.after_commit(conn, lambda: self._start(leased), uncertain=self.wake)
        else:
            self._db.after_commit(conn, self.wake)
        return post.id
