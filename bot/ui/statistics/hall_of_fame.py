"""``/halloffame``: the best members and the record games of a server, with a menu to look through the games."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.common.markdown import plain
from bot.panels.core import Entry, Menu
from bot.presentation.texts import WHOLE_MESSAGE, cut, keep_fitting
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_menu, view
from bot.ui.framework.layout import lay_out_list, make_section
from bot.ui.framework.reply import Reply
from bot.ui.league.words import write_title as write_league
from bot.ui.messages.picture import draw_thumbnail
from bot.ui.statistics.stepper import LookAtPress
from bot.usecases.statistics.hall_of_fame import HallOfFame, Remembered, get_hall_of_fame
from render.text.words import join_words
from rules import GAMES
from rules.words import count

MOST_CHOICES = 25
"""Maximum number of choices in a menu: Discord's limit."""
MONTHS_OF_ALL = 6
"""Number of months shown in the hall of fame of all games."""


async def show_all(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the server's hall of fame, for one kind of game or for all."""
    found = await get_hall_of_fame(app.context, guild_of(interaction), kind)
    what = GAMES[kind].title if kind else "all games"
    if not (found.ever or found.months or found.games or found.leagues):
        return Reply(f"**Hall of fame · {what}**\nNothing yet: only games between members get in.")
    head = [f"**Hall of fame · {what}**", *_members(found, len(found.months) if kind else MONTHS_OF_ALL)]
    records = {name: list(map(_line, games)) for name, games in groupby(found.games, key=lambda game: game.kind)}
    thumbnails = {name: draw_thumbnail(name) for name in records}
    room = WHOLE_MESSAGE // (1 + len(records))
    items: list[ui.Item[Any]] = [ui.TextDisplay(keep_fitting(head, room))]
    for name, lines in records.items():
        title = "**Records**" if kind else f"**{GAMES[name].title}**"
        items.append(make_section(keep_fitting([title, *lines], room), thumbnails[name]))
    view = lay_out_list(items, _to_look_at(found) if found.ever or found.games else None)
    return Reply("", view=view, files=tuple(thumbnails.values()))


def _to_look_at(found: HallOfFame) -> discord.ui.View:
    """Return a menu to look through the games mentioned."""
    named = dict.fromkeys([*(row.best_game for row in found.ever), *(game.game_id for game in found.games)])
    why: dict[int, list[str]] = {}
    for game in found.games:
        why.setdefault(game.game_id, []).append(game.feat.title)
    choices = [Entry(f"g{game}", f"Game #{game}", cut(", ".join(why.get(game, ["Most points ever"])), 100)) for game in named]
    return view([make_menu(LookAtPress("fame").id, Menu("fame", "Look through a game", tuple(choices[:MOST_CHOICES])))])


def _members(found: HallOfFame, months: int) -> list[str]:
    """Return lines with the most points ever, the best of each month, and the winners of leagues."""
    ever = [f"{plain(row.name)} {row.best_points:,} (after #{row.best_game})" for row in found.ever]
    best = [
        f"- {month}: {plain(row.name)}, {row.points:,} points in {count(row.games, 'game')}"
        for month, row in found.months[:months]
    ]
    lines = [f"Most points ever: {join_words(ever)}"] if ever else []
    lines += ["**Best of the month**, by the games of that month", *best] if best else []
    seasons = [
        f"- {write_league(each.league, each.season.number)}: {join_words(map(plain, each.names))}" for each in found.leagues
    ]
    return lines + (["**Winners of leagues**", *seasons] if seasons else [])


def _line(game: Remembered) -> str:
    what = f"{game.feat.title}: {game.feat.tell(game.value)}"
    who = join_words(plain(person.name) for person in game.persons)
    return f"- {what} · {who} in #{game.game_id}"
