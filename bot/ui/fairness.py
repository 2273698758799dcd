"""``/fairness``: how fair the finished games of Land in this server were, for each set of house rules."""

from __future__ import annotations

import asyncio
from typing import Any

import discord

from bot.core.book import Story
from bot.ui.app import App, guild_of
from bot.ui.reply import Reply
from bot.ui.texts import MESSAGE, cut
from rules.land.fairness import FairnessReport, Figures, figures, report
from rules.land.house_rules import rules_in_words

MOST_GAMES = 500
"""Games looked at, the newest first."""

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")

KEPT = 5000
"""Games whose figures are kept in memory."""


async def shown(app: App, interaction: discord.Interaction[Any]) -> Reply:
    """The figures over this server's finished games of Land."""
    rows = await app.play.finished(guild_of(interaction), "land", MOST_GAMES)
    known = app.fairness
    if len(known) > KEPT:
        known.clear()
    for row in rows:
        if row.id not in known:
            story = await app.play.story(row.id)
            known[row.id] = await asyncio.to_thread(_report, story)
    found = figures(known[row.id] for row in rows)
    if not found:
        return Reply(
            "No game of Land has been played to its end in this server yet. Start one with `/newgame land`; then this "
            "shows, for each set of house rules, how evenly the land was shared and how much it helped to begin."
        )
    lines = ["**How fair is Land here?** Over the finished games of this server, for each set of house rules:"]
    return Reply(cut("\n".join([*lines, *map(_lines, found)]), MESSAGE))


def _report(story: Story) -> FairnessReport:
    return report(story.record().states())


def _lines(one: Figures) -> str:
    places = " · ".join(
        f"{_ORDINALS[p.place - 1]} {p.wins / p.games:.0%} of {p.games} (even would be {p.expected / p.games:.0%})"
        for p in one.places
    )
    games = f"{one.games} game{'' if one.games == 1 else 's'}"
    return (
        f"- **{rules_in_words(one.rules)}** · {games}\n"
        f"  Gini index of the plots (0: all have the same): {one.gini:.2f} on average\n"
        f"  Wins by place in the order of play: {places}"
    )
