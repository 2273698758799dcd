"""Texts about a league: its announcement, its rules, its standings."""

from __future__ import annotations

from bot.common.hours_off import describe as describe_off
from bot.common.markdown import bold
from bot.common.pace import LABELS, PACES
from bot.presentation.texts import renderer_of
from bot.storage.queries.league.leagues import League
from bot.usecases.league.settings import LeagueSettings, count_least, is_for_two, most_of_division, plays_both_ways, settings_of
from bot.usecases.league.views import Row, SeasonView
from render.charts import Standing
from render.text.option_words import list_unusual
from render.text.words import join_first
from rules import GAMES
from rules.words import count

MOST_NAMES = 12
MOST_WINNERS = 3
"""Maximum number of members named for a shared first place: if all games are draws, all members share it."""
ROWS = 12
"""Maximum lines of one picture of the standings: more do not fit into its description."""
NO_CHANNEL = (
    "⚠️ The channel of this league was deleted. A manager can choose another: with `/league manage` in the channel where the "
    "league should go on."
)
LAST = "No other season follows."
FORMS = {"divisions": "divisions: everybody plays everybody", "rounds": "rounds: members with equal points meet"}
ENDS = {"judge": "a computer judges unfinished games", "finish": "the season waits for unfinished games"}


def write_title(league: League, number: int | None = None) -> str:
    """Return the title of a league, or of one of its seasons: ``League #3 of Pastures New · season 2``."""
    season = "" if number is None else f" · season {number}"
    return f"League #{league.id} of {GAMES[league.kind].title}{season}"


def write_season(view: SeasonView) -> str:
    """Return the text of a season's message."""
    season, title = view.season, f"**{write_title(view.league, view.season.number)}**"
    if season.status == "empty":
        return f"{title}\n{_explain_empty(view)}"
    no_channel = view.league.channel_gone_at is not None
    if season.is_joining:
        until = f"**Join** until <t:{season.starts_at // 1000}:f>. Then the season begins."
        lines = [title, f"{NO_CHANNEL} Until then the season does not begin." if no_channel else until, _write_joined(view)]
        return "\n".join([*lines, *(f"- {line}" for line in list_rules(view.league, season.number))])
    is_last = [LAST] if view.league.data.get("last") else []
    if season.is_running:
        over = sum(game.data is not None for game in view.games)
        over_now = f"{over} of {count(len(view.games), 'game')} {'is' if over == 1 else 'are'} over."
        threads = "Each game has a thread of this channel; `/games` lists yours."
        games = f"{NO_CHANNEL} Until then no further games begin." if no_channel else threads
        return "\n".join([title, f"{_write_end(view)} {over_now}", *_write_round(view), games, *is_last])
    ended = f"The season ended <t:{(season.ended_at or 0) // 1000}:f>."
    return "\n".join([title, ended, *_write_round(view), *_write_winners(view), *is_last])


def write_next(view: SeasonView) -> str:
    """Return the line below the standings of a season about the next one, which members can join."""
    if view.league.channel_gone_at is not None:
        return f"{NO_CHANNEL} Until then season {view.season.number} does not begin."
    begins = f"Season {view.season.number} begins <t:{view.season.starts_at // 1000}:f>"
    return f"{begins}: `/league join` or `/league leave` until then."


def _write_end(view: SeasonView) -> str:
    """Return when a running season ends. A season that waits for its games may be past its planned end."""
    at = f"<t:{view.season.ends_at // 1000}:f>"
    if settings_of(view.league).ends == "finish":
        return f"The season ends with its last game, even if that is after {at}."
    return f"The season ends {at} at the latest."


def _explain_empty(view: SeasonView) -> str:
    if view.league.data.get("last"):
        return "The league was ended before its season began."
    least, joined = count_least(view.league.kind), len(view.members)
    there = "Nobody has joined" if not joined else f"Only {joined} {'has' if joined == 1 else 'have'} joined"
    return f"{there}, and a league needs {least}. So the season does not begin; `/league create` opens another league."


def _write_joined(view: SeasonView) -> str:
    if not view.members:
        return "Nobody has joined yet."
    joined = len(view.members)
    names = join_first([bold(member.name) for member in view.members], MOST_NAMES)
    return f"{joined} {'has' if joined == 1 else 'have'} joined: {names}."


def _write_round(view: SeasonView) -> list[str]:
    """Return the line about the rounds, if there are any; it says why there were fewer than planned."""
    own, last = settings_of(view.league), max((game.round for game in view.games), default=0)
    if own.form != "rounds":
        return []
    if view.season.status == "over" and last < own.rounds:
        return [f"It ended after {count(last, 'round')}: {_explain_early_end(view)}."]
    return [f"Round {last} of {own.rounds}."]


def _explain_early_end(view: SeasonView) -> str:
    if (view.season.ended_at or 0) >= view.season.ends_at:
        return "the season’s time was up"
    if sum(member.left_at is None for member in view.members) < 2:
        return "fewer than two members were left"
    return "no new pairs were left"


def _write_winners(view: SeasonView) -> list[str]:
    lines = []
    for number, division in enumerate(view.divisions):
        first = [bold(row.member.name) for row in division if row.line.place == 1]
        where = "the season" if len(view.divisions) == 1 else f"division {number + 1}"
        if first:
            lines.append(f"{join_first(first, MOST_WINNERS)} {'wins' if len(first) == 1 else 'share first place in'} {where}.")
    return lines


