"""Checks of who sees a game and who can write in its channel.

A game is visible to its players, and to members who see its channel. If the bot cannot know, the game counts as not visible.
That applies to threads outside of the client's cache, and to private threads seen from another channel.
"""

from __future__ import annotations

import discord
from discord.abc import GuildChannel

from bot.common.home import is_home
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, Interaction, guild_of
from bot.usecases.play.change import NO_GAME
from bot.usecases.queries import GameView, view_game
from bot.usecases.refusal import Refusal


def check_seen(interaction: Interaction, row: GameRow) -> None:
    """Raise Refusal if the user does not see the game; the text is the same as for a game that does not exist."""
    if not sees_game(interaction, row):
        raise Refusal(NO_GAME)


async def view_seen_game(app: App, interaction: Interaction, game_id: int) -> GameView:
    """Return a game with the user's own data. Raise Refusal if the user does not see it."""
    found = await view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    check_seen(interaction, found.row)
    return found


def sees_game(interaction: Interaction, row: GameRow) -> bool:
    """Return whether the user plays the game, is in its channel, or sees its channel."""
    if row.seat_of(interaction.user.id) is not None or interaction.channel_id == row.thread_id:
        return True
    return sees_channel(interaction, row.channel_id)


def sees_channel(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the user sees a channel or thread; also true if the interaction is in it."""
    if interaction.channel_id == channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and _sees(channel, member)


async def check_can_write(app: App, interaction: Interaction, row: GameRow) -> None:
    """Raise Refusal if the user is in timeout, or cannot write in the channel in which the game's boards are posted."""
    guild, member = interaction.guild, interaction.user
    if is_home(row.guild_id):
        return
    if guild is None or not isinstance(member, discord.Member):
        may = await app.check_writing(row.guild_id, row.place, member.id)
    else:
        channel = guild.get_channel_or_thread(row.place) or guild.get_channel(row.channel_id)
        may = channel is not None and can_write(channel, member, thread=row.thread_id is not None)
    if not may:
        raise Refusal(f"You cannot write in <#{row.place}> now, so your comments are not shown there. You can play on.")


def check_can_share(interaction: Interaction) -> None:
    """Raise Refusal if the user cannot write in the current channel: imported names and shared pictures are posted in it."""
    channel, member = interaction.channel, interaction.user
    if isinstance(channel, GuildChannel | discord.Thread) and isinstance(member, discord.Member) and can_write(channel, member):
        return
    raise Refusal("You cannot write in this channel now, so you cannot share anything here.")


def can_write(channel: GuildChannel | discord.Thread, member: discord.Member, *, thread: bool = False) -> bool:
    """Return whether a member can write in a channel, or in its threads if ``thread``. Members in timeout cannot."""
    try:
        held = channel.permissions_for(member)
    except discord.ClientException:  # the parent channel of the thread is not known
        return False
    return held.send_messages_in_threads if thread or isinstance(channel, discord.Thread) else held.send_messages


def list_seen_channels(interaction: Interaction) -> frozenset[int]:
    """Return the ids of the server's channels and threads that the user sees, including the current one."""
    here = () if interaction.channel_id is None else (interaction.channel_id,)
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return frozenset(here)
    return frozenset(here) | {channel.id for channel in _places(guild) if _sees(channel, member)}


def find_public_channels(guild: discord.Guild) -> frozenset[int]:
    """Return the ids of the channels and threads that every member of a server can see."""
    everyone = guild.default_role
    return frozenset(channel.id for channel in _places(guild) if _sees(channel, everyone))


def find_parents(guild: discord.Guild) -> dict[int, int]:
    """Return the server's public threads in the client's cache: thread id -> channel id."""
    return {thread.id: thread.parent_id for thread in guild.threads if not thread.is_private()}


def _places(guild: discord.Guild) -> list[GuildChannel | discord.Thread]:
    return [*guild.channels, *guild.threads]


def _sees(channel: GuildChannel | discord.Thread, who: discord.Member | discord.Role) -> bool:
    if isinstance(channel, discord.Thread):
        return not channel.is_private() and channel.parent is not None and channel.parent.permissions_for(who).view_channel
    return channel.permissions_for(who).view_channel
