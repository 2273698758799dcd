"""``/server settings``: a panel with what a server has set for itself, and menus that change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from bot.panels.core import Button
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.components import make_button
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply, answer
from bot.ui.framework.router import answers
from bot.ui.server import checklist
from bot.ui.server.parts import show_among_server
from bot.ui.server.settings_table import GENERAL, LIMITS, PAGES_NEWS, PUBLIC, PUZZLE, SETTINGS, ZONE, Setting
from bot.usecases import access
from bot.usecases.public import sites
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class _Page:
    """A page of the panel. ``buttons``: below its menus."""

    part: str
    title: str
    settings: tuple[Setting, ...]
    buttons: tuple[Button, ...]


PAGES = {
    "general": _Page("settings", "Settings of this server", GENERAL, (Button(ZONE.name, "Time zone…"),)),
    "limits": _Page("limits", "Limits of this server", LIMITS, ()),
    "puzzle": _Page("puzzle", "A puzzle once a day, for this server", PUZZLE, ()),
    "public": _Page("public", "Pages about this server, for everybody", PUBLIC, ()),
}
"""The pages by the buttons that lead to them."""
ZONE_HINT = "A city, or a name such as Europe/Berlin"


@dataclass(frozen=True)
class ServerPress(Press, word="server"):
    """A menu or button of ``/server settings``. ``control``: a setting or a page. ``stamp``: as in a **Play** panel."""

    control: str
    stamp: str


def add_to(group: app_commands.Group, app_of: Callable[[Interaction], App]) -> None:
    """Add the command to the group ``/server``."""

    @group.command(name="settings", description="Where and how games are played in this server")
    async def settings(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, open_panel(app, interaction))


async def open_panel(app: App, interaction: Interaction, page: str = "general") -> Reply:
    """Return a page of the panel."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    guild = guild_of(interaction)
    own = await guild_settings.get(app.context, guild)
    panel = await _panel(app, interaction, own, PAGES[page])
    if own.pages_news:
        await _change(app, guild, {"pages_news": None})
    return panel


@answers(ServerPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ServerPress) -> Reply:
    """Set what was chosen in a menu of the panel. The panel shows it."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    guild, control = guild_of(interaction), press.control
    if control in PAGES:
        return await _panel(app, interaction, await guild_settings.get(app.context, guild), PAGES[control], edit=True)
    if control in checklist.ITEMS or control == checklist.HIDE:
        changed = await _change(app, guild, checklist.read(control, interaction))
        return await _panel(app, interaction, changed, PAGES["general"], edit=True)
    setting = find_word(control, SETTINGS)
    if setting is ZONE and not press.values:
        custom_id = _custom_id(interaction, control)
        return Reply("", form=make_text_form(custom_id, "Time zone", "Time zone of this server", ZONE_HINT, "Berlin", 64))
    changed = await _change(app, guild, {control: setting.read(press.values)})
    page = next(page for page in PAGES.values() if setting in page.settings)
    return await _panel(app, interaction, changed, page, edit=True)


async def _change(app: App, guild_id: int, update: dict[str, Any]) -> GuildSettings:
    return await guild_settings.change(
        app.context, guild_id, lambda own: GuildSettings.model_validate(own.model_dump() | update)
    )


async def _panel(app: App, interaction: Interaction, own: GuildSettings, page: _Page, *, edit: bool = False) -> Reply:
    begins = page is PAGES["general"] and checklist.is_shown(own)
    told = [setting for setting in page.settings if not (begins and checklist.tells(setting.name))]
    lines = [f"**{page.title}**", *(line for setting in told for line in setting.tell(app, own))]
    if page is PAGES["public"] and (address := await sites.find_address(app.context, guild_of(interaction))) is not None:
        lines.append(f"Their address: {address}")
    made = ui.LayoutView(timeout=None)
    if own.pages_news:
        made.add_item(ui.TextDisplay(PAGES_NEWS))
    if begins:
        made.add_item(ui.TextDisplay("\n".join(checklist.tell(app, own))))
        made.add_item(
            ui.ActionRow(*(make_button(_custom_id(interaction, each.id), each) for each in checklist.make_buttons(own)))
        )
    made.add_item(ui.TextDisplay("\n".join(lines)))
    for setting in page.settings:
        item = setting.offer(app, own, _custom_id(interaction, setting.name))
        if item is not None:
            made.add_item(ui.ActionRow(item))
    if page.buttons:
        made.add_item(ui.ActionRow(*(make_button(_custom_id(interaction, each.id), each) for each in page.buttons)))
    return show_among_server(Reply("", view=made, edit=edit), page.part)


def _custom_id(interaction: Interaction, control: str) -> str:
    return ServerPress(control, f"{interaction.id:x}").id
