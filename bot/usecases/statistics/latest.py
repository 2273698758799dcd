"""The latest games of a server: as a list, and in a message that is kept up to date."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE
from bot.storage.queries.channels import posts
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.statistics import latest as store
from bot.usecases.announcements import Appended, GamesChanged, SettingsChanged
from bot.usecases.context import Context, as_use_case, write_transaction
from bot.usecases.server import guild_settings

ON_A_PAGE = 10
GATHERED = MINUTE // 2
"""Milliseconds for which changes are gathered before the message is edited."""


class Page(NamedTuple):
    """A page of the most recently played games."""

    games: Sequence[GameRow]
    number: int
    """The number of the page, from 0."""
    is_last: bool


async def get_page(context: Context, guild_id: int, number: int, seen: Collection[int], user_id: int | None = None) -> Page:
    """Return a page of the running and finished games of a server, most recently played first.

    ``seen``: the channels whose games are shown, in addition to the user's own games.
    """
    first = number * ON_A_PAGE
    found = await context.db.read(lambda conn: store.list_latest(conn, guild_id, first, ON_A_PAGE + 1, seen, user_id))
    return Page(found[:ON_A_PAGE], number, len(found) <= ON_A_PAGE)


async def follow_games(context: Context, conn: AsyncConnection, changed: Appended | GamesChanged | SettingsChanged) -> None:
    """Edit the message of a server, post it in its channel, or abandon it, depending on the server's settings."""
    guild_id = changed.guild_id
    wanted = (await guild_settings.read(conn, guild_id)).latest_channel
    message = await store.get_message(conn, guild_id)
    if wanted is None:
        if message is not None:
            await store.forget_message(conn, guild_id)
    elif message is None or message.channel_id != wanted:
        await post_anew(context, conn, guild_id, wanted)
    elif message.message_id is not None:
        payload = {"guild": guild_id, "message": message.message_id}
        await context.outbox.put(conn, "latest_edit", guild_id, wanted, wait=GATHERED, **payload)
    elif not await posts.is_waiting(conn, "latest", guild_id=guild_id, channel_id=wanted):
        await post_anew(context, conn, guild_id, wanted)


async def post_anew(context: Context, conn: AsyncConnection, guild_id: int, channel_id: int) -> None:
    """Post a new message, which is kept up to date from then on."""
    await store.set_message(conn, guild_id, channel_id, None)
    await context.outbox.put(conn, "latest", guild_id, channel_id)


get_message = as_use_case(store.get_message)


@write_transaction
async def replace(context: Context, conn: AsyncConnection, guild_id: int, message_id: int) -> None:
    """Post a new message, because the old one is too old to edit. Do nothing if there is a new one already."""
    message = await store.get_message(conn, guild_id)
    if message is not None and message.message_id == message_id:
        await post_anew(context, conn, guild_id, message.channel_id)
