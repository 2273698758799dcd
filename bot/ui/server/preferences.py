"""``/my preferences``: a panel with the theme of private pictures and the time zone; it closes the member's open pages, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import app_commands

from bot.common.clock import SECOND
from bot.common.home import is_home
from bot.panels.core import MOST_IN_MENU, Button, Entry, Menu, Row
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.autocomplete import offers
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply, answer
from bot.ui.framework.router import answers
from bot.ui.server import own_settings
from bot.ui.server.own_settings import ALL, HERE, REMOVE, TURN
from bot.ui.server.parts import show_among_mine
from bot.usecases.learning import server_puzzles
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers, MemberSettings, list_zone_names, parse_zone
from bot.usecases.pages import keys
from bot.usecases.refusal import Refusal
from rules.words import count

Interaction = discord.Interaction[Any]

TYPED = "typed"
"""The button that opens a field for a time zone."""
CLOSE_PAGES = "pages"
"""The button that closes the pages of games that the member has open."""
NAMES = ("theme", "time_zone", "puzzles")
"""The settings of the panel."""
PUZZLES = "puzzles"
"""The button that keeps the member's games out of puzzles, or lets them give some again."""
AS_SERVER = "server"
"""The entry of the menu that leaves the theme to the server."""
SHOW_NAME = "name"
"""The button that has the server's public pages show the member's name, or no more."""
ZONE = "Time zone"
ZONES = (
    "UTC",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Mexico_City",
    "America/Bogota",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The usual time zones: one for each offset where many people live."""


@dataclass(frozen=True)
class PreferencesPress(Press, word="prefs"):
    """A menu of ``/my preferences``. ``stamp`` differs from one answer to the next, as in a **Play** panel."""

    control: str
    stamp: str
    where: own_settings.Where = None


def add_to(group: app_commands.Group, app_of: Callable[[Interaction], App]) -> None:
    """Add the command to the group ``/my``."""

    @group.command(name="preferences", description="The theme of your private pictures, and your time zone")
    @app_commands.describe(time_zone="A time zone by its IANA name, such as Europe/Berlin")
    async def preferences(interaction: Interaction, time_zone: str | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, open_panel(app, interaction, time_zone))

    preferences.autocomplete("time_zone")(offers(app_of, _zones))


async def _zones(_: App, __: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that fit what is typed."""
    wanted = typed.strip().replace(" ", "_").casefold()
    fitting = [name for name in list_zone_names() if wanted in name.casefold()] if wanted else list(ZONES)
    return [app_commands.Choice(name=name, value=name) for name in fitting[:MOST_IN_MENU]]


async def open_panel(app: App, interaction: Interaction, zone: str | None) -> Reply:
    """Return the panel; ``zone``: the time zone that was typed with the command."""
    layers = await own_settings.read_layers(app, interaction)
    if zone is not None:
        changed = layers.own.model_copy(update={"time_zone": parse_zone(zone)})
        layers = await own_settings.save(app, interaction, ALL, changed)
    return await _panel(app, interaction, layers, ALL)


@answers(PreferencesPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: PreferencesPress) -> Reply:
    """Set what was chosen in a menu of the panel. The panel shows it."""
    control, values, where = press.control, press.values, press.where or ALL
    if control == TYPED and not values:
        custom_id = PreferencesPress("zone", f"{interaction.id:x}", press.where).id
        return Reply("", form=make_text_form(custom_id, "Time zone", "Your time zone", "Its IANA name", "Europe/Berlin", 64))
    layers = await own_settings.read_layers(app, interaction)
    if control == CLOSE_PAGES:
        closed = await keys.close_pages(app.context, interaction.user.id)
        told = f"{count(closed, 'open page')} closed, in all servers. Links that you have not used are void."
        return await _panel(app, interaction, layers, where, edit=True, told=told)
    if control == PUZZLES:
        allowed = not own_settings.choose_layer(layers, where).puzzles
        guild = guild_of(interaction) if where == HERE else None
        await server_puzzles.change_choice(app.context, guild, interaction.user.id, allowed=allowed)
        return await _panel(app, interaction, await own_settings.read_layers(app, interaction), where, edit=True)
    if control == SHOW_NAME:
        await _change_name(app, interaction)
        return await _panel(app, interaction, await own_settings.read_layers(app, interaction), where, edit=True)
    if control == TURN:
        return await _panel(app, interaction, layers, own_settings.find_other(where), edit=True)
    if control == REMOVE:
        await member_settings.remove_exceptions(app.context, guild_of(interaction), interaction.user.id, NAMES)
        return await _panel(app, interaction, await own_settings.read_layers(app, interaction), ALL, edit=True)
    if len(values) != 1 or control not in ("theme", "zone"):
        raise Refusal("This menu is out of date. Open it again with `/my preferences`.")
    chosen: dict[str, Any]
    if control == "zone":
        chosen = {"time_zone": parse_zone(values[0])}
    elif values[0] in (AS_SERVER, *themes.NAMES):
        chosen = {"theme": None if values[0] == AS_SERVER else values[0]}
    else:
        raise Refusal("There is no such theme.")
    changed = own_settings.choose_layer(layers, where).model_copy(update=chosen)
    return await _panel(app, interaction, await own_settings.save(app, interaction, where, changed), where, edit=True)


async def _change_name(app: App, interaction: Interaction) -> None:
    """Have public pages of this server show the member's name, or no more."""
    guild, user = guild_of(interaction), interaction.user.id
    await member_settings.change_here(
        app.context, guild, user, lambda own: own.model_copy(update={"public_name": not own.public_name})
    )


async def _panel(
    app: App, interaction: Interaction, layers: Layers, where: str, *, edit: bool = False, told: str = ""
) -> Reply:
    guild, now = guild_of(interaction), app.context.clock()
    own = own_settings.choose_layer(layers, where)
    usual = "As each server" if is_home(guild) else f"As the server ({themes.NAMES[await themes.of_server(app, guild)]})"
    lines = [f"**Your preferences {own_settings.tell_place(where)}**"]
    for name, value in _words(own, usual).items():
        lines.append(f"{name}: **{value}**" + (f", where it is {_time(own.time_zone, now)}" if name == ZONE else ""))
    lines.append("-# Quiet hours are in your time zone: `/my notifications`.")
    paged, named = app.context.links is not None and not is_home(guild), layers.here.public_name
    if paged:
        lines.append(
            f"Pages that this server shows to everybody have: **{'your name' if named else '“Player A”, not your name'}**"
        )
    if where == ALL:
        lines.append(own_settings.tell_difference(_words(layers.own, usual), _words(layers.here, usual)))
    lines.append(told)
    themed = [Entry(AS_SERVER, usual, chosen=own.theme is None)]
    themed += [Entry(name, label, chosen=own.theme == name) for name, label in themes.NAMES.items()]
    zones = dict.fromkeys((own.time_zone, *ZONES)) if own.time_zone not in ZONES else dict.fromkeys(ZONES)
    rows: list[Row] = [
        Menu("theme", "Theme", themed),
        Menu("zone", "Time zone", [Entry(z, z, f"now {_time(z, now)}", chosen=z == own.time_zone) for z in zones]),
        (
            Button(TYPED, "Type another time zone"),
            Button(PUZZLES, "Keep my games out of puzzles" if own.puzzles else "Let my games give puzzles"),
        ),
    ]
    pages = [Button(CLOSE_PAGES, "Close my open pages")] if app.context.links is not None else []
    if paged:
        pages.insert(0, Button(SHOW_NAME, "Leave my name out of public pages" if named else "Show my name on public pages"))
    if pages:
        rows.append(tuple(pages))
    if turn := own_settings.make_turn_buttons(guild, where, layers, NAMES):
        rows.append(turn)
    stamp = f"{interaction.id:x}"
    made = lay_out(
        "\n".join(filter(None, lines)),
        rows,
        lambda control: PreferencesPress(control, stamp, None if where == ALL else where).id,
    )
    return show_among_mine(Reply("", view=made, edit=edit), "preferences")


def _words(own: MemberSettings, usual: str) -> dict[str, str]:
    """Return what is set, in words."""
    theme = themes.NAMES[own.theme] if own.theme else f"{usual[0].lower()}{usual[1:]}"
    puzzles = "may be made" if own.puzzles else "none"
    return {
        "Theme of the pictures that you alone see": theme,
        ZONE: own.time_zone,
        "Puzzles from your finished games, without names": puzzles,
    }


def _time(zone: str, now: int) -> str:
    """Return the time of day in a zone, such as ``14:05``."""
    return f"{datetime.fromtimestamp(now / SECOND, MemberSettings(time_zone=zone).zone):%H:%M}"
