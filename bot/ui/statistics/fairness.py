"""``/fairness``: how fair the finished games of Land in this server were, for each set of house rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

from bot.presentation.standing import format_percent
from bot.presentation.texts import MESSAGE, cut
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.reply import Reply
from bot.usecases import queries
from bot.workers.jobs import Fairness
from render.games.land.fairness import FairnessReport, RuleSet
from render.games.land.house_rules import rules_in_words
from render.text.words import ordinal
from rules.words import count

MOST_GAMES = 500
"""Maximum number of games analysed; the newest are chosen."""

AT_ONCE = 20
"""Number of games per job of a worker. Between jobs, the worker is free for others."""

KEPT = 5000
"""Number of games with cached figures above which the cache is cleared."""


def write_figures(reports: Iterable[FairnessReport]) -> list[str]:
    """Return the statistics of each rule set in words, most played first. Only complete games count."""
    grouped: dict[RuleSet, list[FairnessReport]] = defaultdict(list)
    for game in reports:
        if game.complete:
            grouped[game.rules].append(game)
    most_played = sorted(grouped.items(), key=lambda group: (-len(group[1]), str(group[0])))
    return [_describe(rules, games) for rules, games in most_played]


async def render(app: App, interaction: Interaction) -> Reply:
    """Return the statistics of this server's finished games of Land."""
    rows = await queries.list_finished_games(app.context, guild_of(interaction), "land", MOST_GAMES)
    known = app.fairness
    if len(known) > KEPT:
        known.clear()
    new = [row.id for row in rows if row.id not in known]
    for some in (new[start : start + AT_ONCE] for start in range(0, len(new), AT_ONCE)):
        records = [(await queries.read_log(app.context, game)).record_json() for game in some]
        reports = await app.workers.run(Fairness(tuple(records)), interaction.user.id)
        known.update(zip(some, reports, strict=True))
    found = write_figures(known[row.id] for row in rows)
    if not found:
        return Reply(
            "No game of Land has been played to its end in this server yet. Start one with `/newgame land`; then this "
            "shows, for each set of house rules, how evenly the land was shared and how much it helped to begin."
        )
    lines = [
        "**How fair is Land here?** For each set of house rules, over the games of this server that all players finished "
        "(no draw, nobody gave up):"
    ]
    return Reply(cut("\n".join([*lines, *found]), MESSAGE))


def _describe(rules: RuleSet, games: Sequence[FairnessReport]) -> str:
    places = (_describe_place(place, games) for place in range(1, 1 + max(len(game.order) for game in games)))
    return (
        f"- **{rules_in_words(rules)}** · {count(len(games), 'game')}\n"
        f"  Gini index of the plots (0: all have the same): {fmean(game.gini for game in games):.2f} on average\n"
        f"  Wins by place in the order of play: {' · '.join(places)}"
    )


def _describe_place(place: int, games: Iterable[FairnessReport]) -> str:
    """Return how often a place won, and how often it would if all were equal. A win shared by n seats counts 1/n for each."""
    there = [game for game in games if len(game.order) >= place]
    won = sum(1 / len(game.winners) for game in there if game.order[place - 1] in game.winners) / len(there)
    even = fmean(1 / len(game.order) for game in there)
    return f"{ordinal(place)} {format_percent(won)} of {len(there)} (even: {format_percent(even)})"
