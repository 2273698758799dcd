"""What a member may set for themselves in a server. What they do not set is as the server has it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.storage.queries.server import member_settings as store
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal
from bot.usecases.server.guild_settings import Reminders, ThemeName

Hour = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]


class MemberSettings(BaseModel):
    """The settings of one member in one server. A setting that an older version did not have is as if it was not set."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    theme: ThemeName | None = None
    """Of the pictures that the member alone sees; ``None``: as the server has it."""
    time_zone: str = "UTC"
    """An IANA name. Quiet hours are in it."""
    mention: bool = True
    """Whether the member is mentioned when it is their turn."""
    direct: bool = False
    """Whether a direct message tells it too."""
    quiet: tuple[Hour, Hour] | None = None
    """The hours of the day from which and until which nothing reaches the member; ``None``: no quiet hours."""
    remind_hours: int | None = Field(None, ge=1, le=168)
    """Hours after which the member is reminded of their turn, again and again; ``None``: never."""
    time_reminders: Reminders | None = None
    """Which reminders of the time of a turn the member gets; ``None``: as the server has it."""
    puzzles: bool = True
    """Whether positions of the member's finished games may become puzzles of the server."""
    public_name: bool = False
    """Whether the server's public pages show the member's name."""
    muted: tuple[int, ...] = ()
    """Games of which the member is told nothing."""

    @property
    def zone(self) -> ZoneInfo:
        """The time zone; UTC where this machine does not know the one that was set."""
        return _zone(self.time_zone)

    def quiet_until(self, now: int) -> int | None:
        """Return when the quiet hours of this moment end (milliseconds since 1970); ``None`` outside of quiet hours."""
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


_FIXED = re.compile(r"(?:utc|gmt|cet)?([+-])(\d{1,2})(?::?(\d{2}))?")
"""An offset: UTC+2, GMT-3, CET+2, +5, UTC+5:30."""
_MOST_EAST, _MOST_WEST = 14, -12
"""The offsets in whole hours that there are."""
_PART_HOURS = {
    "+3:30": "Asia/Tehran",
    "+4:30": "Asia/Kabul",
    "+5:30": "Asia/Kolkata",
    "+5:45": "Asia/Kathmandu",
    "+6:30": "Asia/Yangon",
    "+8:45": "Australia/Eucla",
    "+9:30": "Australia/Darwin",
    "+10:30": "Australia/Lord_Howe",
    "+12:45": "Pacific/Chatham",
    "-3:30": "America/St_Johns",
    "-9:30": "Pacific/Marquesas",
}
"""The time zones whose offset is no whole hour."""
_SHORT = {
    "cest": "Europe/Berlin",
    "bst": "Europe/London",
    "west": "Europe/Lisbon",
    "eest": "Europe/Helsinki",
    "msk": "Europe/Moscow",
    "edt": "America/New_York",
    "cst": "America/Chicago",
    "cdt": "America/Chicago",
    "mdt": "America/Denver",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo",
    "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney",
    "nzst": "Pacific/Auckland",
    "nzdt": "Pacific/Auckland",
}
"""Short names that people type and the list of time zones does not have."""

USUAL = MemberSettings()
"""What holds for a member who has set nothing."""


@lru_cache(1024)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


@lru_cache(1)
def zone_names() -> tuple[str, ...]:
    """The names of all time zones that this machine knows, in order."""
    return tuple(sorted(available_timezones()))


def parse_zone(typed: str) -> str:
    """Return the IANA name that was typed, however its letters were. Raise Refusal where there is none."""
    wanted = typed.strip().replace(" ", "_").casefold()
    names = {name.casefold(): name for name in zone_names()}
    if wanted in names:
        return names[wanted]
    if wanted in _SHORT:
        return _SHORT[wanted]
    if (found := _find_fixed(wanted.replace("_", ""))) is not None:
        return found
    cities = {name.casefold().rpartition("/")[2]: name for name in zone_names() if "/" in name and not name.startswith("Etc")}
    if wanted in cities:
        return cities[wanted]
    near = [*difflib.get_close_matches(wanted, names, n=1), *difflib.get_close_matches(wanted, cities, n=1)]
    hint = f" Do you mean `{(names | cities)[near[0]]}`?" if near else " It has a name such as `Europe/Berlin`."
    raise Refusal(f"I do not know that time zone.{hint}")


def _find_fixed(typed: str) -> str | None:
    """Return the time zone of an offset that was typed; ``None`` if it is no offset, or there is no such one."""
    fixed = _FIXED.fullmatch(typed)
    if fixed is None:
        return None
    sign, hours, minutes = fixed[1], int(fixed[2]), fixed[3] or "00"
    if minutes != "00":
        return _PART_HOURS.get(f"{sign}{hours}:{minutes}")
    hours = (hours if sign == "+" else -hours) + (1 if "cet" in typed else 0)
    if not _MOST_WEST <= hours <= _MOST_EAST:
        return None
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+}"  # these names count westwards


@lru_cache(4096)
def _read(stored: str) -> MemberSettings:
    return MemberSettings.model_validate_json(stored)


def parse(stored: str | None) -> MemberSettings:
    """Return settings that are stored as JSON; the usual ones for ``None``."""
    return USUAL if stored is None else _read(stored)


async def read(conn: AsyncConnection, guild_id: int, user_id: int) -> MemberSettings:
    """Return the settings of a member, within a transaction."""
    return parse(await store.get_settings(conn, guild_id, user_id))


async def get(context: Context, guild_id: int, user_id: int) -> MemberSettings:
    """Return the settings of a member."""
    return await context.db.read(lambda conn: read(conn, guild_id, user_id))


async def change(
    context: Context, guild_id: int, user_id: int, update: Callable[[MemberSettings], MemberSettings]
) -> MemberSettings:
    """Store what ``update`` makes of a member's settings, and return it."""

    async def work(conn: AsyncConnection) -> MemberSettings:
        return await change_in(conn, guild_id, user_id, update)

    return await context.db.write(work)


async def change_in(
    conn: AsyncConnection, guild_id: int, user_id: int, update: Callable[[MemberSettings], MemberSettings]
) -> MemberSettings:
    """Store what ``update`` makes of a member's settings, within a transaction."""
    before = await read(conn, guild_id, user_id)
    changed = MemberSettings.model_validate(update(before).model_dump())
    if changed != before:
        await store.save_settings(conn, guild_id, user_id, changed.model_dump_json(exclude_defaults=True))
    return changed
