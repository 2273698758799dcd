"""``/halloffame``: the best members and the record games of a server, with a menu to open one of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from discord import ui

from bot.common.markdown import plain
from bot.games.feats import FEATS
from bot.panels.core import MOST_IN_MENU, Entry, Menu
from bot.presentation.texts import WHOLE_MESSAGE, cut, keep_fitting
from bot.storage.queries.statistics.ratings import RatingRow
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import PressButton, PressMenu, make_button, make_menu, view
from bot.ui.framework.layout import lay_out_list, make_section
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league import words as league_words
from bot.ui.messages.picture import draw_thumbnail
from bot.ui.statistics.stepper import LookAtPress
from bot.usecases.statistics.hall_of_fame import MONTHS, HallOfFame, Remembered, get_hall_of_fame
from render.text.words import join_first, join_words
from rules import GAMES
from rules.words import count

MONTHS_OF_ALL = 6
"""Number of months shown in the hall of fame of all games."""
ROOM = WHOLE_MESSAGE // 3
"""Maximum length of each of the three texts, in characters."""
ALL = "all"
"""Stands for all kinds of games in the id of a button."""


NOTHING = "Nothing yet: only games between members get in."


class FamePress(Press, word="fame"):
    """A button of the hall of fame: shows the page of one game, or of all games."""

    kind: Annotated[str, one_of(ALL, *GAMES)]


async def show_all(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return a page of the server's hall of fame: of one kind of game, or of all."""
    found = await get_hall_of_fame(app.context, guild_of(interaction), kind)
    records = [each for each in found.games if kind or each.feat == FEATS[each.kind]["points"]]
    texts = [_list_ever(found.ever), _list_best(found, MONTHS if kind else MONTHS_OF_ALL), _list_records(records, kind)]
    is_empty = not any(texts)
    thumbnail = None if is_empty or kind is None else draw_thumbnail(kind)
    title = f"**Hall of fame · {GAMES[kind].title if kind else 'all games'}**"
    head, *others = [[title, NOTHING]] if is_empty else [[title, *texts[0]], *filter(None, texts[1:])]
    items = [make_section(keep_fitting(head, ROOM), thumbnail)]
    items += [ui.TextDisplay(keep_fitting(lines, ROOM)) for lines in others]
    buttons = [] if is_empty and kind is None else _make_buttons(kind)
    menu = [_make_menu(found.ever, records, kind)] if found.ever or records else []
    return Reply("", view=lay_out_list(items, view([*buttons, *menu])), files=(thumbnail,) if thumbnail else ())


@answers(FamePress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: FamePress) -> Reply:
    """Return the hall of fame of the kind of game whose button was pressed."""
    return replace(await show_all(app, interaction, None if press.kind == ALL else press.kind), edit=True)


def _make_buttons(kind: str | None) -> list[PressButton]:
    """Return a button for each page; that of the shown page is disabled."""
    pages = [(ALL, "All games"), *((name, game.title) for name, game in GAMES.items())]
    return [make_button(FamePress(name), label, disabled=name == (kind or ALL), row=0) for name, label in pages]


def _make_menu(ever: Sequence[RatingRow], records: Sequence[Remembered], kind: str | None) -> PressMenu:
    """Return a menu to open one of the games mentioned."""
    why = {row.best_game: ["Most points ever"] for row in ever}
    for game in records:
        name = game.feat.title if kind else f"{game.feat.title} in {GAMES[game.kind].title}"
        why.setdefault(game.game_id, []).append(name)
    choices = [Entry(f"g{game}", f"Game #{game}", cut(", ".join(reasons), 100)) for game, reasons in why.items()]
    return make_menu(LookAtPress("fame").id, Menu("fame", "Look through a game", tuple(choices[:MOST_IN_MENU])))


def _list_ever(ever: Sequence[RatingRow]) -> list[str]:
    """Return a line with the members who had the most points ever; empty while nobody's points are certain."""
    best = [f"{plain(row.name)} {row.best_points:,} (after #{row.best_game})" for row in ever]
    return [f"Most points ever: {join_words(best)}"] if best else []


def _list_best(found: HallOfFame, months: int) -> list[str]:
    """Return lines with the best of each month, and the winners of leagues."""
    best = [
        f"- {month}: {plain(row.name)}, {row.points:,} ({count(row.games, 'game')})" for month, row in found.months[:months]
    ]
    seasons = []
    for won in found.leagues:
        names = join_first([plain(name) for name in won.names], league_words.MOST_WINNERS)
        seasons.append(f"- {league_words.write_title(won.league, won.season.number)}: {names}")
    lines = ["**Best of the month**, by its games", *best] if best else []
    return lines + (["**Winners of leagues**", *seasons] if seasons else [])


def _list_records(records: Sequence[Remembered], kind: str | None) -> list[str]:
    """Return lines with the records of a kind of game; for all games, only the most points in each kind."""

    def describe(game: Remembered) -> str:
        what = game.feat.title if kind else GAMES[game.kind].title
        who = join_words(plain(person.name) for person in game.persons)
        value = game.value if game.feat.unit in game.feat.title else game.feat.format(game.value)
        return f"- {what}: {value} · {who} in #{game.game_id}"

    return ["**Records**" if kind else "**Most points in a game**", *map(describe, records)] if records else []
