"""The leagues that a user can see, and the check of who may manage leagues."""

from __future__ import annotations

from bot.storage.queries.league.leagues import League
from bot.ui.channels.visibility import list_seen_channels
from bot.ui.framework.app import App, Interaction, guild_of, list_roles
from bot.usecases import access
from bot.usecases.league import creating, joining
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings


async def list_seen(app: App, interaction: Interaction) -> list[League]:
    """Return the server's leagues in channels that the user sees, and those of which they are a member, open ones first.

    Managers also see those whose channel was deleted: they can move or end them.
    """
    found, guild = await creating.list_leagues(app.context, guild_of(interaction)), interaction.guild
    seen = list_seen_channels(interaction)
    mine = await joining.list_leagues_of(app.context, guild_of(interaction), interaction.user.id)
    if guild is not None and await _manages(app, interaction):
        mine |= {league.id for league in found if guild.get_channel(league.channel_id) is None}
    return [league for league in found if league.channel_id in seen or league.id in mine]


async def check_manages(app: App, interaction: Interaction) -> None:
    """Raise Refusal unless the user may manage the server, or has a role that may open leagues."""
    settings = await guild_settings.get(app.context, guild_of(interaction))
    access.to_manage_by_role(settings.league_roles, manages=interaction.permissions.manage_guild, roles=list_roles(interaction))


async def _manages(app: App, interaction: Interaction) -> bool:
    try:
        await check_manages(app, interaction)
    except Refusal:
        return False
    return True
