"""What a server may set for itself. What it does not set is as the host of the bot has it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.hours_off import OffName
from bot.common.pace import PaceName
from bot.storage.queries.server import guild_settings as store
from bot.usecases.announcements import GamesChanged, SettingsChanged, announce
from bot.usecases.context import Context

ThemeName = Literal["dark", "light", "contrast"]
"""The themes of pictures."""
Reminders = Literal["both", "half", "last", "none"]
"""Which reminders of the time of a turn come: when half of it is gone, when a tenth is left."""


class GuildSettings(BaseModel):
    """The settings of one server; ``None``: as the host has it. A setting that an older version did not have is ``None``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    channels: tuple[int, ...] | None = Field(None, description="Channels, with their threads, where games may be played")
    theme: ThemeName | None = Field(None, description="Theme of the pictures that everybody sees")
    pace: PaceName | None = Field(None, description="Pace of new games where the host does not choose one")
    time_zone: str | None = Field(None, description="Time zone of hours off and of the daily puzzle")
    off: OffName | None = Field(None, description="Hours in which no clock runs in new games where the host does not choose")
    posts: Literal["turn", "thread", "one"] | None = Field(None, description="Where the boards of new games come")
    time_reminders: Reminders | None = Field(None, description="Which reminders of the time of a turn players get")
    cancel_roles: tuple[int, ...] | None = Field(
        None, description="Roles whose members may cancel or move others' games, beside those who manage the server"
    )
    puzzle_channel: int | None = Field(None, description="Channel where a puzzle comes once a day")
    puzzle_hour: int | None = Field(None, ge=0, le=23, description="Hour of the daily puzzle, in the time zone of the server")
    latest_channel: int | None = Field(None, description="Channel where one message tells of the latest games")
    public_pages: Literal["shown", "listed"] | None = Field(
        None, description="Whether everybody who has the address sees pages about its games, and search engines may list them"
    )
    public_channels: tuple[int, ...] | None = Field(
        None, description="Channels, with their threads, whose games the public pages show"
    )
    pages_news: bool | None = Field(None, description="Whether it has yet to be told that the list of public channels is new")
    checklist_hidden: bool | None = Field(None, description="Whether the panel no longer begins with its check list")
    tables_per_member: int | None = Field(None, ge=1, le=100, description="Open tables that one member may have")
    tables_per_server: int | None = Field(None, ge=1, le=1000, description="Open tables in this server")
    games_per_member: int | None = Field(None, ge=1, le=1000, description="Games that one member may be playing")
    games_per_server: int | None = Field(None, ge=1, le=100_000, description="Games that may be going on in this server")


USUAL = GuildSettings()
"""Of a server that has set nothing."""


@lru_cache(4096)
def _read(stored: str) -> GuildSettings:
    return GuildSettings.model_validate_json(stored)


def parse(stored: str | None) -> GuildSettings:
    """Return settings that are stored as JSON; the usual ones for ``None``."""
    return USUAL if stored is None else _read(stored)


async def read(conn: AsyncConnection, guild_id: int) -> GuildSettings:
    """Return the settings of a server, within a transaction."""
    return parse(await store.get_settings(conn, guild_id))


async def get(context: Context, guild_id: int) -> GuildSettings:
    """Return the settings of a server."""
    return await context.db.read(lambda conn: read(conn, guild_id))


async def change(context: Context, guild_id: int, update: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
    """Store what ``update`` makes of a server's settings, and return it."""

    async def work(conn: AsyncConnection) -> GuildSettings:
        changed = update(await read(conn, guild_id))
        await store.save_settings(conn, guild_id, changed.model_dump_json(exclude_none=True))
        await announce(context, conn, GamesChanged(guild_id))
        await announce(context, conn, SettingsChanged(guild_id))
        return changed

    return await context.db.write(work)
