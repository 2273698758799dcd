"""``/halloffame``: the best members and the record games of a server, with a menu to look through the games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from discord import ui

from bot.common.markdown import plain
from bot.panels.core import Button, Entry, Menu
from bot.presentation.texts import WHOLE_MESSAGE, cut, keep_fitting
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import PressMenu, make_button, make_menu, view
from bot.ui.framework.layout import lay_out_list, make_section
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league.words import write_title as write_league
from bot.ui.messages.picture import draw_thumbnail
from bot.ui.statistics.stepper import LookAtPress
from bot.usecases.statistics.hall_of_fame import MONTHS, HallOfFame, Remembered, get_hall_of_fame
from render.text.words import join_words
from rules import GAMES
from rules.words import count

MOST_CHOICES = 25
"""Maximum number of choices in a menu: Discord's limit."""
MONTHS_OF_ALL = 6
"""Number of months shown in the hall of fame of all games."""
ROOM = WHOLE_MESSAGE // 3
"""Maximum length of each of the three texts, in characters."""
ALL = "all"
"""Stands for all kinds of games in the id of a button."""


@dataclass(frozen=True)
class FamePress(Press, word="fame"):
    """A button of the hall of fame: shows that of one kind of game, or of all."""

    kind: Annotated[str, one_of(ALL, *GAMES)]


async def show_all(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the server's hall of fame, for one kind of game or for all."""
    found = await get_hall_of_fame(app.context, guild_of(interaction), kind)
    title = f"**Hall of fame · {GAMES[kind].title if kind else 'all games'}**"
    buttons = [
        make_button(FamePress(name).id, Button(name, label, disabled=name == (kind or ALL)), 0)
        for name, label in [(ALL, "All games"), *((name, game.title) for name, game in GAMES.items())]
    ]
    is_empty = not (found.ever or found.months or found.games or found.leagues)
    if is_empty and kind is None:
        return Reply(f"{title}\nNothing yet: only games between members get in.")
    thumbnail = draw_thumbnail(kind) if kind and not is_empty else None
    members, records = _list_members(found, MONTHS if kind else MONTHS_OF_ALL), _list_records(found, kind)
    head = [title, *(["Nothing yet: only games between members get in."] if is_empty else members[:1])]
    items: list[ui.Item[Any]] = [make_section(keep_fitting(head, ROOM), thumbnail)]
    items += [ui.TextDisplay(keep_fitting(lines, ROOM)) for lines in (members[1:], records) if lines]
    menu = [_make_menu(found)] if found.ever or found.games else []
    return Reply("", view=lay_out_list(items, view([*buttons, *menu])), files=(thumbnail,) if thumbnail else ())


@answers(FamePress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: FamePress) -> Reply:
    """Return the hall of fame of the kind of game whose button was pressed."""
    return replace(await show_all(app, interaction, None if press.kind == ALL else press.kind), edit=True)


def _make_menu(found: HallOfFame) -> PressMenu:
    """Return a menu to look through the games mentioned."""
    named = dict.fromkeys([*(row.best_game for row in found.ever), *(game.game_id for game in found.games)])
    why: dict[int, list[str]] = {}
    for game in found.games:
        why.setdefault(game.game_id, []).append(game.feat.title)
    choices = [Entry(f"g{game}", f"Game #{game}", cut(", ".join(why.get(game, ["Most points ever"])), 100)) for game in named]
    return make_menu(LookAtPress("fame").id, Menu("fame", "Look through a game", tuple(choices[:MOST_CHOICES])))


def _list_members(found: HallOfFame, months: int) -> list[str]:
    """Return lines with the most points ever, the best of each month, and the winners of leagues."""
    ever = [f"{plain(row.name)} {row.best_points:,} (after #{row.best_game})" for row in found.ever]
    best = [
        f"- {month}: {plain(row.name)}, {row.points:,} ({count(row.games, 'game')})" for month, row in found.months[:months]
    ]
    lines = [f"Most points ever: {join_words(ever)}"] if ever else []
    lines += ["**Best of the month**, by its games", *best] if best else []
    seasons = [
        f"- {write_league(each.league, each.season.number)}: {join_words(map(plain, each.names))}" for each in found.leagues
    ]
    return lines + (["**Winners of leagues**", *seasons] if seasons else [])


def _list_records(found: HallOfFame, kind: str | None) -> list[str]:
    """Return lines with the records of a kind of game; of all, the most points in each."""
    games = [each for each in found.games if kind or each.feat == found.games[0].feat]

    def tell(game: Remembered) -> str:
        what = game.feat.title if kind else GAMES[game.kind].title
        who = join_words(plain(person.name) for person in game.persons)
        value = game.value if game.feat.unit in game.feat.title else game.feat.tell(game.value)
        return f"- {what}: {value} · {who} in #{game.game_id}"

    return ["**Records**" if kind else f"**{games[0].feat.title} in a game**", *map(tell, games)] if games else []
