"""The rate limit shared by all processes: the time of the next free slot, in a row of ``bot_values`` on PostgreSQL."""

from __future__ import annotations

from sqlalchemy import BigInteger, Text, bindparam, case, cast, extract, func, literal
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.request_rate import GAP, SECOND, advance
from bot.storage.schema import bot_values

_NOW = cast(extract("epoch", func.clock_timestamp()) * SECOND, BigInteger)
_COUNT = bindparam("count", type_=BigInteger)
_TOO_FAR = 10 * SECOND
"""A slot further ahead than this means that the server's clock was set back (51 processes together fill five seconds)."""
_KEPT = cast(bot_values.c.value, BigInteger)
_UPCOMING = case((_KEPT > _NOW + _TOO_FAR, literal(0, BigInteger)), else_=_KEPT)
_FIRST = insert(bot_values).values(
    key="request_budget", value=cast(advance(literal(0, BigInteger), _NOW, _COUNT, func.greatest), Text)
)
_RESERVE = _FIRST.on_conflict_do_update(
    index_elements=[bot_values.c.key],
    set_={"value": cast(advance(_UPCOMING, _NOW, _COUNT, func.greatest), Text)},
).returning(_KEPT, _NOW)


async def reserve_slots(connection: AsyncConnection, count: int) -> float:
    """Reserve slots for ``count`` requests. Return the seconds until the first slot, negative if it is in the past.

    The time is that of the database server, because all processes share its clock.
    """
    following, now = (await connection.execute(_RESERVE, {"count": count})).one()
    return float(following - count * GAP - now) / SECOND
