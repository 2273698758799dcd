"""Tables: members sit down, and when enough of them have, the game starts."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.context import Context, User
from bot.core.errors import Refusal, bold
from bot.core.ledger import Ledger
from bot.storage import games as game_store
from bot.storage import lobbies as store
from bot.storage import outbox
from bot.storage.lobbies import LobbyRow
from rules import GAMES, Game

logger = logging.getLogger(__name__)

HOUR = 3_600_000
"""In milliseconds."""
UNANSWERED = 20_000
"""Milliseconds after which the answer to a press is taken for lost, with the process that should have given it."""


class Tables:
    """The use cases of a table that waits for players. Each gives the table as it stands afterwards."""

    def __init__(self, context: Context, ledger: Ledger) -> None:
        self.context = context
        self.ledger = ledger

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: User,
        game: str,
        options: Mapping[str, Any],
        *,
        seats: int | None = None,
        opponent: User | None = None,
        rematch_of: int | None = None,
        setup: Mapping[str, Any] | None = None,
        also: Sequence[User] = (),
    ) -> LobbyRow:
        """A new table with its host, and ``also`` others, seated; the game starts where that fills the seats.

        Refusal for options, seats or an opponent that the game does not admit.
        """
        kind = GAMES[game]
        chosen = _checked(kind, options, seats, setup)
        if opponent is not None and opponent.id == host.id:
            raise Refusal("You cannot play against yourself: name somebody else, or leave `opponent` out.")
        if kind.seats[-1] == kind.seats[0]:
            seats = kind.seats[0]
        now = self.context.clock()

        async def work(conn: AsyncConnection) -> LobbyRow:
            if rematch_of is not None:
                await game_store.get_game(conn, rematch_of, guild_id, lock=True)
                if (follower := await store.open_rematch(conn, rematch_of)) is not None:
                    raise Refusal(already_again(follower))
            lobby_id = await store.insert_lobby(
                conn,
                guild_id=guild_id,
                channel_id=channel_id,
                host=host,
                game=game,
                options=chosen,
                setup=setup or {},
                seats=seats,
                opponent_id=opponent.id if opponent else None,
                rematch_of=rematch_of,
                now=now,
                expires_at=now + self.context.table_hours * HOUR,
            )
            lobby = await self._get(conn, guild_id, lobby_id)
            for user in also:
                lobby = await self._seat(conn, lobby, user)
            return await self._shown(conn, lobby)

        return await self._done(work, host, "table opened")

    async def join(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The user sits down; the game starts where that was the last seat."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            if lobby.opponent_id is not None:
                raise Refusal("This table is an invitation to one member. Open your own with `/newgame`.")
            if user.id in dict(lobby.members):
                raise Refusal("You sit at this table already.")
            return await self._shown(conn, await self._seat(conn, lobby, user))

        return await self._done(work, user, "seat taken")

    async def accept(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The invited member sits down, and the game starts."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            if user.id == lobby.host_id:
                raise Refusal("You are the host: the invited member has to accept. You can **Cancel** the invitation.")
            if user.id != lobby.opponent_id:
                raise Refusal("This invitation is for somebody else. Open your own table with `/newgame`.")
            return await self._shown(conn, await self._seat(conn, lobby, user))

        return await self._done(work, user, "seat taken")

    async def leave(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The user gets up; a host cancels instead."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            if user.id == lobby.host_id:
                raise Refusal("You are the host of this table: press **Cancel** to close it.")
            if user.id not in dict(lobby.members):
                raise Refusal("You do not sit at this table.")
            await store.remove_member(conn, lobby.id, user.id)
            return await self._shown(conn, await self._get(conn, guild_id, lobby.id))

        return await self._done(work, user, "seat left")

    async def start(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The host starts the game with those who sit there."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            self._host_only(lobby, user, "start the game")
            kind = GAMES[lobby.game]
            if lobby.seats is not None:
                missing = lobby.seats - len(lobby.members)
                raise Refusal(f"This table is for {lobby.seats} players: {missing} more must join, and it starts by itself.")
            if len(lobby.members) < kind.seats[0]:
                raise Refusal(f"{kind.title} needs at least {kind.seats[0]} players.")
            return await self._shown(conn, await self._begin(conn, lobby))

        return await self._done(work, user, "table started")

    async def cancel(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The host closes the table."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            self._host_only(lobby, user, "cancel it")
            await store.set_lobby(conn, lobby.id, status="cancelled")
            return await self._shown(conn, await self._get(conn, guild_id, lobby.id))

        return await self._done(work, user, "table cancelled")

    async def decline(self, guild_id: int, lobby_id: int, user: User) -> LobbyRow:
        """The invited member says no."""

        async def work(conn: AsyncConnection) -> LobbyRow:
            lobby = await self._open(conn, guild_id, lobby_id)
            if user.id != lobby.opponent_id:
                raise Refusal("This invitation is for somebody else.")
            await store.set_lobby(conn, lobby.id, status="declined")
            return await self._shown(conn, await self._get(conn, guild_id, lobby.id))

        return await self._done(work, user, "invitation declined")

    async def get(self, lobby_id: int) -> LobbyRow:
        """A table of any server, for what the bot itself posts; Refusal where there is none."""
        return await self.context.db.read(lambda conn: self._get(conn, None, lobby_id))

    async def follower(self, game_id: int) -> LobbyRow | None:
        """The table for the game after a finished one, where there is one that is open or has started."""
        return await self.context.db.read(lambda conn: store.open_rematch(conn, game_id))

    async def note_message(self, lobby_id: int, message_id: int) -> None:
        """Notes the message that shows the table as it stands, so that the outbox need not."""

        async def work(conn: AsyncConnection) -> None:
            await store.set_lobby(conn, lobby_id, message_id=message_id)
            await outbox.drop_for_lobby(conn, lobby_id)

        await self.context.db.write(work)

    async def show(self, lobby_id: int, message_id: int | None = None) -> None:
        """Has the outbox bring the table's message up to date now, after an answer that may not have got through.

        ``message_id``: the message, where it is known. Where none is, it is looked for in the channel, else posted.
        """

        async def work(conn: AsyncConnection) -> None:
            lobby = await self._get(conn, None, lobby_id, lock=True)
            if lobby.message_id is None and message_id is not None:
                await store.set_lobby(conn, lobby.id, message_id=message_id)
            await outbox.drop_for_lobby(conn, lobby_id)
            await self._shown(conn, await self._get(conn, None, lobby_id), wait=0)

        await self.context.db.write(work)

    async def expire(self) -> int:
        """Closes the tables whose time is over and has their messages say so. Gives how many there were."""
        now = self.context.clock()

        async def work(conn: AsyncConnection) -> int:
            count = 0
            for old in await store.open_lobbies(conn, expired_at=now):
                lobby = await self._get(conn, None, old.id, lock=True)
                if lobby.is_open:
                    await store.set_lobby(conn, lobby.id, status="expired")
                    await self._shown(conn, lobby, wait=0)
                    count += 1
            return count

        if not await self.context.db.read(lambda conn: store.open_lobbies(conn, expired_at=now)):
            return 0
        count = await self.context.db.write(work)
        logger.info("tables expired", extra={"tables": count})
        return count

    async def next_expiry(self) -> int:
        """When the next table expires; a day from now where none is open."""
        found = await self.context.db.read(store.next_expiry)
        return self.context.clock() + 24 * HOUR if found is None else found

    async def repost_all(self) -> int:
        """Puts all open tables into the outbox again, for a Discord that has forgotten them. Gives how many there were."""
        now = self.context.clock()

        async def work(conn: AsyncConnection) -> int:
            waiting = await store.open_lobbies(conn)
            for lobby in waiting:
                await self._put(conn, "lobby", lobby, now)
            return len(waiting)

        return await self.context.db.write(work)

    # ------------------------------------------------------------------ inside a transaction

    async def _get(self, conn: AsyncConnection, guild_id: int | None, lobby_id: int, *, lock: bool = False) -> LobbyRow:
        lobby = await store.get_lobby(conn, lobby_id, guild_id, lock=lock)
        if lobby is None:
            raise Refusal("There is no such table in this server.")
        return lobby

    async def _open(self, conn: AsyncConnection, guild_id: int, lobby_id: int) -> LobbyRow:
        lobby = await self._get(conn, guild_id, lobby_id, lock=True)
        if not lobby.is_open:
            raise Refusal(CLOSED[lobby.status])
        if lobby.expires_at <= self.context.clock():
            raise Refusal(CLOSED["expired"])
        return lobby

    @staticmethod
    def _host_only(lobby: LobbyRow, user: User, what: str) -> None:
        if user.id != lobby.host_id:
            host = dict(lobby.members)[lobby.host_id]
            raise Refusal(f"Only {bold(host)}, who opened this table, can {what}.")

    async def _seat(self, conn: AsyncConnection, lobby: LobbyRow, user: User) -> LobbyRow:
        most = lobby.seats or GAMES[lobby.game].seats[-1]
        if len(lobby.members) >= most:
            raise Refusal("All seats are taken. Open another table with `/newgame`.")
        await store.add_member(conn, lobby.id, user)
        lobby = await self._get(conn, lobby.guild_id, lobby.id)
        return await self._begin(conn, lobby) if len(lobby.members) == lobby.seats else lobby

    async def _begin(self, conn: AsyncConnection, lobby: LobbyRow) -> LobbyRow:
        """Deals the seats and starts the game; a rematch of two swaps them."""
        kind = GAMES[lobby.game]
        members = [User(*member) for member in lobby.members]
        try:
            state = kind.start(len(members), lobby.options, lobby.setup)
        except ValueError as error:
            raise Refusal(_why(error)) from None
        seated = self.context.deal(members)
        if lobby.rematch_of is not None and len(members) == 2:
            seated = await self._swapped(conn, lobby.rematch_of, members) or seated
        game_id = await game_store.insert_game(
            conn,
            guild_id=lobby.guild_id,
            channel_id=lobby.channel_id,
            game=lobby.game,
            rules=kind.version,
            options=state.options.model_dump(mode="json"),
            setup=state.setup,
            seated=seated,
            now=self.context.clock(),
        )
        await store.set_lobby(conn, lobby.id, status="started", game_id=game_id)
        await self.ledger.begin(conn, game_id)
        return await self._get(conn, lobby.guild_id, lobby.id)

    @staticmethod
    async def _swapped(conn: AsyncConnection, game_id: int, members: list[User]) -> list[User] | None:
        before = await game_store.get_game(conn, game_id, None)
        by_id = {member.id: member for member in members}
        if before is None or {player.user_id for player in before.players} != set(by_id):
            return None
        return [by_id[player.user_id] for player in reversed(before.players)]

    async def _put(self, conn: AsyncConnection, kind: str, lobby: LobbyRow, now: int, **payload: Any) -> None:
        where = {"guild_id": lobby.guild_id, "channel_id": lobby.channel_id}
        await outbox.put(conn, kind, **where, lobby_id=lobby.id, now=now, **payload)

    async def _shown(self, conn: AsyncConnection, lobby: LobbyRow, *, wait: int = UNANSWERED) -> LobbyRow:
        """Leaves word in the outbox that the table's message has to show this, in case the answer to the press does not."""
        kind = "lobby" if lobby.message_id is None else "lobby_edit"
        await self._put(conn, kind, lobby, self.context.clock(), wait=wait, look=True)
        return lobby

    async def _done(self, work: Callable[[AsyncConnection], Awaitable[LobbyRow]], user: User, event: str) -> LobbyRow:
        lobby = await self.context.db.write(work)
        where = {"guild": lobby.guild_id, "table": lobby.id, "game": lobby.game_id}
        logger.info(event, extra={**where, "user": user.id, "players": len(lobby.members)})
        return lobby


CLOSED = {
    "started": "This table's game has started already. Open another with `/newgame`.",
    "cancelled": "The host has closed this table. Open another with `/newgame`.",
    "declined": "The invitation was declined. Open another table with `/newgame`.",
    "expired": "This table waited too long and has expired. Open another with `/newgame`.",
}
"""Why nobody can sit down at a table that is not open, by its status."""


def already_again(lobby: LobbyRow) -> str:
    """Why no other table is opened after a game that has been followed by this one."""
    if lobby.is_open:
        return "A table for the next game is open already: join it there, or have its host cancel it."
    return "The next game has started already."


def _checked(kind: Game[Any], options: Mapping[str, Any], seats: int | None, setup: Mapping[str, Any] | None) -> dict[str, Any]:
    """All options, defaults filled in; Refusal where they, the seats or the set-up do not fit the game."""
    try:
        chosen = kind.Options.model_validate(dict(options))
        kind.start(seats or kind.seats[0], chosen, setup)
    except ValueError as error:
        raise Refusal(_why(error)) from None
    return chosen.model_dump(mode="json")


def _why(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        return " ".join(f"`{'.'.join(map(str, e['loc']))}`: {e['msg']}." for e in error.errors())
    return str(error)
