"""The theme of a picture: the server's for public pictures, the member's own for private ones."""

from __future__ import annotations

from bot.ui.framework.app import App
from bot.usecases.notifications import member_settings
from bot.usecases.server import guild_settings


async def of_server(app: App, guild_id: int) -> str:
    """Return the theme of public pictures."""
    return (await guild_settings.get(app.context, guild_id)).theme or app.theme


async def of_member(app: App, guild_id: int, user_id: int | None) -> str:
    """Return the theme of a member's private pictures."""
    if user_id is not None and (own := (await member_settings.get(app.context, guild_id, user_id)).theme) is not None:
        return own
    return await of_server(app, guild_id)
