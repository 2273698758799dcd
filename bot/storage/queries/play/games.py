"""Queries about ``games``. Every function runs in the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, RowMapping, Select, bindparam, case, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.pace import PACES, Pace
from bot.common.terms import NO_TERMS, Terms, terms_of
from bot.storage.queries.seats.players import PLAYER_COLUMNS, PlayerRow, Seated, player_of
from bot.storage.rows import fill, new_id
from bot.storage.schema import games, players, posts
from rules.words import tell_apart

COUNTS: ColumnElement[bool] = games.c.counts == 1
"""The condition for games that count for rankings and statistics, which excludes demos and casual games."""
LISTED: ColumnElement[bool] = games.c.started_by.is_(None)
"""The condition for games that are not demos. All lists and exports of games leave out demos."""
ABANDONED = "abandoned"
"""The ending of an adjourned game that nobody resumed. Such a game has no result."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as stored in the database, without its log."""

    id: int
    guild_id: int
    channel_id: int
    kind: str
    rules: int
    seats: int
    options: dict[str, Any]
    setup: dict[str, Any]
    terms: Terms
    status: str
    version: int
    seat: int | None
    board_message_id: int | None
    board_version: int | None
    created_at: int
    updated_at: int
    players: tuple[PlayerRow, ...] = ()
    thread_id: int | None = None
    no_thread: str | None = None
    status_message_id: int | None = None
    second_of: int | None = None
    """The first game of the pair, if this game is the second one."""
    ending: str | None = None
    """The way it ended: played, agreed, resigned, time, abandoned; ``None`` while it runs, if a member has cancelled it, and
    for old games whose log must be read."""
    cancelled_by: int | None = None
    """The member who cancelled it; ``None`` if nobody did, or if that is no longer known."""
    counts: bool = True
    started_by: int | None = None
    """The member who started a demo."""
    nudged_at: int | None = None
    """The time of the last nudge by a server manager (ms since 1970)."""

    @property
    def is_demo(self) -> bool:
        """Whether it is a demo. Demos are left out of all lists."""
        return self.started_by is not None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status == "over"

    @property
    def place(self) -> int:
        """The channel or thread in which its boards are posted."""
        return self.thread_id or self.channel_id

    @property
    def is_adjourned(self) -> bool:
        """Whether the game is adjourned until a player resumes it."""
        return self.status == "adjourned"

    @property
    def pace(self) -> Pace | None:
        """The game's pace; ``None`` if it has none."""
        return PACES.get(self.terms.pace)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    def members(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the user ids of the members at the given seats."""
        held = (self.players[seat].user_id for seat in seats)
        return tuple(user_id for user_id in held if user_id is not None)

    def computers(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return those of the given seats that computers hold."""
        return tuple(seat for seat in seats if self.players[seat].is_computer)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a user; ``None`` if they are not in the game."""
        return next((p.seat for p in self.players if p.user_id == user_id), None)

    def waits_for(self, user_id: int) -> bool:
        """Return whether it is a user's turn."""
        return self.seat is not None and self.seat == self.seat_of(user_id)


async def insert_game(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    kind: str,
    rules: int,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    terms: Terms = NO_TERMS,
    seated: Sequence[tuple[int, str] | Seated],
    second_of: int | None = None,
    public_in: int | None = None,
    started_by: int | None = None,
    now: int,
) -> int:
    """Add a running game with an empty log. Return its id. ``seated``: the holders of the seats, in order.

    ``second_of``: the first game of the pair, if this is the second one. ``public_in``: the channel that makes it public, if
    any. ``started_by``: makes it a demo of that member.
    """
    result = await conn.execute(
        insert(games).values(
            guild_id=guild_id,
            channel_id=channel_id,
            kind=kind,
            rules=rules,
            seats=len(seated),
            options=json.dumps(options),
            setup=json.dumps(setup),
            terms=terms.model_dump_json(exclude_defaults=True),
            second_of=second_of,
            public_in=public_in,
            counts=int(started_by is None and terms.ranked == "yes"),
            started_by=started_by,
            status="running",
            version=0,
            created_at=now,
            updated_at=now,
        )
    )
    game_id = new_id(result)
    await conn.execute(
        insert(players),
        [{"game_id": game_id, "seat": seat, **Seated(*holder)._asdict()} for seat, holder in enumerate(seated)],
    )
    return game_id


def game_of(row: Any, seated: Sequence[Any], prefix: str = "") -> GameRow:
    """Return a game from its row and the rows of its players, which are in the order of the seats.

    The columns of its players begin with ``prefix``. The players get distinct, visible names.
    """
    names = tell_apart([player[f"{prefix}name"] for player in seated])
    return fill(
        GameRow,
        row,
        options=json.loads(row["options"]),
        setup=json.loads(row["setup"]),
        terms=terms_of(row["terms"]),
        counts=bool(row["counts"]),
        players=tuple(player_of(player, name, prefix) for player, name in zip(seated, names, strict=True)),
    )


async def get_game(conn: AsyncConnection, game_id: int, guild_id: int | None, *, lock: bool = False) -> GameRow | None:
    """Return a game by its id if it belongs to the server (``None``: any). ``lock``: lock it for the transaction.

    Demos are found only without a server, since only the bot's own tasks need them. The players are locked too, because
    PostgreSQL reads rows again after waiting for their lock, and a seat may have a new holder by then. One statement reads the
    game and its players, because every press and every move begins with this.
    """
    if not 0 < game_id < 2**63:
        return None
    query = _game_query(in_guild=guild_id is not None, lock=lock)
    rows = (await conn.execute(query, {"game": game_id, "guild": guild_id})).mappings().all()
    return game_of(rows[0], rows, "player_") if rows else None


async def lock_game(conn: AsyncConnection, game_id: int) -> None:
    """Lock a game and its players for the transaction, if there is the game. What is read afterwards is their latest state.

    SQLite needs no statement for that, because only one transaction writes at a time.
    """
    if conn.dialect.name == "postgresql":
        await conn.execute(_game_query(in_guild=False, lock=True), {"game": game_id})


@cache
def _game_query(*, in_guild: bool, lock: bool) -> Select[Any]:
    query = select(games, *PLAYER_COLUMNS).join(players, players.c.game_id == games.c.id).order_by(players.c.seat)
    query = query.where(games.c.id == bindparam("game"))
    if in_guild:
        query = query.where(games.c.guild_id == bindparam("guild"), LISTED)
    return query.with_for_update(of=(games, players), key_share=True) if lock else query


_NOWHERE = dict.fromkeys(("board_message_id", "thread_id", "no_thread", "status_message_id", "ping_message_id"))
"""The column values of a game without any message: no board, no thread, no status message."""
_UPDATE = update(games).where(games.c.id == bindparam("game"))
_PING = select(games.c.ping_message_id).where(games.c.id == bindparam("game"))
SHOWN = (
    select(posts.c.payload)
    .where(posts.c.game_id == games.c.id, posts.c.message_id == games.c.board_message_id, posts.c.kind == "board")
    .order_by(posts.c.id.desc())
    .limit(1)
    .scalar_subquery()
    .label("shown")
)
"""The payload of the post with the game's current board."""
_MESSAGES = select(games.c.board_message_id, SHOWN, games.c.ping_message_id, games.c.status_message_id, games.c.terms).where(
    games.c.id == bindparam("game")
)
_UPDATE_UNCHANGED = _UPDATE.where(
    games.c.board_message_id.is_not_distinct_from(bindparam("old_board", type_=BigInteger)),
    games.c.ping_message_id.is_not_distinct_from(bindparam("old_ping", type_=BigInteger)),
    games.c.status_message_id.is_not_distinct_from(bindparam("old_status", type_=BigInteger)),
)
"""Changes the row of a game that still has its old messages."""


async def update_position(
    conn: AsyncConnection, game_id: int, *, version: int, seat: int | None, ending: str | None, board: bool, now: int
) -> None:
    """Save the results of the log: the version, the seat to move, the ending. ``board``: whether a board will be posted."""
    values: dict[str, Any] = {"version": version, "seat": seat, "updated_at": now}
    if ending is not None:
        values |= {"status": "over", "ended_at": now, "ending": ending}
    if board:
        values["board_version"] = version
    await conn.execute(_UPDATE, {"game": game_id, **values})


class Messages(NamedTuple):
    """The messages of a game."""

    board: int | None
    shown: dict[str, Any] | None
    """The payload of the board's post; ``None`` if it is no longer known."""
    ping: int | None
    status: int | None
    terms: Terms


def messages_of(row: RowMapping) -> Messages:
    """Return the messages of a game from its row with the column :data:`SHOWN`."""
    shown = None if row["shown"] is None else json.loads(row["shown"])
    terms = terms_of(row["terms"])
    return Messages(row["board_message_id"], shown, row["ping_message_id"], row["status_message_id"], terms)


async def set_board_message(
    conn: AsyncConnection, game_id: int, message_id: int, known: Messages | None = None
) -> Messages | None:
    """Save the message of the current board, and clear the ping message. Return the previous messages; ``None`` for no game.

    ``known``: the previous messages as they were read before. They are read again only if they have changed.
    """
    values = {"game": game_id, "board_message_id": message_id, "ping_message_id": None}
    if known is not None:
        unchanged = {"old_board": known.board, "old_ping": known.ping, "old_status": known.status}
        if (await conn.execute(_UPDATE_UNCHANGED, values | unchanged)).rowcount:
            return known
    row = (await conn.execute(_MESSAGES, {"game": game_id})).mappings().one_or_none()
    if row is None:
        return None
    await conn.execute(_UPDATE, values)
    return messages_of(row)


async def set_ping(conn: AsyncConnection, game_id: int, message_id: int | None) -> int | None:
    """Save the message that mentions the player to move (``None`` for none). Return the previous one."""
    before: int | None = await conn.scalar(_PING, {"game": game_id})
    if before != message_id:
        await conn.execute(_UPDATE, {"game": game_id, "ping_message_id": message_id})
    return before


async def set_status_message(conn: AsyncConnection, game_id: int, message_id: int) -> int | None:
    """Save the status message in the channel. Return the previous one."""
    before: int | None = await conn.scalar(select(games.c.status_message_id).where(games.c.id == game_id))
    await conn.execute(_UPDATE, {"game": game_id, "status_message_id": message_id})
    return before


async def set_game(conn: AsyncConnection, game_id: int, **values: Any) -> None:
    """Change columns of a game, such as ``status``, ``thread_id`` and the ids of messages."""
    await conn.execute(_UPDATE, {"game": game_id, **values})


async def set_channel(
    conn: AsyncConnection, game_id: int, channel_id: int, board_version: int, *, public_in: int | None
) -> None:
    """Relocate a game to another channel, where the board of that version will be posted.

    ``public_in``: the channel that keeps a public game public there, if any. Other games do not become public.
    """
    stays = case((games.c.public_in.is_not(None), bindparam(None, public_in, type_=games.c.public_in.type)))
    values = {**_NOWHERE, "channel_id": channel_id, "board_version": board_version, "public_in": stays}
    await conn.execute(update(games).where(games.c.id == game_id).values(**values))


async def forget_board_messages(conn: AsyncConnection) -> None:
    """Clear the messages of all boards, because Discord no longer knows them."""
    await conn.execute(update(games).values(**_NOWHERE))


async def delete_game(conn: AsyncConnection, game_id: int) -> None:
    """Delete a game with all rows that belong to it."""
    await conn.execute(delete(games).where(games.c.id == game_id))
