"""The theme of a picture: the server's for public pictures, the member's own for private ones."""

from __future__ import annotations

from bot.ui.framework.app import App
from bot.usecases.notifications import member_settings


async def of_server(app: App, guild_id: int) -> str:
    """Return the theme of public pictures."""
    return await of_member(app, guild_id, None)


async def of_member(app: App, guild_id: int, user_id: int | None) -> str:
    """Return the theme of a member's private pictures; for ``None``, of public pictures."""
    return await member_settings.get_theme(app.context, guild_id, user_id) or app.theme
