"""``/server settings``: a panel with what a server has set for itself, and menus that change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import discord
from discord import app_commands, ui

from bot.common.limits import Limits
from bot.common.pace import LABELS, PACES
from bot.common.terms import Terms
from bot.panels.core import Button, Entry, Menu, Row
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.components import channels, roles
from bot.ui.framework.forms import text_form
from bot.ui.framework.layout import layout
from bot.ui.framework.press import Press, number
from bot.ui.framework.reply import Reply, answer
from bot.ui.framework.router import answers
from bot.usecases import access
from bot.usecases.notifications.member_settings import parse_zone
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

Interaction = discord.Interaction[Any]

USUAL = "usual"
"""The entry of a menu that leaves a setting to whoever runs the bot."""
LIMITS, GENERAL = "limits", "general"
"""The two pages of the panel, and the buttons that lead to them."""
NUMBERS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Numbers that the menus of limits offer, as far as a limit admits them."""
LIMIT_NAMES = {
    "tables_per_member": "Open tables of one member",
    "tables_per_server": "Open tables in this server",
    "games_per_member": "Running games of one member",
    "games_per_server": "Running games in this server",
}
POSTS = {
    "turn": "a new one after each turn",
    "thread": "in a thread for each game",
    "one": "one that is edited",
}
"""Where boards come, in words."""
TERM_NAMES = {"pace": "Pace", "off": "Hours off", "posts": "Boards"}
"""The terms of new tables for which a server may choose what is usual."""
REMINDERS = {
    "both": "at half of the time, and a last call",
    "half": "at half of the time",
    "last": "a last call alone",
    "none": "none",
}
"""Which reminders of the time of a turn come, in words."""
ZONE_HINT = "A city, or a name such as Europe/Berlin"
ZONE = "time_zone"
"""The button that opens the field for the time zone, and the field itself."""


@dataclass(frozen=True)
class ServerPress(Press, word="server"):
    """A menu or button of ``/server settings``. ``control``: the name of the setting. ``stamp``: as in a **Play** panel."""

    control: str
    stamp: str


def add_to(group: app_commands.Group, app_of: Callable[[Interaction], App]) -> None:
    """Add the command to the group ``/server``."""

    @group.command(name="settings", description="Where and how games are played in this server")
    async def settings(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, open_panel(app, interaction))


