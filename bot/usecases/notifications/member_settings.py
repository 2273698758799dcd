"""The settings of a person: for all servers, with exceptions for single ones.

The server's settings apply where the person has set nothing. Settings for all servers are stored at the person's home,
exceptions with their server. Reading merges the two.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Set
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND, find_hour, find_zone
from bot.common.home import home_of
from bot.storage.queries.server import member_settings as store
from bot.storage.queries.time import due
from bot.usecases.context import Context, as_use_case, write_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import Reminders, ThemeName

Hour = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]


class MemberSettings(BaseModel):
    """The settings of one person. A setting that an older version did not have counts as not set."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    theme: ThemeName | None = None
    """The theme of pictures that the member alone sees; ``None``: the server's."""
    time_zone: str = "UTC"
    """The name of the time zone in the IANA database, also used for quiet hours."""
    mention: bool = True
    """Whether the member is mentioned when it is their turn."""
    direct: bool = False
    """Whether the member also gets a direct message."""
    daily_hour: Hour | None = None
    """The hour of the daily direct message that lists the games in which it is the member's turn, instead of pings;
    ``None``: no such message. It always covers all servers."""
    quiet: tuple[Hour, Hour] | None = None
    """The hours of the day between which the member gets no notifications; ``None``: no quiet hours."""
    remind_hours: int | None = Field(None, ge=1, le=168)
    """Hours between reminders of the member's turn; ``None``: no reminders."""
    time_reminders: Reminders | None = None
    """The reminders of the time of a turn that the member gets; ``None``: the server's setting."""
    puzzles: bool = True
    """Whether positions of the member's finished games may become puzzles of the server."""
    public_name: bool = False
    """Whether a server's public pages show the member's name. It is always stored with that server."""
    muted: tuple[int, ...] = ()
    """The games of a server about which the member gets no notifications. They are always stored with that server."""

    @property
    def zone(self) -> ZoneInfo:
        """The time zone; UTC if this machine does not know the chosen one."""
        return find_zone(self.time_zone)

    def quiet_until(self, now: int) -> int | None:
        """Return the end of the current quiet hours (milliseconds since 1970); ``None`` outside of quiet hours."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return None
        begin, end = self.quiet
        local = datetime.fromtimestamp(now / SECOND, self.zone)
        if not (begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end):
            return None
        ends = local.replace(hour=end, minute=0, second=0, microsecond=0)
        if local.hour >= end:
            ends += timedelta(days=1)
        return int(ends.timestamp() * SECOND)


DAILY = "daily_turns"
"""The kind of the scheduled task at the hour of the daily message."""
_PAIR = ("mention", "direct")
UNITS = (_PAIR, *((name,) for name in MemberSettings.model_fields if name not in _PAIR))
"""The groups of fields that become exceptions together, since they are one choice; most are single fields."""
OF_SERVER = frozenset({"muted", "public_name"})
"""The settings that concern the data of one server."""
USUAL = MemberSettings()


@lru_cache(4096)
def merge(own: str | None, here: str | None) -> MemberSettings:
    """Return the settings that apply in a server: those for all servers, with the exceptions there, both stored as JSON."""
    if own is None and here is None:
        return USUAL
    return MemberSettings.model_validate_json(json.dumps(_fields(own) | _fields(here)))


def _fields(stored: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {} if stored is None else json.loads(stored)
    return found


async def read(conn: AsyncConnection, guild_id: int, user_id: int) -> MemberSettings:
    """Return the settings that apply to a member in a server."""
    return merge(*await store.get_settings(conn, guild_id, user_id))


async def read_own(conn: AsyncConnection, user_id: int) -> MemberSettings:
    """Return a person's settings for all servers."""
    return await read(conn, home_of(user_id), user_id)


get = as_use_case(read)


async def get_theme(context: Context, guild_id: int, user_id: int | None) -> str | None:
    """Return the theme of pictures for a member (``None``: everybody): their own, else the server's; ``None``: the bot's."""

    async def look(conn: AsyncConnection) -> str | None:
        own = None if user_id is None else (await read(conn, guild_id, user_id)).theme
        return own or (await guild_settings.read(conn, guild_id)).theme

    return await context.db.read(look)


class Layers(NamedTuple):
    """A member's settings, for all servers and in one."""

    own: MemberSettings
    here: MemberSettings
    differing: frozenset[str]
    """The fields set for this server alone, without those that always belong to a server."""


