"""``/my preferences``: a panel with the theme of private pictures, the time zone, and buttons about the member's web pages."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.common.home import is_home
from bot.panels.core import MOST_IN_MENU, Button, Row
from bot.presentation.settings.core import ZONE_HINT
from bot.presentation.settings.member import PREFERENCES, ZONES
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.autocomplete import offers
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply, answer_command
from bot.ui.framework.router import answers
from bot.ui.server.own_settings import ALL, OwnPanel, Where
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers
from bot.usecases.notifications.time_zones import parse_zone, suggest_zones
from bot.usecases.pages import keys
from rules.words import count

CLOSE_PAGES = "pages"
"""The button that closes the member's open pages of games."""
SHOW_NAME = "name"
"""The button that shows or hides the member's name on the server's public pages."""


class PreferencesPress(Press, word="prefs"):
    """A menu of ``/my preferences``. ``stamp`` differs between answers, as in a **Play** panel."""

    control: str
    stamp: str
    where: Where = None


def add_to(group: app_commands.Group) -> None:
    """Add the command to the group ``/my``."""

    @group.command(name="preferences", description="The theme of your private pictures, and your time zone")
    @app_commands.describe(time_zone=ZONE_HINT)
    async def preferences(interaction: Interaction, time_zone: str | None = None) -> None:
        await answer_command(interaction, open_panel, time_zone)

    preferences.autocomplete("time_zone")(offers(_zones))


async def _zones(_: App, __: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that match the typed text."""
    fitting = suggest_zones(typed) if typed.strip() else ZONES
    return [app_commands.Choice(name=name, value=name) for name in fitting[:MOST_IN_MENU]]


async def open_panel(app: App, interaction: Interaction, zone: str | None) -> Reply:
    """Return the panel; ``zone``: the time zone typed with the command, if any."""
    if zone is not None:
        update = {"time_zone": parse_zone(zone)}
        await member_settings.change_own(app.context, interaction.user.id, lambda own: own.model_copy(update=update))
    return await PANEL.show(app, interaction)


@answers(PreferencesPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: PreferencesPress) -> Reply:
    """Save the choice made in a menu, and return the updated panel."""
    return await PANEL.handle_press(app, interaction, press.control, press.values, press.where or ALL)


async def _close_pages(app: App, interaction: Interaction, _: Sequence[str]) -> str:
    closed = await keys.close_pages(app.context, interaction.user.id)
    return f"{count(closed, 'open page')} closed, in all servers. Links that you have not used are void."


async def _change_name(app: App, interaction: Interaction, _: Sequence[str]) -> str:
    """Toggle whether the server's public pages show the member's name."""
    guild, user = guild_of(interaction), interaction.user.id
    await member_settings.change_here(
        app.context, guild, user, lambda own: own.model_copy(update={"public_name": not own.public_name})
    )
    return ""


async def _list_rest(app: App, interaction: Interaction, layers: Layers) -> tuple[list[str], list[Row]]:
    """Return the line and the buttons about web pages; empty if the bot serves none."""
    if app.context.public_url is None:
        return [], []
    close = Button(CLOSE_PAGES, "Close my open pages")
    if is_home(guild_of(interaction)):
        return [], [(close,)]
    named = layers.here.public_name
    line = f"On public pages of this server you are **{'called by your name' if named else '“Player A”'}**"
    return [line], [(Button(SHOW_NAME, f"{'Leave my name out of' if named else 'Show my name on'} public pages"), close)]


PANEL = OwnPanel(PREFERENCES, PreferencesPress, _list_rest, {CLOSE_PAGES: _close_pages, SHOW_NAME: _change_name})
