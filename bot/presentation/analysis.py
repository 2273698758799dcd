"""The analysis of a finished game in words and as a chart, for Discord and the page."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import fmean

from bot.games.log import GameLog
from bot.panels import panel_of
from bot.presentation.replay import Replay
from bot.presentation.standing import change_of, describe_cost
from bot.presentation.texts import renderer_of
from players.lookback import MOST, BetterMove, DecidingTurn, LookBack, Standing, worth_telling
from render.charts import share_chart
from render.view import YOU, Picture
from rules import GAMES

MOST_NEWS = 80
"""Maximum length of a turn's news, in characters. Longer news is shortened."""


_POINTS = re.compile(r": [^:]* \+\d.*")
"""The pattern of the points of several seats at the end of a sentence: ``: You +11 and Björn +39``."""


def explain_chart(made: LookBack, replay: Replay) -> str:
    """Return the line below the chart; empty if nothing has to be explained.

    It says that nobody made a costly move, why the turn that changed most is not listed, and why a seat is ahead at the start.
    """
    lines = [] if made.deciding else ["Nobody made a costly move."]
    lucky = {each.turn for each in made.lucky}
    told = {each.turn for each in (*made.deciding, *choose_lucky(made))}
    changes = [
        max(abs(now - was) for was, now in zip(before.measure, after.measure, strict=True))
        for before, after in pairwise(made.standings)
    ]
    most = max(range(len(changes)), key=changes.__getitem__, default=0)
    if changes and most not in told and changes[most] >= worth_telling(in_points=made.in_points):
        why = "by luck" if most in lucky else "but no better move was found"
        lines.append(f"Turn {replay.find_scene(made.turns[most].end - 1)} changed most, {why}.")
    if max(made.standings[0].measure) - fmean(made.standings[0].measure) >= 2 * worth_telling(in_points=made.in_points):
        lines.append("At the start the seats are not equal.")
    return " ".join(lines)


def number_turn(replay: Replay, made: LookBack, deciding: DecidingTurn) -> int:
    """Return a decisive turn's number, counted as in ``/history`` and on the page.

    It is the number of the scene with the missed move, or else of the scene with the turn's last action.
    """
    return replay.find_scene(deciding.better.place if deciding.better is not None else made.turns[deciding.turn].end - 1)


def find_first_shown(log: GameLog, made: LookBack, deciding: DecidingTurn) -> int:
    """Return the index in the record of the first action of a decisive turn to show.

    It is the decision that was a mistake, unless the decisions of a turn are sent together: then the whole turn is shown.
    """
    if deciding.better is None or panel_of(log.row.kind, log.row.rules).collects:
        return made.turns[deciding.turn].first
    return deciding.better.place


def draw_chart(log: GameLog, made: LookBack, replay: Replay, theme: str) -> Picture:
    """Return a chart of the seats' standings after each turn, with the most decisive turns marked. Call this in a thread."""
    row, renderer = log.row, renderer_of(log.row.kind, log.row.rules)
    owners = [renderer.owner(log.state(), seat) for seat in range(row.seats)]
    title = f"{GAMES[row.kind].title} #{row.id}: {'expected lead at the end' if made.in_points else 'who was ahead'}"
    marked = sorted({number_turn(replay, made, each) for each in made.deciding})
    return share_chart(title, _list_measures(made, replay), row.names, owners, marked, theme, in_points=made.in_points)


def _list_measures(made: LookBack, replay: Replay) -> list[tuple[float, ...]]:
    """Return the standings at the start and after each scene, which are those of the last completed turn."""
    ends = [turn.end for turn in made.turns]
    return [made.standings[bisect_right(ends, end)].measure for end in (0, *replay.ends)]


def sort_moments(turns: Iterable[DecidingTurn]) -> list[DecidingTurn]:
    """Return the turns in the order in which they were played."""
    return sorted(turns, key=lambda each: each.turn)


def choose_lucky(made: LookBack) -> list[DecidingTurn]:
    """Return the turn that chance decided most, if it still fits below the chart on a phone, or an empty list.

    Turns in which the chart hardly moved, or moved against the luck, are left out.
    """
    told = {each.turn for each in made.deciding}
    lucky = (each for each in made.lucky if each.turn not in told and _is_on_chart(made, each))
    most = MOST if len(made.standings[0].measure) <= 4 else MOST - 1  # with more seats the chart's legend is longer
    return list(lucky)[: int(len(made.deciding) < most)]


def _is_on_chart(made: LookBack, lucky: DecidingTurn) -> bool:
    """Return whether the chart shows a notable change in a turn that chance decided, in the direction of the luck."""
    seat, before, after = _find_moved(made, lucky)
    whole = after.measure[seat] - before.measure[seat]
    if (
        lucky.before is not None
        and lucky.after is not None
        and (lucky.after.measure[seat] - lucky.before.measure[seat]) * whole <= 0
    ):
        return False
    return abs(whole) >= worth_telling(in_points=made.in_points)


def _find_moved(made: LookBack, deciding: DecidingTurn, reader: int | None = None) -> tuple[int, Standing, Standing]:
    """Return the seat whose change to report, and its standings before and after the turn, as on the chart.

    ``reader``: the seat to prefer; ``None``: the seat that made the turn.
    """
    turn, before = made.turns[deciding.turn], made.standings[deciding.turn]
    return choose_moved(turn.seat if reader is None else reader, before, turn.standing), before, turn.standing


def describe_moment(
    log: GameLog, made: LookBack, deciding: DecidingTurn, names: Sequence[str], number: int, *, with_better: bool = True
) -> str:
    """Return the moves of a decisive turn, what they cost or brought a player, and the better move unless it is left out.

    ``names``: the names of the seats, with marks; ``YOU`` for the reader's own. ``number``: the number of the turn
    (:func:`number_turn`).
    """
    renderer, turn = renderer_of(log.row.kind, log.row.rules), made.turns[deciding.turn]
    steps = log.steps_of(find_first_shown(log, made, deciding), turn.end)
    news = shorten_news(renderer.news(steps, names).replace("\n", " "))
    told = f"**Turn {number}:** {news}"
    if (better := deciding.better) is None:
        seat, before, after = _find_moved(made, deciding, names.index(YOU) if YOU in names else None)
        return f"{told} {change_of(names[seat], before, after, seat)}"
    told += f" {describe_cost(names[better.seat], better.gain, in_points=better.in_points)}"
    if with_better:
        state = log.record().states()[better.place]
        told += f" Better: {renderer.to_infinitives(state, better.read(state)[0])}."
    return told


def explain_better(log: GameLog, better: BetterMove, names: Sequence[str]) -> str:
    """Return why a move was better, in one sentence to the player whose turn it was; empty if nothing can be said.

    ``names``: the names of the seats, with marks.
    """
    state = log.record().states()[better.place]
    moves, played = better.read(state)
    return renderer_of(log.row.kind, log.row.rules).explain(state, moves, names, played)


def shorten_news(news: str) -> str:
    """Return the news of a turn; if they are long, only the first sentence without everybody's points."""
    return news if len(news) <= MOST_NEWS else f"{_POINTS.sub('', news.split('. ')[0].rstrip('.'))}."


def choose_moved(preferred: int | None, before: Standing, after: Standing) -> int:
    """Return the seat whose change to report: the preferred one, or the most changed one if theirs is negligible."""
    changes = [abs(now - was) for was, now in zip(before.measure, after.measure, strict=True)]
    if preferred is None or changes[preferred] < worth_telling(in_points=bool(after.margins)):
        return max(range(len(changes)), key=lambda seat: changes[seat])
    return preferred
