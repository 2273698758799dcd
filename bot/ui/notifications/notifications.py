"""``/my notifications``: a panel with how, when and of what the bot tells a member."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.common.home import is_home
from bot.panels.core import MOST_ENTRY, MOST_IN_MENU, Entry, Menu, Row
from bot.presentation.texts import cut, write_title
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.direct import list_games
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press, read_number
from bot.ui.framework.reply import Reply, answer
from bot.ui.framework.router import answers
from bot.ui.server import own_settings
from bot.ui.server.own_settings import ALL, REMOVE, TURN
from bot.ui.server.parts import show_among_mine
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers, MemberSettings
from bot.usecases.refusal import Refusal

Interaction = discord.Interaction[Any]

WAYS = {
    "mention": ("A mention in the channel", {"mention": True, "direct": False}),
    "both": ("A mention and a direct message", {"mention": True, "direct": True}),
    "direct": ("A direct message alone", {"mention": False, "direct": True}),
    "none": ("Nothing", {"mention": False, "direct": False}),
}
"""How a member is told that it is their turn."""
NAMES = ("mention", "direct", "quiet", "remind_hours", "time_reminders")
"""The settings of the panel, but for the muted games, which belong to a server."""
NEVER = "never"
REMINDERS = (6, 12, 24, 48, 72, 168)
"""Hours between reminders that can be chosen."""
AS_SERVER = "server"
TIME_REMINDERS = {
    AS_SERVER: "as the server has it",
    "both": "at half of the time, and a last call",
    "half": "at half of the time",
    "last": "a last call alone",
    "none": "none",
}
"""Which reminders of the time of a turn a member may choose, in words."""
MORNING = 7
"""The hour at which quiet hours end where only their beginning was chosen."""
EVENING = 17
"""The same where they begin in the morning."""


@dataclass(frozen=True)
class NotificationsPress(Press, word="notify"):
    """A menu of ``/my notifications``. ``stamp``: as in a **Play** panel."""

    control: str
    stamp: str
    where: own_settings.Where = None


def add_to(group: app_commands.Group, app_of: Callable[[Interaction], App]) -> None:
    """Add the command to the group ``/my``."""

    @group.command(name="notifications", description="How I tell you that it is your turn: mentions, quiet hours, reminders")
    async def notifications(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, open_panel(app, interaction))


async def open_panel(app: App, interaction: Interaction) -> Reply:
    """Return the panel."""
    return await _panel(app, interaction, await own_settings.read_layers(app, interaction), ALL)


@answers(NotificationsPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: NotificationsPress) -> Reply:
    """Set what was chosen in a menu of the panel. The panel shows it."""
    control, values, where = press.control, press.values, press.where or ALL
    guild, user = guild_of(interaction), interaction.user.id
    layers = await own_settings.read_layers(app, interaction)
    if control == TURN:
        return await _panel(app, interaction, layers, own_settings.find_other(where), edit=True)
    if control == REMOVE:
        await member_settings.remove_exceptions(app.context, guild, user, NAMES)
        return await _panel(app, interaction, await own_settings.read_layers(app, interaction), ALL, edit=True)
    if control == "muted":
        offered = [(row.guild_id, row.id) for row in await _games(app, interaction)]
        await member_settings.mute(app.context, user, offered, set(map(read_number, values)))
        return await _panel(app, interaction, await own_settings.read_layers(app, interaction), where, edit=True)
    changed = _apply_choice(own_settings.choose_layer(layers, where), control, values)
    return await _panel(app, interaction, await own_settings.save(app, interaction, where, changed), where, edit=True)


def _apply_choice(own: MemberSettings, control: str, values: Sequence[str]) -> MemberSettings:
    """Return the settings with what was chosen."""
    value = values[0] if values else ""
    update: dict[str, Any]
    if control == "told" and value in WAYS:
        update = dict(WAYS[value][1])
    elif control == "from" and value == NEVER:
        update = {"quiet": None}
    elif control == "from":
        begin = read_number(value)
        update = {"quiet": (begin, own.quiet[1] if own.quiet else EVENING if begin == MORNING else MORNING)}
    elif control == "until" and own.quiet is not None:
        update = {"quiet": (own.quiet[0], read_number(value))}
    elif control == "remind":
        update = {"remind_hours": None if value == NEVER else read_number(value)}
    elif control == "time" and value in TIME_REMINDERS:
        update = {"time_reminders": None if value == AS_SERVER else value}
    else:
        raise Refusal("This menu is out of date. Open it again with `/my notifications`.")
    quiet = update.get("quiet")
    if quiet is not None and quiet[0] == quiet[1]:
        raise Refusal(
            f"Quiet from {quiet[0]:02}:00 to {quiet[0]:02}:00 would be no time at all, or all day. Choose another hour."
        )
    return own.model_copy(update=update)


async def _games(app: App, interaction: Interaction) -> list[GameRow]:
    """Return the running games that the menu offers: the ones last played in; in a direct message, those of all servers.

    Of games at home nobody is told anything but the board.
    """
    guild, user = guild_of(interaction), interaction.user.id
    if not is_home(guild):
        return (await queries.list_guild_games(app.context, guild, user))[:MOST_IN_MENU]
    return [row for row in await list_games(app, user, "running") if not is_home(row.guild_id)][:MOST_IN_MENU]


async def _panel(app: App, interaction: Interaction, layers: Layers, where: str, *, edit: bool = False) -> Reply:
    guild, own = guild_of(interaction), own_settings.choose_layer(layers, where)
    games = await _games(app, interaction)
    muted = await member_settings.get_muted(app.context, interaction.user.id)
    lines = [f"**Notifications {own_settings.tell_place(where)}**"]
    lines += [f"{name}: **{value}**" for name, value in _words(own).items()]
    which = "Muted games" if is_home(guild) else "Muted games of this server"
    lines.append(f"{which}: **{', '.join(f'#{row.id}' for row in games if row.id in muted) or 'none'}**")
    if where == ALL:
        lines.append(own_settings.tell_difference(_words(layers.own), _words(layers.here)))
    lines.append(
        "-# Messages wait until your quiet hours end. Your time zone: `/my preferences`. Reminders change with your next turn."
    )
    rows: list[Row] = [*_menus(own, games, muted)]
    if turn := own_settings.make_turn_buttons(guild, where, layers, NAMES):
        rows.append(turn)
    stamp = f"{interaction.id:x}"
    view = lay_out(
        "\n".join(filter(None, lines)),
        rows,
        lambda control: NotificationsPress(control, stamp, None if where == ALL else where).id,
    )
    return show_among_mine(Reply("", view=view, edit=edit), "notifications")


def _way(own: MemberSettings) -> str:
    """Return how the member is told of their turn: a key of ``WAYS``."""
    return next(name for name, (_, update) in WAYS.items() if update == {"mention": own.mention, "direct": own.direct})


def _words(own: MemberSettings) -> dict[str, str]:
    """Return what is set, in words."""
    return {
        "When it is your turn": WAYS[_way(own)][0],
        "Quiet hours": "none" if own.quiet is None else f"{own.quiet[0]:02}:00 to {own.quiet[1]:02}:00, {own.time_zone}",
        "Reminders while it stays your turn": _every(own.remind_hours),
        "Reminders of your time": TIME_REMINDERS[own.time_reminders or AS_SERVER],
    }


def _every(hours: int | None) -> str:
    return "off" if hours is None else f"every {hours} hours" if hours < 168 else "every week"


def _menus(own: MemberSettings, games: list[GameRow], muted: Collection[int]) -> list[Menu]:
    begins = [Entry(NEVER, "No quiet hours", chosen=own.quiet is None)]
    begins += [Entry(str(h), f"Quiet from {h:02}:00", chosen=own.quiet is not None and own.quiet[0] == h) for h in range(24)]
    ends = [Entry(str(h), f"Quiet until {h:02}:00", chosen=own.quiet is not None and own.quiet[1] == h) for h in range(24)]
    reminders = [Entry(NEVER, "No reminders", chosen=own.remind_hours is None)]
    reminders += [Entry(str(h), f"A reminder {_every(h)}", chosen=own.remind_hours == h) for h in REMINDERS]
    menus = [
        Menu("told", "When it is your turn", [Entry(name, text, chosen=name == _way(own)) for name, (text, _) in WAYS.items()]),
        Menu("from", "Quiet from", begins),
    ]
    if own.quiet is not None:
        menus.append(Menu("until", "Quiet until", ends))
    menus.append(Menu("remind", "Reminders", reminders))
    now = own.time_reminders or AS_SERVER
    timed = [Entry(name, f"Reminders of your time: {words}", chosen=name == now) for name, words in TIME_REMINDERS.items()]
    menus.append(Menu("time", "Reminders of your time", timed))
    if games:
        entries = [Entry(str(row.id), cut(write_title(row), MOST_ENTRY), chosen=row.id in muted) for row in games]
        menus.append(Menu("muted", "Mute games", entries, least=0, most=len(entries)))
    return menus