async def get_layers(context: Context, guild_id: int, user_id: int) -> Layers:
    """Return a member's settings for all servers and for one; at their home both are the same."""
    found = await context.db.read(lambda conn: store.get_settings(conn, guild_id, user_id))
    differing = frozenset(_fields(found.here)) & frozenset(MemberSettings.model_fields) - OF_SERVER
    return Layers(merge(found.own, None), merge(*found), differing)


async def change_own(context: Context, user_id: int, update: Callable[[MemberSettings], MemberSettings]) -> MemberSettings:
    """Update a person's settings for all servers with ``update``. Return the new settings."""
    return await change_here(context, home_of(user_id), user_id, update)


@write_transaction
async def change_here(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, update: Callable[[MemberSettings], MemberSettings]
) -> MemberSettings:
    """Update the settings that apply in a server with ``update``, for that server alone. Return the new settings.

    At the member's home they are stored for all servers. Raise Refusal for quiet hours that begin and end at the same hour.
    """
    changed = await change_in(conn, guild_id, user_id, update)
    if guild_id == home_of(user_id):
        await plan_daily_message(context, conn, user_id, changed)
    return changed


async def choose_daily_hour(context: Context, _: int, user_id: int, hour: Hour | None) -> None:
    """Store the hour of a person's daily message, for all servers."""
    await change_own(context, user_id, lambda own: own.model_copy(update={"daily_hour": hour}))


async def plan_daily_message(context: Context, conn: AsyncConnection, user_id: int, own: MemberSettings) -> None:
    """Schedule the next daily message of a person, or cancel it if they want none."""
    subject = {"guild_id": home_of(user_id), "user_id": user_id}
    if own.daily_hour is None:
        await due.cancel(conn, DAILY, **subject)
    else:
        await context.schedule.schedule(conn, DAILY, find_hour(context.clock(), own.zone, own.daily_hour), **subject)


async def change_in(
    conn: AsyncConnection, guild_id: int, user_id: int, update: Callable[[MemberSettings], MemberSettings]
) -> MemberSettings:
    """Update the settings as :func:`change_here` does, within a transaction.

    Exceptions that equal the settings for all servers are removed.
    """
    found, is_own = await store.get_settings(conn, guild_id, user_id), guild_id == home_of(user_id)
    usual, before = USUAL if is_own else merge(found.own, None), merge(*found)
    changed = MemberSettings.model_validate(update(before).model_dump())
    if changed == before:
        return before
    if changed.quiet is not None and changed.quiet != before.quiet and changed.quiet[0] == changed.quiet[1]:
        hour = f"{changed.quiet[0]:02}:00"
        raise Refusal(f"Quiet hours cannot begin and end at {hour}. Choose another hour.")
    values, stored = changed.model_dump(mode="json"), _fields(found.own if is_own else found.here)
    for unit in UNITS:
        stored = {name: value for name, value in stored.items() if name not in unit}
        if any(getattr(changed, name) != getattr(usual, name) for name in unit):
            stored |= {name: values[name] for name in unit if not (is_own and name in OF_SERVER)}
    await store.save_settings(conn, guild_id, user_id, json.dumps(stored))
    return changed


async def read_muted(conn: AsyncConnection, user_id: int) -> frozenset[int]:
    """Return the games that a person has muted, in all servers."""
    found = await store.list_settings(conn, user_id)
    return frozenset(game for data in found.values() for game in _fields(data).get("muted", ()))


get_muted = as_use_case(read_muted)


@write_transaction
async def mute(
    context: Context, conn: AsyncConnection, user_id: int, offered: Collection[tuple[int, int]], chosen: Set[int]
) -> None:
    """Mute the chosen games, and unmute all other ``offered`` ones: pairs of a server and a game."""
    for guild_id in sorted({guild_id for guild_id, _ in offered}):
        there = {game for of_guild, game in offered if of_guild == guild_id}

        def update(own: MemberSettings, there: Set[int] = there) -> MemberSettings:
            return own.model_copy(update={"muted": tuple(sorted((frozenset(own.muted) - there) | (there & chosen)))})

        await change_in(conn, guild_id, user_id, update)


@write_transaction
async def remove_exceptions(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, names: Collection[str]
) -> None:
    """Remove some exceptions of a server, so that the settings for all servers apply there."""
    before = _fields((await store.get_settings(conn, guild_id, user_id)).here)
    kept = {name: value for name, value in before.items() if name not in names}
    if kept != before:
        await store.save_settings(conn, guild_id, user_id, json.dumps(kept))
