"""``/latest``: running and recently finished games, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import discord
from discord import ui

from bot.common.markdown import bold, jump, plain
from bot.presentation.texts import cut
from bot.storage.queries.play.games import GameRow
from bot.ui.channels.visibility import list_seen_channels
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.layout import lay_out_list
from bot.ui.framework.press import Page as PageNumber
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.statistics import latest as usecase
from bot.usecases.statistics.latest import Page
from render.text.words import describe_win
from rules import GAMES

MOST_NAMES = 70
"""Maximum length of the players' names in a line, in characters, so that ten lines fit into a message."""


class LatestPress(Press, word="latest"):
    """A button to a page of the list of latest games; ``open`` shows it in a new message."""

    page: PageNumber
    what: Annotated[str, one_of("newer", "older", "open")]


@answers(LatestPress, edit=lambda press: press.what != "open")
async def handle_press(app: App, interaction: Interaction, press: LatestPress) -> Reply:
    """Return the page of a pressed button."""
    return await show_latest(app, interaction, press.page, edit=press.what != "open")


async def show_latest(app: App, interaction: Interaction, number: int = 0, *, edit: bool = False) -> Reply:
    """Return a page; with ``edit``, in place of the previous one."""
    seen = list_seen_channels(interaction)
    page = await usecase.get_page(app.context, guild_of(interaction), number, seen, interaction.user.id)
    return replace(render(page), edit=edit)


def render(page: Page, *, public: bool = False) -> Reply:
    """Render a page. ``public``: as a public message with a button to a private list."""
    head = "**Latest games of this server**" + (f" · page {page.number + 1}" if page.number else "")
    items = [ui.TextDisplay[Any](head if page.games else f"{head}\nNone yet. Start one with `/newgame`.")]
    items += [ui.TextDisplay(_line(row)) for row in page.games]
    return Reply("", view=lay_out_list(items, _buttons(page, public=public)))


def _buttons(page: Page, *, public: bool) -> discord.ui.View | None:
    """Return **Newer** and **Older** if there are several pages; for a public message, a button to open a private list."""
    if public:
        return view([make_button(LatestPress(0, "open"), "All games", "secondary")])
    if page.number == 0 and page.is_last:
        return None
    newer, older = LatestPress(max(0, page.number - 1), "newer"), LatestPress(page.number + 1, "older")
    is_first = page.number == 0
    return view([make_button(newer, "Newer", disabled=is_first), make_button(older, "Older", disabled=page.is_last)])


def _line(row: GameRow) -> str:
    when = f"<t:{row.updated_at // 1000}:R>"
    where = f"<#{row.place}>"
    if row.board_message_id is not None:
        where = f"[board]({jump(row.guild_id, row.place, row.board_message_id)})"
    told = f"**{GAMES[row.kind].title}** #{row.id}"
    if row.is_over:
        return f"{told} · {_result(row)} {when} · {where}"
    players = ", ".join(plain(cut(name, MOST_NAMES // row.seats)) for name in row.names)
    turn = "" if row.seat is None else f" · {bold(row.names[row.seat])}’s turn, started {when}"
    return f"{told} · {players}{turn} · {where}"


def _result(row: GameRow) -> str:
    """Return who won, with the scores."""
    winners = [bold(cut(player.name, MOST_NAMES // 2)) for player in row.players if player.won]
    scores = ", ".join(f"{plain(cut(player.name, MOST_NAMES // row.seats))} {player.score}" for player in row.players)
    won = f"{len(winners)} share the win" if len(winners) > 2 else describe_win(winners or ["nobody"])
    return f"{won} ({scores})"
