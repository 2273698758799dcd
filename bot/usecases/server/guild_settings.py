"""The settings of a server. The bot host's settings apply where the server has set nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.hours_off import OffName
from bot.common.pace import PaceName
from bot.storage.queries.server import guild_settings as store
from bot.usecases.announcements import ChannelGone, SettingsChanged, announce
from bot.usecases.context import Context, write_transaction

ThemeName = Literal["dark", "light", "contrast"]
Id = Annotated[int, Field(ge=0, lt=2**63)]
"""The id of a channel or role, in the form stored in the database."""
Reminders = Literal["both", "half", "last", "none"]
"""The reminders of the time of a turn that are sent: when half of it is gone, when a tenth is left."""


class GuildSettings(BaseModel):
    """The settings of one server. ``None`` means that the host's setting applies; it is also the value of settings that an
    older version did not have.

    ``bot/presentation/settings/server.py`` describes each in words.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    channels: tuple[Id, ...] | None = None
    theme: ThemeName | None = None
    pace: PaceName | None = None
    time_zone: str | None = None
    off: OffName | None = None
    posts: Literal["turn", "thread", "one"] | None = None
    time_reminders: Reminders | None = None
    words: Literal["off"] | None = None
    cancel_roles: tuple[Id, ...] | None = None
    abandoned: Literal["stay"] | None = None
    """Whether to keep adjourned games that nobody resumes; otherwise they end."""
    league_roles: tuple[Id, ...] | None = None
    puzzle_channel: Id | None = None
    puzzle_hour: int | None = Field(None, ge=0, le=23)
    latest_channel: Id | None = None
    challenge_channel: Id | None = None
    public_pages: Literal["shown", "listed"] | None = None
    public_channels: tuple[Id, ...] | None = None
    pages_news: bool | None = None
    """Not a setting: whether the managers still have to be notified about the list of public channels, which an update has
    made."""
    checklist_hidden: bool | None = None
    """Not a setting: whether a manager has hidden the check list in the panel."""
    tables_per_member: int | None = Field(None, ge=1, le=100)
    tables_per_server: int | None = Field(None, ge=1, le=1000)
    games_per_member: int | None = Field(None, ge=1, le=1000)
    games_per_server: int | None = Field(None, ge=1, le=100_000)


USUAL = GuildSettings()
"""The settings of a server that has set nothing."""


@lru_cache(4096)
def parse(stored: str | None) -> GuildSettings:
    """Return settings stored as JSON; the defaults for ``None``."""
    return USUAL if stored is None else GuildSettings.model_validate_json(stored)


async def read(conn: AsyncConnection, guild_id: int, *, lock: bool = False) -> GuildSettings:
    """Return the settings of a server, within a transaction. ``lock``: lock them against changes by other transactions."""
    return parse(await store.get_settings(conn, guild_id, lock=lock))


async def get(context: Context, guild_id: int) -> GuildSettings:
    """Return the settings of a server."""
    return await context.db.read(lambda conn: read(conn, guild_id))


@write_transaction
async def change(
    context: Context, conn: AsyncConnection, guild_id: int, update: Callable[[GuildSettings], GuildSettings]
) -> GuildSettings:
    """Update a server's settings with ``update``. Return the new settings."""
    changed = update(await read(conn, guild_id, lock=True))
    await _save(context, conn, guild_id, changed)
    return changed


async def follow_gone_channel(context: Context, conn: AsyncConnection, gone: ChannelGone) -> None:
    """Unset the channels for puzzles, the latest games and standing offers that were deleted."""
    own = await read(conn, gone.guild_id, lock=True)
    names = ("puzzle_channel", "latest_channel", "challenge_channel")
    if lost := {name: None for name in names if getattr(own, name) == gone.channel_id}:
        await _save(context, conn, gone.guild_id, own.model_copy(update=lost))


async def _save(context: Context, conn: AsyncConnection, guild_id: int, changed: GuildSettings) -> None:
    await store.save_settings(conn, guild_id, changed.model_dump_json(exclude_none=True))
    await announce(context, conn, SettingsChanged(guild_id))
