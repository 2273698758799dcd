"""``/games``: what is mine to do, soonest deadline first, each game with a button; and **Next game**.

In a direct message it lists the games of all servers that the user still sees, and those against computers there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import discord
from discord import ui

from bot.common.home import is_home
from bot.common.markdown import bold, escape, jump, plain
from bot.panels.core import Button
from bot.presentation.texts import write_title
from bot.presentation.times import tell_in_list
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.channels.visibility import sees_game
from bot.ui.framework import direct
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.components import make_button
from bot.ui.framework.game_picker import PickPress
from bot.ui.framework.press import Page, Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play import panels
from bot.ui.play.move_reply import NextGamePress
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from rules.words import count

Interaction = discord.Interaction[Any]

ON_A_PAGE = 8
"""Games on a page. Each is three components of the forty that a message may have."""
MOST_OTHERS = 100
"""Games of others that are listed."""
MOST_ENDED = 5
"""Finished games that are listed."""
NONE = "You play no game here. Start one with `/newgame`."
MINE, RESTING, OTHERS, ENDED = "Your games", "Adjourned", "Other games in this server", "Your games that ended last"


@dataclass(frozen=True)
class GamesPress(Press, word="games"):
    """A button of ``/games`` that leads to a page."""

    page: Page
    what: Annotated[str, one_of("newer", "older")]


class Listed(NamedTuple):
    """A game in the list."""

    group: str
    row: GameRow
    time: str
    server: str = ""
    """Where it is played, in a list of all servers."""
    is_muted: bool = False
    """Whether the user has muted it."""


class GamesList(NamedTuple):
    """All that the list has."""

    games: Sequence[Listed]
    none: str
    """What is said where the user plays no game."""
    below: str
    """What is said below the games; empty for nothing."""


@answers(GamesPress, edit=True, direct=True)
async def turn_page(app: App, interaction: Interaction, press: GamesPress) -> Reply:
    """Return another page in the place of the one before."""
    return await show_games(app, interaction, press.page, edit=True)


async def show_games(app: App, interaction: Interaction, number: int = 0, *, edit: bool = False) -> Reply:
    """Return a page of the list, counted from 0."""
    listed = await (_list_everywhere if interaction.guild_id is None else _list_games)(app, interaction)
    last = max(0, (len(listed.games) - 1) // ON_A_PAGE)
    number = min(number, last)
    return Reply("", view=_render_page(listed, number, last, interaction.user.id), edit=edit)


@answers(NextGamePress)
async def open_next_game(app: App, interaction: Interaction, press: NextGamePress) -> Reply:
    """**Next game**: open the panel of the game that waits for the user with the soonest deadline."""
    guild, user, now = guild_of(interaction), interaction.user.id, app.context.clock()
    mine = await queries.list_guild_games(app.context, guild, user)
    clocks = await queries.get_clocks(app.context, mine)
    waiting = [row for row in mine if row.seat is not None and row.seat == row.seat_of(user) and row.id != press.game_id]
    if not waiting:
        return Reply("No other game waits for you in this server.")
    first = min(waiting, key=lambda row: urgency(row, clocks.get(row.id), user, now))
    return await panels.open_game(app, interaction, first.id)


async def _list_everywhere(app: App, interaction: Interaction) -> GamesList:
    """Return the user's games of all servers, except where they have left the server or do not see the channel."""
    user, now = interaction.user.id, app.context.clock()
    rows = await queries.list_user_games(app.context, user, ("running", "adjourned"))
    rows += (await queries.list_user_games(app.context, user, ("over",)))[:MOST_ENDED]
    seen, unknown = await direct.see_games(app, user, rows)
    clocks, muted = await queries.get_clocks(app.context, seen), await member_settings.get_muted(app.context, user)
    seen.sort(key=lambda row: urgency(row, clocks.get(row.id), user, now))
    groups = {"running": MINE, "adjourned": RESTING, "over": ENDED}
    listed = [
        Listed(
            group,
            row,
            tell_in_list(clocks.get(row.id), now) if status == "running" else "",
            _name_place(app, row, user),
            row.id in muted,
        )
        for status, group in groups.items()
        for row in seen
        if row.status == status
    ]
    below = (
        f"Of {count(unknown, 'more game')} Discord does not tell me at the moment whether you still see it." if unknown else ""
    )
    return GamesList(listed, direct.NONE, below)


