"""Describes where the next board of a game appears, or why the bot cannot post it. Also checks who sees a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.common.clock import SECOND
from bot.common.error_codes import CHANNEL_GONE
from bot.common.home import is_home
from bot.common.permissions import lacking_here
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, Interaction, parent_of
from bot.ui.words.times import format_moment
from bot.usecases import access
from bot.usecases.channels.relocate import move_to_channel
from bot.usecases.channels.threads import leave_thread
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings


async def describe_post_target(app: App, interaction: Interaction, row: GameRow) -> str:
    """Return a sentence that says where the new board appears, or why it cannot be posted and what to do.

    If the game's channel was deleted, move the game to the channel of the interaction.
    """
    if is_home(row.guild_id):
        return "The board shows it." if row.terms.posts == "one" else "The new board comes here."
    is_direct = interaction.guild_id is None  # a recent check with Discord showed that the player sees the channel
    missing = [] if is_direct else await _missing(interaction, row.place)
    if missing is None and row.thread_id is not None:
        await leave_thread(app.context, row.id, row.thread_id)
        row = replace(row, thread_id=None)
        missing = await _missing(interaction, row.place)
    where = f"<#{row.place}>"
    if row.place == interaction.channel_id:
        where = "the thread" if isinstance(interaction.channel, discord.Thread) else "the channel"
    if missing is None:
        return await _goes_on_here(app, interaction, row)
    if obstacle := _describe_obstacle(interaction, row, where, missing, "new board"):
        return f"{obstacle} Meanwhile, `/board` with `game:{row.id}` shows the game."
    if row.terms.posts == "one":
        return f"The board in {where} shows it."
    return f"The new board comes to {where}."


async def describe_unasked(interaction: Interaction, row: GameRow) -> str:
    """Return why a question to the other players cannot be posted now; empty if nothing is known to prevent it."""
    missing = [] if interaction.guild_id is None else await _missing(interaction, row.place)
    if missing is None and row.thread_id is not None:  # the question comes to its channel
        return ""
    if missing is None:
        return f"But the channel of this game was deleted: play on with `/move` and `game:{row.id}` in another one."
    return _describe_obstacle(interaction, row, f"<#{row.place}>", missing, "question")


def _describe_obstacle(interaction: Interaction, row: GameRow, where: str, missing: Sequence[str], what: str) -> str:
    """Return why a message (``what``) cannot be posted now, and what to do; empty if nothing prevents it."""
    if (until := _find_timeout(interaction.client.get_guild(row.guild_id))) is not None:
        return f"But this server has put me in timeout until {format_moment(until)}, so the {what} has to wait until then."
    if not missing:
        return ""
    return (
        f"But I cannot post the {what} in {where}: I lack **{', '.join(missing)}**. A server manager can give it "
        f"to me, and the {what} follows."
    )


async def _goes_on_here(app: App, interaction: Interaction, row: GameRow) -> str:
    if interaction.channel_id is None or list_missing_here(interaction):
        return (
            "But the channel of this game was deleted, and I may not post in this one. Play on with `/move` and "
            f"`game:{row.id}` in a channel where I may post: the game goes on there."
        )
    try:
        access.to_play_here(await guild_settings.get(app.context, row.guild_id), interaction.channel_id, parent_of(interaction))
    except Refusal as refusal:
        return f"But the channel of this game was deleted. {refusal} Play on with `/move` and `game:{row.id}` there."
    await move_to_channel(app.context, row.guild_id, row.id, interaction.channel_id)
    return "The channel of this game was deleted, so the game goes on in this one: the new board comes here."


def _find_timeout(guild: discord.Guild | None) -> int | None:
    """Return when the bot's timeout in a server ends (ms since 1970); ``None`` if it is not in timeout."""
    me = None if guild is None else guild.me
    if me is None or me.timed_out_until is None or not me.is_timed_out():
        return None
    return round(me.timed_out_until.timestamp() * SECOND)


async def _missing(interaction: Interaction, channel_id: int) -> list[str] | None:
    """Return the permissions missing in a channel: ``None`` if the channel is gone, empty if nothing is known about it."""
    if channel_id == interaction.channel_id:
        return list_missing_here(interaction)
    return await _missing_there(interaction, channel_id)


def list_missing_here(interaction: Interaction) -> list[str]:
    """Return the permissions that the bot lacks to post boards in this channel or thread."""
    return lacking_here(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))


async def _missing_there(interaction: Interaction, channel_id: int) -> list[str] | None:
    """Return the permissions missing in another channel: ``None`` if it is gone, empty if nothing is known about it.

    An archived and locked thread counts as gone, because nothing can be posted in it.
    """
    try:  # ask Discord itself: the client's cache may be outdated and has no archived threads
        channel: Any = await interaction.client.fetch_channel(channel_id)
    except discord.Forbidden:
        return ["View Channel"]
    except discord.NotFound as error:
        return None if error.code in CHANNEL_GONE else []
    except discord.DiscordException:
        return []
    if isinstance(channel, discord.Thread) and channel.archived and channel.locked:
        return None
    guild = interaction.guild
    if guild is None or guild.me is None:
        return []
    try:
        permissions = channel.permissions_for(guild.me)
    except discord.ClientException:  # the thread's parent channel is not known
        return []
    return lacking_here(permissions, thread=isinstance(channel, discord.Thread))


def sees(interaction: Interaction, member: discord.Member, channel_id: int) -> bool:
    """Return whether a member sees a channel, as far as the interaction and the client's cache show."""
    told = member.resolved_permissions
    if told is not None and channel_id == interaction.channel_id and not told.view_channel:
        return False
    guild = interaction.guild
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    try:
        return channel is None or channel.permissions_for(member).view_channel
    except discord.ClientException:  # the thread's parent channel is not known
        return True