def list_rules(league: League, season: int) -> list[str]:
    """Return the rules of a league by topic, as shown in the announcement of a season."""
    own, two = settings_of(league), is_for_two(league.kind)
    lines = [_explain_form(league, own, season), _explain_points(league), _explain_equal_points(league)]
    most = "one at a time" if own.at_once == 1 else f"up to {own.at_once} at once"
    at_once = f"{most}, each in a thread" if own.form == "divisions" else "one a round, in a thread"
    lines.append(f"**Games**: {at_once}. They count in the ranking like any others.")
    others = "your opponent" if two else "the others"
    pace = f"{PACES[own.pace]}. {describe_off(own.off, own.zone)}".strip()
    lines.append(f"**Time**: {pace} When your time is up, {others} can claim the game; if nobody does, you lose it later.")
    lines.append(f"**End**: {_explain_end(own, two=two)}")
    lines.append("If you press **Leave** during the season, you lose the games that have not begun.")
    lines.append(f"**Next season**: opens on its own, with you in it until you leave.{_explain_moves(own)}")
    if own.computer:
        where = "each division with" if own.form == "divisions" else "if there is"
        odd = f"level {own.level} joins {where} an odd number of members."
        lines.append(f"**Computer**: {odd} Games against it count, but it is not placed.")
    if unusual := list_unusual(renderer_of(league.kind).option_words, league.kind, league.options):
        lines.append(f"**Options**: {unusual}")
    return lines


def _explain_form(league: League, own: LeagueSettings, season: int) -> str:
    if own.form == "rounds":
        odd = "A member without an opponent wins that round."
        return f"**{own.rounds} rounds**: you play members with as many points as you, nobody twice. {odd}"
    five = " (one if only five join)" if most_of_division(own) == 4 else ""
    by = "by rating" if season == 1 else "by the places in the last season"
    divisions = f"**Divisions** of up to {most_of_division(own)}{five}, {by}."
    if not is_for_two(league.kind):
        return f"{divisions} Three games each, in different seats."
    if plays_both_ways(league):
        return f"{divisions} You play everybody in yours twice, once as the first player."
    return f"{divisions} You play everybody in yours once."


def _explain_points(league: League) -> str:
    if not is_for_two(league.kind):
        last = "Those who give up or lose on time come last."
        return f"**Points** by place: 6, 3, 0 for three players; 6, 4, 2, 0 for four. Ties share them. {last}"
    if plays_both_ways(league):
        both = "2 for the better margin (your points minus your opponent’s) over both games, 1 each if equal."
        return f"**Points**: {both} Giving up or losing on time loses both."
    return "**Points**: 2 for a win, 1 for a draw."


def _explain_equal_points(league: League) -> str:
    margins = "the sum of all margins"
    if not plays_both_ways(league):  # otherwise the points explain what a margin is
        best = "your opponent’s" if is_for_two(league.kind) else "the best of the others"
        margins += f" (your points minus {best})"
    return f"**Equal points**: the games between you decide, then {margins}, then fewer losses on time; else you tie."


def _explain_moves(own: LeagueSettings) -> str:
    moves = " The first two of each division move up, the last two down (of three, one each). New members start at the bottom."
    return moves if own.form == "divisions" else ""


def _explain_end(own: LeagueSettings, *, two: bool) -> str:
    weeks = count(own.weeks, "week")
    if own.ends == "finish":
        return f"once all games are over. After {weeks} a computer judges adjourned ones."
    how = "margin it expects" if two else "chances of winning (equal within 5 percentage points)"
    judges = f"A computer (level 5) judges unfinished games by the {how}; games not begun are draws."
    return f"after {weeks}, or once all games are over. {judges}"


def describe_draft(league: League) -> list[str]:
    """Return the host's choices, a line for each form of the panel."""
    own = settings_of(league)
    most = most_of_division(own)
    play = (
        f"{own.rounds} rounds" if own.form == "rounds" else f"divisions of up to {most}, {count(own.at_once, 'game')} at once"
    )
    pace = f"{LABELS.get(own.pace, own.pace)} ({PACES[own.pace]})"
    off = f" {describe_off(own.off, own.zone)}" if own.off != "none" else ""
    even = "" if own.form == "rounds" or most == own.size else f", so divisions are of up to {most} instead of {own.size}"
    computer = f"level {own.level}, where the number of members is odd{even}" if own.computer else "none"
    return [
        f"How it is played: **{play}**, pace **{pace}**.{off}",
        f"Season: starts in **{count(own.days, 'day')}**, lasts **{count(own.weeks, 'week')}**, and **{ENDS[own.ends]}**",
        f"Computer: **{computer}**",
    ]


def list_charts(view: SeasonView) -> list[tuple[str, list[Standing]]]:
    """Return the pictures of the standings, each as a title and lines. A long list takes several pictures."""
    made = []
    for number, division in enumerate(view.divisions):
        what = f"{GAMES[view.league.kind].title}, season {view.season.number}"
        name = "Standings" if len(view.divisions) == 1 else f"Division {number + 1}"
        for first in range(0, len(division), ROWS):
            part = "" if len(division) <= ROWS else f" from {first + 1}"
            made.append((f"{name}{part} · {what}", [_chart_line(row) for row in division[first : first + ROWS]]))
    return made


def _chart_line(row: Row) -> Standing:
    member, line = row.member, row.line
    gone = member.left_at is not None
    return Standing(member.name, line.place, line.points, line.to_come, row.move, bool(line.judged), gone)