def _name_place(app: App, row: GameRow, user_id: int) -> str:
    """Return where a game is played, for a list of all servers."""
    if is_home(row.guild_id):
        return "here"
    name = app.name_of_server(row.guild_id, user_id)
    return "another server" if name is None else bold(name)


async def _list_games(app: App, interaction: Interaction) -> GamesList:
    guild, user, now = guild_of(interaction), interaction.user.id, app.context.clock()
    running = await queries.list_guild_games(app.context, guild, None)
    mine = await queries.list_guild_games(app.context, guild, user)
    clocks = await queries.get_clocks(app.context, [*mine, *running])
    mine.sort(key=lambda row: urgency(row, clocks.get(row.id), user, now))
    muted = await member_settings.get_muted(app.context, user)
    ids_of_mine = {row.id for row in mine}
    others = [row for row in running if row.id not in ids_of_mine and sees_game(interaction, row)]
    ended = (await queries.list_guild_games(app.context, guild, user, over=True))[:MOST_ENDED]
    groups: Mapping[str, Sequence[GameRow]] = {
        MINE: mine,
        RESTING: await queries.list_adjourned_games(app.context, guild, user),
        OTHERS: others[:MOST_OTHERS],
        ENDED: ended,
    }
    listed = [
        Listed(group, row, tell_in_list(clocks.get(row.id), now) if row.status == "running" else "", is_muted=row.id in muted)
        for group, rows in groups.items()
        for row in rows
    ]
    elsewhere = await queries.count_elsewhere(app.context, guild, user)
    below = f"You play {count(elsewhere, 'more game')} elsewhere: `/games` in a direct message with me." if elsewhere else ""
    return GamesList(listed, NONE, below)


def urgency(row: GameRow, clock: ClockRow | None, user_id: int, now: int) -> tuple[bool, bool, int]:
    """Return the key to sort games by: the user's turns first, the soonest deadline first, then those played last."""
    deadline = None if clock is None or clock.seat is None else clock.deadline(now)
    waits = row.seat is None or row.seat != row.seat_of(user_id)
    return waits, deadline is None, -row.updated_at if deadline is None else deadline


def _render_page(listed: GamesList, number: int, last: int, user_id: int) -> ui.LayoutView:
    made = ui.LayoutView(timeout=None)
    shown = listed.games[number * ON_A_PAGE : (number + 1) * ON_A_PAGE]
    if not any(each.group == MINE for each in listed.games):
        made.add_item(ui.TextDisplay(listed.none))
    group = ""
    for each in shown:
        head = f"**{each.group}**\n" if each.group != group else ""
        group = each.group
        made.add_item(ui.Section(ui.TextDisplay(head + _describe(each, user_id)), accessory=_button(each, user_id)))
    if listed.below:
        made.add_item(ui.TextDisplay(f"-# {listed.below}"))
    if last:
        newer = Button("newer", "Back", disabled=number == 0)
        older = Button("older", "More", disabled=number == last)
        row = ui.ActionRow[Any]()
        row.add_item(make_button(GamesPress(max(0, number - 1), "newer").id, newer))
        row.add_item(make_button(GamesPress(number + 1, "older").id, older))
        made.add_item(ui.TextDisplay(f"-# Page {number + 1} of {last + 1}"))
        made.add_item(row)
    return made


def _button(listed: Listed, user_id: int) -> Any:
    row = listed.row
    if listed.group == RESTING:
        return make_button(PickPress(row.id, "resume").id, Button("resume", "Resume"))
    if row.status == "running" and row.seat is not None and row.seat == row.seat_of(user_id):
        return make_button(PickPress(row.id, "move").id, Button("play", "Play", "primary"))
    return make_button(PickPress(row.id, "board").id, Button("board", "Board"))


def _describe(listed: Listed, user_id: int) -> str:
    row = listed.row
    parts = []
    if row.seat is not None and row.status == "running":
        mine = row.players[row.seat].user_id == user_id
        parts.append("**your turn**" if mine else f"{plain(row.players[row.seat].name)}'s turn")
    if listed.time:
        parts.append(listed.time)
    where = listed.server or f"<#{row.place}>"
    if row.board_message_id is not None:
        where = f"[board]({jump(row.guild_id, row.place, row.board_message_id)}) in {where}"
    if listed.is_muted and row.status != "over":
        parts.append("🔕 muted")
    return f"{escape(write_title(row))}\n{' · '.join([*parts, where])}"
