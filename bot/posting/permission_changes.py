"""Discord's events about permissions: posts that lacked a permission are retried once it may have been granted."""

from __future__ import annotations

import discord

from bot.posting.sender import MessageSender


class PermissionChanges:
    """Listens to a client's events about roles, channels, threads and the bot's own membership."""

    def __init__(self, client: discord.Client, sender: MessageSender) -> None:
        self._client = client
        self._sender = sender
        for listener in (
            self.on_guild_role_update,
            self.on_guild_channel_update,
            self.on_thread_update,
            self.on_member_update,
        ):
            client.event(listener)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Handle a changed role: its permissions or its position."""
        if (before.permissions, before.position) != (after.permissions, after.position):
            await self._sender.try_blocked(after.guild.id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Handle a changed channel: its permissions."""
        if before.overwrites != after.overwrites or before.category_id != after.category_id:
            await self._sender.try_blocked(after.guild.id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Handle a changed thread: it may be open again."""
        if (before.locked, before.archived) != (after.locked, after.archived):
            await self._sender.try_blocked(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Handle a changed member: the bot itself may have got a role, or its timeout has ended."""
        if self._client.user is not None and after.id == self._client.user.id:
            await self._sender.try_blocked(after.guild.id)
