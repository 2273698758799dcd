"""``/stats``: a member's statistics in words and charts. In a direct message they cover all servers together."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

from bot.common.clock import DAY, HOUR, MINUTE, SECOND
from bot.common.home import home_of, is_home
from bot.common.markdown import bold, plain
from bot.presentation.texts import keep_fitting
from bot.storage.queries.seats.holders import level_of
from bot.storage.queries.statistics.figures import Group, Opponent
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of, name_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.direct import is_direct, see_servers
from bot.ui.framework.reply import Reply
from bot.usecases.refusal import Refusal
from bot.usecases.statistics.figures import Figures, get_figures, get_figures_of_servers, list_servers
from render.charts import Bar, bar_chart, course_chart, stack_charts
from render.style.fonts import can_draw
from render.text.words import join_words, ordinal
from render.view import Picture
from rules import GAMES
from rules.words import count, isolated

NONE = "No finished game yet in which each player had two turns."
MOST_NAMED = 8
"""Maximum number of servers named."""
SPANS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (SECOND, "second"))
"""Units of time, longest first."""


async def show_stats(app: App, interaction: Interaction, member: Any | None, kind: str | None) -> Reply:
    """Return the statistics of a member, by default the user's own. Raise Refusal for a bot."""
    guild, user = guild_of(interaction), interaction.user
    whose = member or user
    if whose.bot:
        raise Refusal("Bots have no statistics. `/ranking` shows how strong the computers play.")
    if is_direct(interaction):
        found, covered = await _count_everywhere(app, user.id, whose.id, kind)
    else:
        found, covered = await get_figures(app.context, guild, whose.id, kind), []
    what = GAMES[kind].title if kind else "all games"
    head = f"{bold(name_of(whose))} · {what}"
    if not found.games:
        return Reply("\n".join([head, NONE, *covered]))
    if found.games == 1:
        return Reply("\n".join([head, _describe_only_game(found), *covered]))
    app.pacing.pictures.spend(user.id)
    theme = await themes.of_member(app, guild, user.id)
    made = await asyncio.to_thread(_charts, found, isolated(name_of(whose)), kind, theme)
    return Reply(keep_fitting([head, *_lines(found, kind), *covered]), files=(Attachment(made.png, "stats.png", made.alt),))


async def _count_everywhere(app: App, asker: int, whose: int, kind: str | None) -> tuple[Figures, list[str]]:
    """Return a user's statistics over all servers of which the viewer is still a member, and lines that name these servers.

    Games against the computer at home are included only if viewers request their own statistics.
    """
    known = [each for each in await list_servers(app.context, whose) if not is_home(each) or whose == asker]
    seen, unknown = await see_servers(app, asker, known)
    names = [bold(app.name_of_server(guild_id, asker) or "another server") for guild_id in seen if not is_home(guild_id)]
    places = [f"in {join_words(_shorten(names))}"] if names else []
    if home_of(asker) in seen:
        places.append("here against the computer, which count for no ranking")
    lines = [f"-# Counted: games {' and '.join(places)}."] if places else []
    if names:
        lines.append("-# Each server has its own points: see `/stats` there.")
    if unknown:
        lines.append(f"-# Left out: {count(unknown, 'server')}. I can’t check with Discord right now whether you are there.")
    return await get_figures_of_servers(app.context, seen, whose, kind), lines


def _shorten(names: list[str]) -> list[str]:
    """Return a list of servers' names, shortened to the first ones and the number of the others."""
    more = len(names) - MOST_NAMED
    return names if more < 2 else [*names[:MOST_NAMED], f"{more} more servers"]


def _lines(found: Figures, kind: str | None) -> list[str]:
    """Return the statistics in words, without those shown in the charts."""
    share = round(100 * found.won / found.games)
    lines = [f"{count(found.games, 'game')}, {found.won} won ({share} %)"]
    if found.rating is not None:
        rough = " (*provisional*)" if found.is_provisional else ""
        lines[0] += f" · {found.rating.points:,} points{rough}"
    if kind:
        lines.append(_scores(found.kinds[0]))
    else:
        lines += [f"- {GAMES[each.key].title}: {each.won} of {each.games} won · {_scores(each)}" for each in found.kinds]
    if found.decisions:
        lines.append(f"**Pace** {format_span(found.pace)} a move on average, over {count(found.decisions, 'move')}")
    return lines


def _describe_only_game(found: Figures) -> str:
    """Return the statistics of a single game as a sentence, because there is nothing to compare yet."""
    (group,), (seat,) = found.kinds, found.seats
    ended = "won" if found.won else "not won"
    against = f" against {join_words(plain(_name(each)) for each in found.opponents)}" if found.opponents else ""
    played = f"{GAMES[group.key].title}{against}, in the {ordinal(seat.key + 1)} seat"
    pace = f", {format_span(found.pace)} a move on average" if found.decisions else ""
    return f"One game so far, {ended}: {played}, {count(group.best, 'point')}{pace}."


def _scores(group: Group) -> str:
    if group.games == 1:
        return count(group.best, "point")
    return f"{group.score / group.games:.1f} points on average, {group.best} at best"


def _name(opponent: Opponent) -> str:
    level = level_of(opponent.who)
    return opponent.name if level is None else f"Computer, level {level}"


def format_span(milliseconds: int) -> str:
    """Return a duration in its largest unit, with the next unit if it matters: ``3 hours``, ``1 hour 20 minutes``."""
    for (unit, name), (smaller, small_name) in pairwise(SPANS):
        if milliseconds >= unit:
            whole, rest = divmod(milliseconds, unit)
            more = f" {count(rest // smaller, small_name)}" if whole < 5 and rest >= smaller else ""
            return f"{count(whole, name)}{more}"
    return count(max(1, milliseconds // SECOND), "second")


def _charts(found: Figures, name: str, kind: str | None, theme: str) -> Picture:
    """Return the charts in one picture, one below the other."""
    seats = [Bar(f"{ordinal(group.key + 1)} seat", group.games, group.won) for group in found.seats]
    what = f"{GAMES[kind].title if kind else 'All games'} by seat"
    charts = [bar_chart(f"{name} · {what}" if can_draw(name) else what, seats, theme)]
    if found.opponents:
        rivals = [Bar(isolated(_name(rival)), rival.games, rival.won) for rival in found.opponents]
        charts.append(bar_chart("Against", rivals, theme))
    if len(found.course) > 1:
        charts.append(course_chart("Points after each game", found.course, theme))
    return stack_charts(charts)
