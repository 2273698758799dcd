"""Queries about ``seat_offers``: seats offered to one member or to anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id
from bot.storage.schema import players, seat_offers

Reason = Literal["given", "time", "left", "unseen"]
"""The reason for an offer: the holder gives the seat away, ran out of time, has left the server, or cannot see the channel."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat offered to one member, or to anybody who may play. ``by_seat``: the seat that offers it; ``None`` for the bot."""

    id: int
    game_id: int
    seat: int
    member_id: int | None
    by_seat: int | None
    reason: Reason
    status: str
    message_id: int | None
    expires_at: int

    @property
    def is_open(self) -> bool:
        """Whether the seat can still be taken."""
        return self.status == "open"


async def insert_offer(
    conn: AsyncConnection,
    *,
    game_id: int,
    seat: int,
    member_id: int | None,
    by_seat: int | None,
    reason: Reason,
    now: int,
    expires_at: int,
) -> int:
    """Add an open offer. Return its id."""
    values = {"game_id": game_id, "seat": seat, "member_id": member_id, "by_seat": by_seat, "reason": reason}
    result = await conn.execute(insert(seat_offers).values(**values, status="open", created_at=now, expires_at=expires_at))
    return new_id(result)


async def get_offer(conn: AsyncConnection, offer_id: int) -> SeatOffer | None:
    """Return an offer by its id; ``None`` if there is none. Call this while holding the lock on its game."""
    found = await _offers(conn, seat_offers.c.id == offer_id)
    return found[0] if found else None


async def list_open_offers(conn: AsyncConnection, game_id: int, seat: int | None = None) -> list[SeatOffer]:
    """Return the open offers of a game, or of one of its seats, oldest first."""
    of_seat = () if seat is None else (seat_offers.c.seat == seat,)
    return await _offers(conn, seat_offers.c.game_id == game_id, seat_offers.c.status == "open", *of_seat)


async def was_declined(conn: AsyncConnection, game_id: int, seat: int, member_id: int, since: int) -> bool:
    """Return whether a member was offered a seat of a game since a time, and has declined or not answered."""
    closed = seat_offers.c.status.in_(("declined", "expired"))
    same = (seat_offers.c.game_id == game_id, seat_offers.c.seat == seat, seat_offers.c.member_id == member_id)
    found = await conn.scalar(select(seat_offers.c.id).where(*same, closed, seat_offers.c.created_at >= since).limit(1))
    return found is not None


async def count_invitations(conn: AsyncConnection, user_id: int, member_id: int, since: int) -> int:
    """Return how often, since a time, a user has offered their seat to a member who did not take it."""
    is_holder = and_(players.c.game_id == seat_offers.c.game_id, players.c.seat == seat_offers.c.by_seat)
    query = select(func.count()).select_from(seat_offers.join(players, is_holder))
    asked = (players.c.user_id == user_id, seat_offers.c.member_id == member_id, seat_offers.c.status != "taken")
    return int(await conn.scalar(query.where(*asked, seat_offers.c.created_at > since)) or 0)


async def set_offer(conn: AsyncConnection, offer_id: int, **values: Any) -> None:
    """Change columns of an offer: ``status``, ``message_id``."""
    await conn.execute(update(seat_offers).where(seat_offers.c.id == offer_id).values(**values))


async def _offers(conn: AsyncConnection, *conditions: ColumnElement[bool]) -> list[SeatOffer]:
    columns = [seat_offers.c[name] for name in SeatOffer.__dataclass_fields__]
    query = select(*columns).where(*conditions).order_by(seat_offers.c.id)
    return [SeatOffer(*row) for row in await conn.execute(query)]
