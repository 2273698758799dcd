"""``/games``: the user's games, those waiting for them first, by deadline, each with a button; and **Next game**.

In a direct message, the list has the games of all servers that the user still sees, and the games against computers at home.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from discord import ui

from bot.common.home import is_home
from bot.common.markdown import bold, jump, plain
from bot.presentation.texts import cut
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.tables.game_tables import GameTable
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.channels.visibility import sees_game
from bot.ui.framework import direct
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_button
from bot.ui.framework.game_picker import PickPress
from bot.ui.framework.press import Page, Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play import panels
from bot.ui.play.move_reply import NextGamePress
from bot.ui.words.times import describe_time_in_list, format_distance
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from bot.usecases.statistics.rebuild import is_too_short
from render.text.words import join_first
from rules import GAMES
from rules.words import count

ON_A_PAGE = 8
"""Number of games on a page. Each takes three of the forty components that a message may have."""
MOST_OTHERS = 100
MOST_ENDED = 5
NONE = "You have no running games here. Start one with `/newgame`."
MOST_NAMES, MOST_NAME = 3, 20
"""Maximum number of players named for a game, and maximum length of a name, so that a page fits into a message."""
MINE, TABLES, RESTING = "Your games", "Your open tables", "Adjourned"
OTHERS, ENDED = "Other games in this server", "Your recent games"
ORDER = (MINE, TABLES, RESTING, OTHERS, ENDED)
GROUPS = {"running": MINE, "adjourned": RESTING, "over": ENDED}
"""Status of a member's own game -> its group in the list."""


class GamesPress(Press, word="games"):
    """A button of ``/games`` to another page."""

    page: Page
    what: Annotated[str, one_of("newer", "older")]


class Entry(NamedTuple):
    """A game or a table in the list."""

    group: str
    text: str
    button: ui.Item[Any]


class GamesList(NamedTuple):
    """The content of the list."""

    entries: list[Entry]
    none: str
    """Text if the user plays no game."""
    below: str
    """Text below the games; may be empty."""


@answers(GamesPress, edit=True, direct=True)
async def turn_page(app: App, interaction: Interaction, press: GamesPress) -> Reply:
    """Return another page, in place of the previous one."""
    return await show_games(app, interaction, press.page, edit=True)


