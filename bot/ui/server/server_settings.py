"""``/server settings``: a panel with the server's settings, and menus to change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.panels.core import Picker, Row
from bot.presentation.settings.core import Around, Page
from bot.presentation.settings.server import PAGES, PAGES_NEWS
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.layout import lay_out, lay_out_list
from bot.ui.framework.parts import open_form, show_among_server
from bot.ui.framework.press import Press, UnknownId
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.server import checklist
from bot.usecases import access
from bot.usecases.public import sites
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings


class ServerPress(Press, word="server"):
    """A menu or button of ``/server settings``. ``control``: a setting or a page. ``stamp``: as in a **Play** panel."""

    control: str
    stamp: str


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
    """Save the choice made in a menu, and return the updated panel."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    guild, control = guild_of(interaction), press.control
    if control in PAGES:
        return await _panel(app, interaction, await guild_settings.get(app.context, guild), PAGES[control], edit=True)
    if control in checklist.ITEMS or control == checklist.HIDE:
        changed = await _change(app, guild, checklist.read(control, interaction))
        return await _panel(app, interaction, changed, PAGES["general"], edit=True)
    page, setting = next(((page, found) for page in PAGES.values() if (found := page.find(control))), (None, None))
    if page is None or setting is None:
        raise UnknownId(control)
    if (form := setting.find_form(control, press.values)) is not None:
        return open_form(form, _custom_id(interaction, setting.control))
    update = setting.read(press.values, Around(await guild_settings.get(app.context, guild), app.theme, app.context))
    if update is None:
        raise UnknownId(f"{control}: {press.values}")
    return await _panel(app, interaction, await _change(app, guild, update), page, edit=True)


async def _change(app: App, guild_id: int, update: dict[str, Any]) -> GuildSettings:
    return await guild_settings.change(
        app.context, guild_id, lambda own: GuildSettings.model_validate(own.model_dump() | update)
    )


async def _panel(app: App, interaction: Interaction, own: GuildSettings, page: Page, *, edit: bool = False) -> Reply:
    at, begins = Around(own, app.theme, app.context), page is PAGES["general"] and checklist.is_shown(own)
    lines = [f"**{page.title}**", *page.write(at, but=checklist.SETTINGS if begins else ())]
    if page is PAGES["public"] and (address := await sites.find_address(app.context, guild_of(interaction))) is not None:
        lines.append(f"Their address: {address}")
    made = _lay_out(interaction, lines, page.offer(at))
    if begins:
        first = _lay_out(interaction, checklist.write_lines(at), [tuple(checklist.make_buttons(own))])
        made = lay_out_list([*first.children, *made.children])
    if own.pages_news:
        made = lay_out_list([ui.TextDisplay(PAGES_NEWS), *made.children])
    return show_among_server(Reply("", view=made, edit=edit), page.part)


def _lay_out(interaction: Interaction, lines: Sequence[str], rows: Sequence[Row | Picker]) -> ui.LayoutView:
    return lay_out("\n".join(lines), rows, lambda control: _custom_id(interaction, control))


def _custom_id(interaction: Interaction, control: str) -> str:
    return ServerPress(control, f"{interaction.id:x}").id