async def open_panel(app: App, interaction: Interaction) -> Reply:
    """The panel."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    return _panel(app, interaction, await guild_settings.get(app.context, guild_of(interaction)), GENERAL)


@answers(ServerPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ServerPress) -> Reply:
    """Set what was chosen in a menu of the panel. The panel shows it."""
    control, values = press.control, press.values
    access.to_manage(manages=interaction.permissions.manage_guild)
    guild = guild_of(interaction)
    if control in (GENERAL, LIMITS):
        return _panel(app, interaction, await guild_settings.get(app.context, guild), control, edit=True)
    if control == ZONE and not values:
        form = text_form(
            ServerPress(ZONE, f"{interaction.id:x}").id, "Time zone", "Time zone of this server", ZONE_HINT, "Berlin", 64
        )
        return Reply("", form=form)
    update = {control: _value(control, values)}
    changed = await guild_settings.change(
        app.context, guild, lambda own: GuildSettings.model_validate(own.model_dump() | update)
    )
    return _panel(app, interaction, changed, LIMITS if control in LIMIT_NAMES else GENERAL, edit=True)


def _value(control: str, values: Sequence[str]) -> Any:
    """What a setting becomes by what was chosen in its menu. Raise Refusal for what the menu does not offer."""
    if control in ("channels", "cancel_roles"):
        return tuple(map(number, values)) or None
    if control == "latest_channel":
        return number(values[0]) if values else None
    value = values[0] if values else ""
    if value == USUAL:
        return None
    if control == ZONE:
        return parse_zone(value)
    if control == "time_reminders" and value in REMINDERS:
        return value
    if control in LIMIT_NAMES:
        return number(value)
    if (control == "theme" and value in themes.NAMES) or (control in TERM_NAMES and value in _choices(control)):
        return value
    raise Refusal("This menu is out of date. Open it again with `/server settings`.")


def _choices(term: str) -> tuple[str, ...]:
    """The values of a term."""
    field = Terms.model_fields.get(term)
    return () if field is None else get_args(field.annotation)


def _panel(app: App, interaction: Interaction, own: GuildSettings, page: str, *, edit: bool = False) -> Reply:
    stamp = f"{interaction.id:x}"

    def custom_id(control: str) -> str:
        return ServerPress(control, stamp).id

    if page == LIMITS:
        return Reply("", view=layout(_limits_text(app, own), _limits_menus(app, own), custom_id), edit=edit)
    made = layout(_text(app, own), (), custom_id)
    picked = channels(custom_id("channels"), "Channels where games are played", own.channels or ())
    latest = () if own.latest_channel is None else (own.latest_channel,)
    told = channels(custom_id("latest_channel"), "A channel for the latest games", latest, 1)
    trusted = roles(custom_id("cancel_roles"), "Who else may cancel games", own.cancel_roles or ())
    made.add_item(ui.ActionRow(picked))
    for row in layout("-", _menus(app, own), custom_id).children[1:]:
        made.add_item(row)
    made.add_item(ui.ActionRow(told))
    made.add_item(ui.ActionRow(trusted))
    for row in layout("-", [(Button(LIMITS, "Limits"), Button(ZONE, "Time zone…"))], custom_id).children[1:]:
        made.add_item(row)
    return Reply("", view=made, edit=edit)


def _text(app: App, own: GuildSettings) -> str:
    where = ", ".join(f"<#{each}>" for each in own.channels or ()) or "in every channel"
    who = ", ".join(f"<@&{each}>" for each in own.cancel_roles or ())
    lines = ["**Settings of this server**", f"Games are played: **{where}**"]
    lines.append(f"Theme of the boards: **{themes.NAMES[own.theme or app.theme]}**")
    for term, name in TERM_NAMES.items():
        if _choices(term):
            lines.append(
                f"{name} of new games, if the host does not choose: **{_words(term, getattr(own, term) or _usual(term))}**"
            )
    lines.append(f"Reminders of the time: **{REMINDERS[own.time_reminders or 'both']}**")
    lines.append(f"Time zone, for hours off: **{own.time_zone or 'UTC'}**")
    latest = "off" if own.latest_channel is None else f"<#{own.latest_channel}>"
    lines.append(f"Live list of games: **{latest}**")
    lines.append(f"Server managers{f' and {who}' if who else ''} can cancel or move any game.")
    if who:
        lines.append("-# Discord shows them `/server` once you allow it in the server's settings, under Integrations.")
    return "\n".join(lines)


def _words(term: str, value: str) -> str:
    """The value of a term as people understand it."""
    if term == "posts":
        return POSTS[value]
    if value in LABELS:
        return f"{LABELS[value]} for each turn"
    return f"{value} ({PACES[value]})" if value in PACES else value


def _usual(term: str) -> str:
    """What a new table has where nobody chooses."""
    field = Terms.model_fields[term]
    extra = field.json_schema_extra
    return str(extra.get("usual", field.default) if isinstance(extra, dict) else field.default)


def _menus(app: App, own: GuildSettings) -> list[Row]:
    themed = [Entry(USUAL, f"As usual ({themes.NAMES[app.theme]})", chosen=own.theme is None)]
    themed += [Entry(name, label, chosen=own.theme == name) for name, label in themes.NAMES.items()]
    rows: list[Row] = [Menu("theme", "Theme of the boards", themed)]
    for term, name in TERM_NAMES.items():
        if choices := _choices(term):
            now = getattr(own, term)
            entries = [Entry(USUAL, f"{name} as usual: {_words(term, _usual(term))}", chosen=now is None)]
            entries += [Entry(each, f"{name}: {_words(term, each)}", chosen=each == now) for each in choices]
            rows.append(Menu(term, name, entries))
    reminded = [
        Entry(name, f"Reminders: {words}", chosen=(own.time_reminders or "both") == name) for name, words in REMINDERS.items()
    ]
    return [*rows, Menu("time_reminders", "Reminders of the time", reminded)]


def _limits_text(app: App, own: GuildSettings) -> str:
    lines = [f"{label}: **{_now(app, own, name)}**" for name, label in LIMIT_NAMES.items()]
    return "\n".join(["**Limits of this server**", *lines])


def _now(app: App, own: GuildSettings, limit: str) -> str:
    set_here: int | None = getattr(own, limit)
    return str(set_here) if set_here is not None else f"{getattr(app.context.limits, limit)}, as usual"


def _limits_menus(app: App, own: GuildSettings) -> list[Row]:
    rows: list[Row] = []
    for name in Limits._fields:
        now, usual = getattr(own, name), getattr(app.context.limits, name)
        label = LIMIT_NAMES[name]
        entries = [Entry(USUAL, f"{label}: as usual ({usual})", chosen=now is None)]
        numbers = [number for number in NUMBERS if name != "tables_per_member" or number <= 100]
        entries += [Entry(str(n), f"{label}: {n}", chosen=n == now) for n in sorted({*numbers, now or numbers[0]})]
        rows.append(Menu(name, label, entries))
    return [*rows, (Button(GENERAL, "Back"),)]
