"""The names of members, as Discord last sent them. Finished games keep the names that the members had then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR
from bot.storage.queries.server import member_names as store
from bot.storage.queries.server.member_names import MemberRow
from bot.storage.queries.statistics.figures import Opponent
from bot.storage.queries.statistics.hall_of_fame import Person
from bot.storage.queries.statistics.ratings import RatingRow
from bot.usecases.context import Context, User

SAVED_AGAIN = HOUR
"""Milliseconds after which a name in an interaction is saved again although it has not changed here: another process may have
saved a different one."""
MOST_SENT = 5000
"""Number of cached names, so that an interaction with a known name writes nothing."""

N = TypeVar("N", RatingRow, Person, Opponent)


async def renew(context: Context, guild_id: int, user: User) -> None:
    """Save the name in a member's interaction."""
    key, now, sent = (guild_id, user.id), context.clock(), context.names_sent
    name, at = sent.get(key, ("", 0))
    if name != user.name or not 0 <= now - at < SAVED_AGAIN:
        await context.db.write(lambda conn: store.save_sent(conn, guild_id, user.id, user.name, now))
        sent[key] = (user.name, now)
        if len(sent) > MOST_SENT:
            del sent[next(iter(sent))]


async def claim(context: Context, guild_id: int, user_id: int, name: str) -> bool:
    """Return whether Discord may be asked about a member now: at most once a day, by all processes together."""
    return await context.db.write(lambda conn: store.claim(conn, guild_id, user_id, name, context.clock()))


async def save_answer(context: Context, guild_id: int, user_id: int, name: str | None) -> None:
    """Save a member's name from Discord; ``None``: they have left."""
    context.names_sent.pop((guild_id, user_id), None)
    if name is None:
        await context.db.write(lambda conn: store.save_left(conn, guild_id, user_id))
    else:
        await context.db.write(lambda conn: store.save_sent(conn, guild_id, user_id, name, context.clock()))


async def find_members(
    context: Context, conn: AsyncConnection, guild_ids: Collection[int], shown: Mapping[int, str]
) -> dict[int, MemberRow]:
    """Return the known data of the ``shown`` members, by id.

    ``shown``: their stored names by id. If there is only one server, names older than a day are requested from Discord.
    """
    members = await store.list_members(conn, guild_ids, shown)
    if len(guild_ids) == 1:
        context.ask_names(next(iter(guild_ids)), find_stale(shown, members, context.clock()))
    return members


def rename(rows: Iterable[N], members: Mapping[int, MemberRow]) -> list[N]:
    """Return rows with the members' current names."""
    return [replace(row, name=members[row.who].name) if row.who in members else row for row in rows]


def find_stale(shown: Mapping[int, str], members: Mapping[int, MemberRow], now: int) -> dict[int, str]:
    """Return the members whose data from Discord is older than a day, with their stored names."""
    fresh = {member.user_id for member in members.values() if 0 <= now - member.asked_at < DAY}
    return {who: name for who, name in shown.items() if who > 0 and who not in fresh}