async def show_games(app: App, interaction: Interaction, number: int = 0, *, edit: bool = False) -> Reply:
    """Return a page of the list; pages count from 0."""
    listed = await (_list_everywhere if interaction.guild_id is None else _list_games)(app, interaction)
    listed.entries.sort(key=lambda each: ORDER.index(each.group))
    last = max(0, (len(listed.entries) - 1) // ON_A_PAGE)
    number = min(number, last)
    return Reply("", view=_render_page(listed, number, last), edit=edit)


@answers(NextGamePress)
async def open_next_game(app: App, interaction: Interaction, press: NextGamePress) -> Reply:
    """**Next game**: open the panel of the game with the soonest deadline among those in which it is the user's turn."""
    guild, user, now = guild_of(interaction), interaction.user.id, app.context.clock()
    mine = await queries.list_guild_games(app.context, guild, user)
    clocks = await queries.get_clocks(app.context, mine)
    waiting = [row for row in mine if row.waits_for(user) and row.id != press.game_id]
    if not waiting:
        return Reply("No other game waits for you in this server.")
    first = min(waiting, key=lambda row: urgency(row, clocks.get(row.id), user, now))
    return await panels.open_game(app, interaction, first.id)


async def _list_everywhere(app: App, interaction: Interaction) -> GamesList:
    """Return the user's games in all servers, except those in servers that they have left or channels they do not see."""
    user, now = interaction.user.id, app.context.clock()
    rows = await queries.list_user_games(app.context, user, ("running", "adjourned"))
    rows += (await queries.list_user_games(app.context, user, ("over",)))[:MOST_ENDED]
    seen, unknown = await direct.see_games(app, user, rows)
    clocks, muted = await queries.get_clocks(app.context, seen), await member_settings.get_muted(app.context, user)
    seen.sort(key=lambda row: urgency(row, clocks.get(row.id), user, now))
    listed = [await _describe_game(app, row, user, clocks, is_muted=row.id in muted, everywhere=True) for row in seen]
    tables = await queries.list_own_tables(app.context, None, user)
    listed += [_describe_table(app, table, user, everywhere=True) for table in tables]
    below = f"I can’t check with Discord right now whether you still see {count(unknown, 'more game')}." if unknown else ""
    return GamesList(listed, direct.NONE, below)


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
    resting = await queries.list_adjourned_games(app.context, guild, user)
    rows = [*mine, *resting, *others[:MOST_OTHERS], *ended]
    listed = [await _describe_game(app, row, user, clocks, is_muted=row.id in muted) for row in rows]
    listed += [_describe_table(app, table, user) for table in await queries.list_own_tables(app.context, guild, user)]
    elsewhere = await queries.count_elsewhere(app.context, guild, user)
    below = f"You play {count(elsewhere, 'more game')} elsewhere: `/games` in a direct message with me." if elsewhere else ""
    return GamesList(listed, NONE, below)


def urgency(row: GameRow, clock: ClockRow | None, user_id: int, now: int) -> tuple[bool, bool, int]:
    """Return the key to sort games by: the user's turns first, soonest deadline first, then the most recently played."""
    deadline = None if clock is None or clock.seat is None else clock.deadline(now)
    return not row.waits_for(user_id), deadline is None, -row.updated_at if deadline is None else deadline


def _render_page(listed: GamesList, number: int, last: int) -> ui.LayoutView:
    made = ui.LayoutView(timeout=None)
    shown = listed.entries[number * ON_A_PAGE : (number + 1) * ON_A_PAGE]
    if not any(each.group == MINE for each in listed.entries):
        made.add_item(ui.TextDisplay(listed.none))
    group = ""
    for each in shown:
        head = f"**{each.group}**\n" if each.group != group else ""
        group = each.group
        made.add_item(ui.Section(ui.TextDisplay(head + each.text), accessory=each.button))
    if listed.below:
        made.add_item(ui.TextDisplay(f"-# {listed.below}"))
    if last:
        newer = make_button(GamesPress(max(0, number - 1), "newer"), "Back", disabled=number == 0)
        older = make_button(GamesPress(number + 1, "older"), "More", disabled=number == last)
        made.add_item(ui.TextDisplay(f"-# Page {number + 1} of {last + 1}"))
        made.add_item(ui.ActionRow(newer, older))
    return made


async def _describe_game(
    app: App, row: GameRow, user_id: int, clocks: Mapping[int, ClockRow], *, is_muted: bool, everywhere: bool = False
) -> Entry:
    """Return the entry of a game: ``Pastures New #6 vs Heron · your turn · in 5 days``.

    ``everywhere``: the list is about all servers.
    """
    seat = row.seat_of(user_id)
    group = OTHERS if seat is None else GROUPS[row.status]
    names = [_name(player.name) for player in row.players if player.seat != seat]
    told = [f"**{GAMES[row.kind].title} #{row.id}** {'·' if seat is None else 'vs'} {join_first(names, MOST_NAMES)}"]
    if row.is_over:
        told.append(_describe_result(row, user_id))
        if await is_too_short(app.context, row):
            told.append("too short for the ranking" if row.terms.league else "too short to count")
    elif row.status == "running" and row.seat is not None:
        told.append("**your turn**" if row.seat == seat else f"{_name(row.names[row.seat])}’s turn")
        told.append(describe_time_in_list(clocks.get(row.id), app.context.clock()))
    where = _name_place(app, row.guild_id, row.place, user_id, everywhere=everywhere)
    if row.board_message_id is not None:
        where = f"[board]({jump(row.guild_id, row.place, row.board_message_id)}) in {where}"
    if row.no_thread == "coming" and not row.is_over:
        where = f"its thread opens as soon as Discord lets me · {where}"
    if is_muted and not row.is_over:
        where = f"🔕 muted · {where}"
    return Entry(group, f"{' · '.join(filter(None, told))}\n-# {where}", _make_button(row, group, waits=row.seat == seat))


def _make_button(row: GameRow, group: str, *, waits: bool) -> ui.Item[Any]:
    if group == RESTING:
        return make_button(PickPress(row.id, "resume"), "Resume")
    if group == MINE and row.seat is not None and waits:
        return make_button(PickPress(row.id, "move"), "Play", "primary")
    return make_button(PickPress(row.id, "board"), "Board")


def _describe_table(app: App, table: GameTable, user_id: int, *, everywhere: bool = False) -> Entry:
    """Return the entry of an open table: ``Land · 2 of 6 seats taken · closes …``. ``everywhere``: as for a game."""
    told = [f"**{GAMES[table.kind].title}**"]
    if table.opponent_id == user_id:
        told.append(f"{_name(table.members[0][1])} invites you")
    else:
        told.append(f"{table.taken} of {table.seats or GAMES[table.kind].seats[-1]} seats taken")
    told.append(f"closes {format_distance(table.expires_at)}")
    where = _name_place(app, table.guild_id, table.channel_id, user_id, everywhere=everywhere)
    link = ui.Button[Any](label="Table", url=jump(table.guild_id, table.channel_id, table.message_id or 0))
    return Entry(TABLES, f"{' · '.join(told)}\n-# in {where}", link)


def _name_place(app: App, guild_id: int, channel_id: int, user_id: int, *, everywhere: bool) -> str:
    """Return the place of a game: the channel, or the server in a list of all servers."""
    if not everywhere:
        return f"<#{channel_id}>"
    if is_home(guild_id):
        return "here"
    name = app.name_of_server(guild_id, user_id)
    return "another server" if name is None else bold(cut(name, MOST_NAME))


def _describe_result(row: GameRow, user_id: int) -> str:
    """Return the result of a finished game, as seen by a player: ``you won, 31 to 28``."""
    won = sorted((player for player in row.players if player.won), key=lambda player: player.user_id != user_id)
    if not won:
        return "nobody won"
    who = "you" if won[0].user_id == user_id else _name(won[0].name)
    if len(won) > 1:
        return f"{who} and {count(len(won) - 1, 'other')} share the win"
    scores = sorted((player.score or 0 for player in row.players), reverse=True)
    return f"{who} won" + (f", {scores[0]} to {scores[1]}" if row.ending == "played" and len(scores) == 2 else "")


def _name(name: str) -> str:
    return plain(cut(name, MOST_NAME))
