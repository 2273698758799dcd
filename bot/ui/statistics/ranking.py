"""``/ranking``: who plays best in this server."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import bold, plain
from bot.storage.queries.seats.holders import level_of
from bot.storage.queries.statistics.ratings import RatingRow
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import fitting
from bot.usecases.statistics import ranking as usecase
from bot.usecases.statistics.ranking import Listed
from rules import GAMES
from rules.words import count

Interaction = discord.Interaction[Any]

ABOUT = (
    "-# 1,000 is the average. Points say how strong you play, not how much. Who plays little or with few others has no place, "
    "nor who has not played for months."
)
"""What the points are."""


async def show_ranking(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """The ranking of this server, in one kind of game or in all."""
    user = interaction.user.id
    found = await usecase.ranking(app.context, guild_of(interaction), user, kind or "")
    what = GAMES[kind].title if kind else "all games"
    lines = [f"**Ranking of this server · {what}**"]
    lines += [_line(listed, mine=listed.rating.who == user) for listed in found.best]
    if not found.best:
        lines.append("Nobody yet: play with several members. Games with computers do not count here.")
    elif found.everybody > len(found.best):
        lines.append(f"… and {found.everybody - len(found.best)} more.")
    lines.append(_mine(found))
    if found.computers:
        lines += ["**Computer players**, by the games that members played with them", *map(_line, found.computers)]
    if found.best:
        lines.append(ABOUT)
    return Reply(fitting([line for line in lines if line]))


def _line(listed: Listed, *, mine: bool = False) -> str:
    row = listed.rating
    figures = f"{row.points:,} points · {count(row.games, 'game')}, {row.wins} won"
    rough = " · *provisional*" if listed.is_provisional else ""
    place = "" if listed.place is None else f"{listed.place}\\. "
    return f"{place}{name_of(row, mine=mine)} · {figures}{rough}"


def name_of(row: RatingRow, *, mine: bool = False) -> str:
    """Somebody's name in a list, that of the asker in bold; a computer player by its level."""
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
    return f"**You** are in place {mine.place} of {found.everybody}:\n{_line(mine, mine=True)}"
