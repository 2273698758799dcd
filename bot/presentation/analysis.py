"""The analysis of a finished game in words and as a chart, for Discord and the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.games.log import GameLog
from bot.presentation.standing import change_of
from bot.presentation.texts import renderer_of
from players.lookback import DecidingTurn, LookBack, Standing, worth_telling
from render.charts import share_chart
from render.view import Picture
from rules import GAMES

MOST_NEWS = 80
"""Maximum length of a turn's news, in characters, before they are shortened."""


_POINTS = re.compile(r": [^:]* \+\d.*")
"""The points of several seats at the end of a sentence: ``: You +11 and Björn +39``."""


def tell_about(made: LookBack) -> str:
    """Return the line below the chart, whose title says what it shows; empty if moments follow it."""
    return "" if made.deciding else "No turn decided much."


def draw_chart(log: GameLog, made: LookBack, theme: str) -> Picture:
    """Draw how the seats stood after each turn, with the most decisive turns marked. Call it in a thread."""
    row, renderer = log.row, renderer_of(log.row.kind, log.row.rules)
    stood = [standing.measure for standing in made.standings]
    owners = [renderer.owner(log.state(), seat) for seat in range(row.seats)]
    title = f"{GAMES[row.kind].title} #{row.id}: who was ahead{', in points' if made.in_points else ''}"
    marked = sorted(each.turn + 1 for each in made.deciding)
    return share_chart(title, stood, row.names, owners, marked, theme, in_points=made.in_points)


def sort_moments(turns: Iterable[DecidingTurn]) -> list[DecidingTurn]:
    """Return the turns in the order in which they were played."""
    return sorted(turns, key=lambda each: each.turn)


def tell_moment(log: GameLog, made: LookBack, deciding: DecidingTurn, names: Sequence[str], number: int) -> str:
    """Return the moves of a decisive turn, the change of a player's chances, and the better move.

    ``names``: of the seats, with marks; ``YOU`` for the reader's own. ``number``: of the turn, as the reader counts them.
    """
    renderer, turn = renderer_of(log.row.kind, log.row.rules), made.turns[deciding.turn]
    before, after = deciding.before or made.standings[deciding.turn], deciding.after or turn.standing
    seat = choose_moved(turn.seat, before, after)
    news = shorten_news(renderer.news(log.steps_of(turn.first, turn.end), names).replace("\n", " "))
    told = f"**Turn {number}:** {news} {change_of(names[seat], before, after, seat)}"
    if deciding.better is not None:
        state = log.record().states()[deciding.better.place]
        told += f" Better: {renderer.tell_deeds(state, deciding.better.read(state)[0])}."
    return told


def shorten_news(news: str) -> str:
    """Return the news of a turn; of long ones the first sentence, without everybody's points."""
    return news if len(news) <= MOST_NEWS else f"{_POINTS.sub('', news.split('. ')[0].rstrip('.'))}."


def choose_moved(mover: int | None, before: Standing, after: Standing) -> int:
    """Return the seat whose change to report after a turn: the mover's, or the most changed one if theirs is negligible."""
    changes = [abs(now - was) for was, now in zip(before.measure, after.measure, strict=True)]
    if mover is None or changes[mover] < worth_telling(in_points=bool(after.margins)):
        return max(range(len(changes)), key=lambda seat: changes[seat])
    return mover
