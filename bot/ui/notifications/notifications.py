"""``/my notifications``: a panel to choose how and when the bot notifies a member, and of which games."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.home import is_home
from bot.panels.core import MOST_ENTRY, MOST_IN_MENU, Entry, Menu, Row
from bot.presentation.settings.member import NOTIFICATIONS
from bot.presentation.texts import cut, write_title
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.direct import list_games
from bot.ui.framework.press import Press, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.server.own_settings import ALL, OwnPanel, Where
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers

MUTED = "muted"


class NotificationsPress(Press, word="notify"):
    """A menu of ``/my notifications``. ``stamp``: as in a **Play** panel."""

    control: str
    stamp: str
    where: Where = None


async def open_panel(app: App, interaction: Interaction) -> Reply:
    """Return the panel."""
    return await PANEL.show(app, interaction)


@answers(NotificationsPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: NotificationsPress) -> Reply:
    """Save the choice made in a menu, and return the updated panel."""
    return await PANEL.handle_press(app, interaction, press.control, press.values, press.where or ALL)


async def _games(app: App, interaction: Interaction) -> list[GameRow]:
    """Return the running games that the menu offers, the most recently played ones; in a direct message, those of all servers.

    Games at home are left out, because the board is the only notification about them.
    """
    guild, user = guild_of(interaction), interaction.user.id
    if not is_home(guild):
        return (await queries.list_guild_games(app.context, guild, user))[:MOST_IN_MENU]
    return [row for row in await list_games(app, user, "running") if not is_home(row.guild_id)][:MOST_IN_MENU]


async def _mute(app: App, interaction: Interaction, values: Sequence[str]) -> str:
    offered = [(row.guild_id, row.id) for row in await _games(app, interaction)]
    await member_settings.mute(app.context, interaction.user.id, offered, set(map(read_number, values)))
    return ""


async def _list_rest(app: App, interaction: Interaction, _: Layers) -> tuple[list[str], list[Row]]:
    """Return the line about muted games, and the menu that mutes them."""
    games = await _games(app, interaction)
    muted = await member_settings.get_muted(app.context, interaction.user.id)
    which = "Muted games" if is_home(guild_of(interaction)) else "Muted games of this server"
    lines = [f"{which}: **{', '.join(f'#{row.id}' for row in games if row.id in muted) or 'none'}**"]
    entries = [Entry(str(row.id), cut(write_title(row), MOST_ENTRY), chosen=row.id in muted) for row in games]
    return lines, [Menu(MUTED, "Mute games", entries, least=0, most=len(entries))] if games else []


PANEL = OwnPanel(NOTIFICATIONS, NotificationsPress, _list_rest, {MUTED: _mute})
