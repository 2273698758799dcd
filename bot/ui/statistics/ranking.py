"""``/ranking``: who plays best in this server."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.clock import DAY
from bot.common.markdown import bold, plain
from bot.storage.queries.seats.holders import level_of
from bot.storage.queries.statistics.ratings import RatingRow
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import fitting
from bot.usecases.statistics import ranking as usecase
from bot.usecases.statistics.ranking import RESTING, Listed
from bot.usecases.statistics.rating import SETTLED
from rules import GAMES
from rules.words import count

Interaction = discord.Interaction[Any]

DAYS = RESTING // DAY


async def show_ranking(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """The ranking of this server, in one kind of game or in all."""
    user = interaction.user.id
    found = await usecase.ranking(app.context, guild_of(interaction), user, kind or "")
    what = GAMES[kind].title if kind else "all games"
    lines = [f"**Ranking of this server · {what}**"]
    lines += [_line(listed, mine=listed.rating.who == user) for listed in found.best]
    if not found.best:
        lines.append("Nobody yet: finish a game with other members. A game with computers does not count here.")
    elif found.everybody > len(found.best):
        lines.append(f"… and {found.everybody - len(found.best)} more.")
    lines.append(_mine(found))
    if found.computers:
        lines += ["**Computer players**, by the games that members played with them", *map(_line, found.computers)]
    lines.append(
        f"-# Everybody begins at 1,000. Up to {SETTLED} games the points are provisional. Whoever has not played for {DAYS} "
        "days is left out."
        if found.best
        else ""
    )
    return Reply(fitting([line for line in lines if line]))


def _line(listed: Listed, *, mine: bool = False) -> str:
    row = listed.rating
    wins = f"{row.wins} won"
    figures = f"{row.points:,} points · {count(row.games, 'game')}, {wins}"
    rough = " · *provisional*" if listed.is_provisional else ""
    return f"{listed.place}\\. {name_of(row, mine=mine)} · {figures}{rough}"


def name_of(row: RatingRow, *, mine: bool = False) -> str:
    """Somebody's name in a list, that of the asker in bold; a computer player by its level."""
    level = level_of(row.who)
    if level is not None:
        return f"Level {level}"
    return bold(row.name) if mine else plain(row.name)


def _mine(found: usecase.Ranking) -> str:
    mine = found.mine
    if mine is None:
        return "You have no place yet: your first game that counts gives you one."
    if found.is_resting:
        return f"You have {mine.rating.points:,} points, and no place: you have not played for {DAYS} days."
    if any(listed.rating.who == mine.rating.who for listed in found.best):
        return ""
    return f"**You** are in place {mine.place} of {found.everybody}:\n{_line(mine, mine=True)}"
