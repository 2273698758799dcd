"""``/ranking``: who plays best in this server."""

from __future__ import annotations

from typing import Annotated

from discord import ui

from bot.common.markdown import bold, plain
from bot.presentation.texts import WHOLE_MESSAGE, keep_fitting
from bot.storage.queries.seats.holders import level_of
from bot.storage.queries.statistics.ratings import RatingRow
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.layout import lay_out_list, make_section
from bot.ui.framework.press import Page as PageNumber
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.picture import draw_thumbnail
from bot.usecases.statistics import ranking as usecase
from bot.usecases.statistics.ranking import Listed
from rules import GAMES
from rules.words import count

ALL = "all"
"""Used instead of a kind of game: all of them."""
FORMER = "former"
ABOUT = (
    "-# 1,000 is the average. Points measure strength, not activity. Members who play little, with few others, "
    "or not for months have no place."
)


class RankingPress(Press, word="ranking"):
    """A button to a page of the ranking of a kind of game, or of ``all`` games."""

    kind: Annotated[str, one_of(ALL, *GAMES)]
    page: PageNumber
    what: Annotated[str, one_of("back", "more", "show", "hide")]
    former: Annotated[str | None, one_of(FORMER)] = None
    """Whether the page shows former members, too."""


@answers(RankingPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: RankingPress) -> Reply:
    """Return the page of a pressed button."""
    return await show_ranking(app, interaction, None if press.kind == ALL else press.kind, press.page, former=press.former)


async def show_ranking(
    app: App, interaction: Interaction, kind: str | None, page: int | None = None, *, former: str | None = None
) -> Reply:
    """Return a page of the server's ranking for one kind of game, or for all.

    ``page``: ``None`` for the first page in a new message. ``former``: ``FORMER`` to include former members.
    """
    user = interaction.user.id
    found = await usecase.get_ranking(app.context, guild_of(interaction), user, kind or "", page or 0, former=bool(former))
    what = GAMES[kind].title if kind else "all games"
    lines = [f"**Ranking of this server · {what}**"]
    lines += [_line(listed, mine=listed.rating.who == user) for listed in found.best]
    if not found.best:
        lines.append("Nobody is ranked yet. Play other members: games with computers do not count here.")
    lines.append(_mine(found))
    if found.computers:
        lines += ["**Computer players**, by the games that members played with them", *map(_line, found.computers)]
    if found.best:
        lines.append(ABOUT)
    small = None if kind is None else draw_thumbnail(kind)
    told = make_section(keep_fitting([line for line in lines if line], WHOLE_MESSAGE), small)
    whole = lay_out_list([told], _buttons(found, kind or ALL, former))
    return Reply("", view=whole, files=() if small is None else (small,), edit=page is not None)


def _buttons(found: usecase.Ranking, kind: str, former: str | None) -> ui.View | None:
    """Return **Back** and **More** if there are several pages, and a button to show or hide former members, if any."""
    last, buttons = max(0, found.everybody - 1) // usecase.MOST_LISTED, []
    if last:
        back = RankingPress(kind, max(0, found.page - 1), "back", former)
        more = RankingPress(kind, min(last, found.page + 1), "more", former)
        buttons.append(make_button(back, "Back", disabled=found.page == 0))
        buttons.append(make_button(more, "More", disabled=found.page == last))
    if found.former and former:
        buttons.append(make_button(RankingPress(kind, 0, "hide"), "Hide former members"))
    elif found.former:
        buttons.append(make_button(RankingPress(kind, 0, "show", FORMER), "Show former members"))
    return view(buttons) if buttons else None


def _line(listed: Listed, *, mine: bool = False) -> str:
    row = listed.rating
    figures = f"{row.points:,} points · {count(row.games, 'game')}, {row.wins} won"
    rough = " · *provisional*" if listed.is_provisional else " · *has left*" if listed.has_left else ""
    place = "" if listed.place is None else f"{listed.place}\\. "
    return f"{place}{name_of(row, mine=mine)} · {figures}{rough}"


def name_of(row: RatingRow, *, mine: bool = False) -> str:
    """Return the name for a list: the user's own in bold, a computer player's level."""
    level = level_of(row.who)
    if level is not None:
        return f"Level {level}"
    return bold(row.name) if mine else plain(row.name)


def _mine(found: usecase.Ranking) -> str:
    mine = found.mine
    if mine is None:
        return "You have no points yet: finish a game with other members."
    if mine.is_provisional:
        why = "your last game is long ago" if found.has_faded else "play more, and with several members"
        return f"{_line(mine, mine=True)}\nYou have no place now: {why}."
    if any(listed.rating.who == mine.rating.who for listed in found.best):
        return ""
    return f"**Your place** is {mine.place} of {found.everybody}:\n{_line(mine, mine=True)}"
