"""The check whether a member can still play in a game's channel. It needs no privileged intent."""

from __future__ import annotations

import discord

from bot.common.error_codes import CHANNEL_GONE, MEMBER_GONE
from bot.posting.rate_limit import Priority, priority
from bot.ui.framework.app import Seen


async def check_member(client: discord.Client, guild_id: int, channel_id: int, user_id: int) -> Seen:
    """Ask Discord where a user is now. What the client remembers of members may be outdated."""
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return "unknown"
    with priority(Priority.TIDY):
        try:
            channel = await client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            return "no channel" if error.code in CHANNEL_GONE else "unknown"
        except (discord.DiscordException, OSError):
            return "unknown"
        try:
            member = await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            return "left" if error.code in MEMBER_GONE else "unknown"
        except (discord.DiscordException, OSError):
            return "unknown"
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return "unknown"
    try:
        return "here" if channel.permissions_for(member).view_channel else "unseen"
    except discord.ClientException:  # a thread whose channel is not known
        return "unknown"
