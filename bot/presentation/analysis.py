"""The analysis of a finished game in words and as a chart, for Discord and the page."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from statistics import fmean
from typing import NamedTuple, TypeAlias

from bot.games.log import GameLog
from bot.panels import panel_of
from bot.presentation.replay import Replay
from bot.presentation.standing import change_of, describe_better, is_sure
from bot.presentation.texts import renderer_of
from players.lookback import MOST, BetterMove, LookBack, LuckyTurn, PlayedTurn, Standing, get_smallest_change
from render.charts import share_chart
from render.text.words import lower_you
from render.view import YOU, Picture
from rules import GAMES, Action, AgreeDraw, Drop, State
from rules.steps import play_legal_steps

KeyTurn: TypeAlias = BetterMove | LuckyTurn
"""A turn that an analysis lists: a mistake, or a turn that chance decided."""
MOST_NEWS = 80
"""Maximum length of a turn's news, in characters. Longer news is shortened."""
MOST_NEWS_BELOW = 60
"""Maximum length of the news of a turn below the chart, in characters: two lines on a phone."""

SURE = 0.985
"""The share of the win from which a seat is nearly sure to win."""

_POINTS = re.compile(r": [^:]* \+\d.*")
"""The pattern of the points of several seats at the end of a sentence: ``: You +11 and Björn +39``."""
_PARTS = re.compile(r"[.;] ")
"""The pattern between the parts of news; the first part names what the dice or the bag decided."""


def entitle_mistakes(made: LookBack) -> str:
    """Return the line above the listed mistakes; without any, that no other move would have changed much."""
    if not made.costliest:
        return "No other move would have changed the result much."
    return "The costliest mistakes of all players:" if len(made.costliest) > 1 else "The costliest mistake:"


def explain_chart(made: LookBack, replay: Replay, names: Sequence[str]) -> str:
    """Return the line below the chart; empty if nothing has to be explained.

    It says why the turn that changed most is not listed, which seat is ahead at the start, and from which turn on a seat
    was nearly sure to win.
    """
    lines = list[str]()
    changes = [
        max(abs(now - was) for was, now in zip(before.measure, after.measure, strict=True))
        for before, after in pairwise(list_standings(made, replay))
    ]
    number = 1 + max(range(len(changes)), key=changes.__getitem__, default=0)
    moments: list[KeyTurn] = [*made.costliest, *choose_lucky(made, replay)]
    listed = {number_turn(replay, made, each) for each in moments}
    if changes and number not in listed and changes[number - 1] >= get_smallest_change(in_points=made.in_points):
        steps = replay.steps(number)
        why, state = _explain_unlisted(made, replay, number), steps[0].before
        seat = next((step.before.seat for step in steps if step.before.seat is not None), None)
        news = renderer_of(state.game, state.rules).news(steps, names).replace("\n", " ").rstrip(".")
        is_short = len(news) <= MOST_NEWS_BELOW and not why.startswith("because")  # the board of the turn shows the rest
        whose = "" if seat is None or is_short else f" ({names[seat]})"
        lines.append(f"The chart changed most in turn {number}{whose}, {why}{f': {news}' if is_short else ''}.")
    start = made.standings[0].measure
    if max(start) - fmean(start) >= 2 * get_smallest_change(in_points=made.in_points):
        lines.append(f"Before the first move {names[start.index(max(start))]} was expected to be ahead.")
    if (decided := _find_decisive_turn(made)) is not None:
        turns, seat = decided
        number, is_proven = replay.find_scene(turns[0].end - 1), all(is_sure(turn.shares, seat) for turn in turns)
        had = "had a sure win, calculated to the end" if is_proven else "always had a chance of over 98\u00a0%"
        lines.append(f"From turn {number} of {replay.last} on, {lower_you(names[seat])} {had}.")
    return " ".join(lines)


def _find_decisive_turn(made: LookBack) -> tuple[Sequence[PlayedTurn], int] | None:
    """Return the turn after which one seat was always nearly sure to win, with all later ones, and that seat.

    ``None`` if that was in the second half of the game, or a mistake is listed.
    """
    if made.in_points or made.costliest or not made.turns:
        return None
    last = made.turns[-1].shares
    seat = last.index(max(last))
    sure = list(takewhile(lambda turn: turn.shares[seat] >= SURE, reversed(made.turns)))
    first = len(made.turns) - len(sure)
    return (made.turns[first:], seat) if 2 * first < len(made.turns) else None


def _explain_unlisted(made: LookBack, replay: Replay, number: int) -> str:
    """Return why a turn is not listed, though the chart changed much in it."""
    steps = replay.steps(number)
    if any(isinstance(step.action, Drop) for step in steps):
        return "because a player gave up"
    if any(isinstance(step.action, AgreeDraw) for step in steps):
        return "because of the draw"
    before, after = (sum(each.shares) for each in list_standings(made, replay)[number - 1 : number + 1])
    if abs(after - before) > 0.5 and sum(made.standings[-1].shares) > 0.5:  # the rest is the chance that nobody wins
        return "because a player who cannot win can see to it that nobody does"
    if any(number_turn(replay, made, each) == number for each in made.mistakes or ()):
        return "but the mistake in it cost less"
    is_luck = any(number_turn(replay, made, each) == number for each in made.lucky)
    return "by luck" if is_luck else "but no clearly better move was found"


def find_turn(made: LookBack, moment: KeyTurn) -> int:
    """Return the index of a key turn in the turns of the analysis."""
    return moment.turn if isinstance(moment, LuckyTurn) else made.find_turn(moment.place)


def number_turn(replay: Replay, made: LookBack, moment: KeyTurn) -> int:
    """Return a key turn's number, counted as in ``/history`` and on the page.

    It is the number of the scene with the mistake, or else of the scene with the turn's last action.
    """
    return replay.find_scene(made.turns[moment.turn].end - 1 if isinstance(moment, LuckyTurn) else moment.place)


def draw_chart(log: GameLog, made: LookBack, replay: Replay, theme: str) -> Picture:
    """Return a chart of the seats' standings after each turn, with the costliest mistakes marked. Call this in a thread."""
    row, renderer = log.row, renderer_of(log.row.kind, log.row.rules)
    owners = [renderer.owner(log.state(), seat) for seat in range(row.seats)]
    title = f"{GAMES[row.kind].title} #{row.id}: {'expected lead at the end' if made.in_points else 'who was ahead'}"
    marked = sorted({number_turn(replay, made, each) for each in made.costliest})
    measures = [each.measure for each in list_standings(made, replay)]
    return share_chart(title, measures, row.names, owners, marked, theme, in_points=made.in_points)


def list_standings(made: LookBack, replay: Replay) -> list[Standing]:
    """Return the standings at the start and after each scene, which are those of the last completed turn."""
    ends = [turn.end for turn in made.turns]
    return [made.standings[bisect_right(ends, end)] for end in (0, *replay.ends)]


def sort_moments(made: LookBack, moments: Iterable[KeyTurn]) -> list[KeyTurn]:
    """Return key turns in the order in which they were played."""
    return sorted(moments, key=lambda each: find_turn(made, each))


def choose_lucky(made: LookBack, replay: Replay) -> list[LuckyTurn]:
    """Return the turn that chance decided most, if it still fits below the chart on a phone, or an empty list.

    Turns in which the chart hardly moved, or moved against the luck, are left out.
    """
    told = {find_turn(made, each) for each in made.costliest}
    lucky = (each for each in made.lucky if each.turn not in told and _is_on_chart(made, replay, each))
    most = MOST if len(made.standings[0].measure) <= 4 else MOST - 1  # with more seats the chart's legend is longer
    return list(lucky)[: int(len(made.costliest) < most)]


def _is_on_chart(made: LookBack, replay: Replay, lucky: LuckyTurn) -> bool:
    """Return whether the chart shows a notable change in a turn that chance decided, in the direction of the luck."""
    seat, before, after = _find_moved(made, replay, lucky)
    whole = after.measure[seat] - before.measure[seat]
    if (
        lucky.before is not None
        and lucky.after is not None
        and (lucky.after.measure[seat] - lucky.before.measure[seat]) * whole <= 0
    ):
        return False
    return abs(whole) >= get_smallest_change(in_points=made.in_points)


def _find_moved(made: LookBack, replay: Replay, lucky: LuckyTurn, reader: int | None = None) -> tuple[int, Standing, Standing]:
    """Return the seat whose change to report, and its standings before and after the turn, as on the chart.

    ``reader``: the seat to prefer; ``None``: the seat that made the turn.
    """
    scenes, stood = _list_scenes(made, replay, lucky), list_standings(made, replay)
    before, after = stood[scenes[0] - 1], stood[scenes[-1]]
    return choose_moved(made.turns[lucky.turn].seat if reader is None else reader, before, after), before, after


def _list_scenes(made: LookBack, replay: Replay, lucky: LuckyTurn) -> range:
    """Return the numbers of the scenes with a turn's actions. The first one of Land has the dice for the order of play, too."""
    turn = made.turns[lucky.turn]
    return range(replay.find_scene(turn.first), replay.find_scene(turn.end - 1) + 1)


def describe_moment(
    log: GameLog, made: LookBack, replay: Replay, moment: KeyTurn, names: Sequence[str], *, with_better: bool = True
) -> str:
    """Return the decisions of a mistake, how they compare with the best ones, and these unless they are left out.

    With the best ones, it says which decisions of the same turn were right.

    What chance made of the decisions is left out. For a turn that chance decided, return its news, and what it brought or cost
    a player.

    ``names``: the names of the seats, with marks; ``YOU`` for the reader's own.
    """
    renderer, told = renderer_of(log.row.kind, log.row.rules), f"**Turn {number_turn(replay, made, moment)}:**"
    if isinstance(moment, LuckyTurn):
        steps = [step for number in _list_scenes(made, replay, moment) for step in replay.steps(number)]
        news = shorten_news(renderer.news(steps, names).replace("\n", " "))
        seat, before, after = _find_moved(made, replay, moment, names.index(YOU) if YOU in names else None)
        return f"{told} {news} {change_of(names[seat], before, after, seat)}"
    choice, better = read_moves(log, moment), describe_better(moment.gain, in_points=moment.in_points)
    told += f" {names[moment.seat]} chose to {renderer.to_infinitives(choice.state, choice.played)}."
    told += f" The best move {better}."
    if not with_better:
        return told
    told += f" Better: {renderer.to_infinitives(choice.state, choice.best)}."
    if choice.common:
        told += f" To {renderer.to_infinitives(log.record().states()[moment.place], choice.common)} was right."
    return told


class Choice(NamedTuple):
    """The better and the played decisions of a mistake."""

    state: State
    """The position before them."""
    best: Sequence[Action]
    played: Sequence[Action]
    common: Sequence[Action] = ()
    """Decisions of both turns that the position contains already, such as the same one of two farms."""


def read_moves(log: GameLog, better: BetterMove) -> Choice:
    """Return the decisions of a mistake, in the position after those that both turns share.

    Where decisions are sent one by one, those that were not possible before the first one are left out: they are no choice of
    that moment.
    """
    state = log.record().states()[better.place]
    best, played = better.read(state)
    if panel_of(log.row.kind, log.row.rules).collects:
        return Choice(state, best, played)
    choice = _set_common_aside(Choice(state, best, played))
    legal = set(choice.state.moves())
    best, played = (tuple(takewhile(legal.__contains__, moves)) for moves in (choice.best, choice.played))
    return choice._replace(best=best, played=played)


def _set_common_aside(choice: Choice) -> Choice:
    """Return the choice after the decisions that are in both turns, if these could as well be made first."""
    common = [move for move in choice.best if move in choice.played]
    after, decisions = play_decisions(choice.state, common), (choice.best, choice.played)
    best, played = rests = [[move for move in moves if move not in common] for moves in decisions]
    if after is None or not (best and played):
        return choice
    is_same = all(
        play_decisions(after, rest) == play_decisions(choice.state, moves) for rest, moves in zip(rests, decisions, strict=True)
    )
    return Choice(after, best, played, common) if is_same else choice


def play_decisions(state: State, moves: Sequence[Action]) -> State | None:
    """Return the position after some decisions; ``None`` if they are not legal."""
    steps = play_legal_steps(state, map(str, moves))
    return None if len(steps) < len(moves) else steps[-1].after if steps else state


def explain_better(log: GameLog, better: BetterMove, names: Sequence[str]) -> str:
    """Return why a move was better, in one sentence to the player whose turn it was; empty if nothing can be said.

    ``names``: the names of the seats, with marks.
    """
    choice = read_moves(log, better)
    return renderer_of(log.row.kind, log.row.rules).explain(choice.state, choice.best, names, choice.played)


def shorten_news(news: str) -> str:
    """Return the news of a turn; if they are long, only the first part without everybody's points."""
    return news if len(news) <= MOST_NEWS else f"{_POINTS.sub('', _PARTS.split(news)[0].rstrip('.'))}."


def choose_moved(preferred: int | None, before: Standing, after: Standing) -> int:
    """Return the seat whose change to report: the preferred one, or the most changed one if theirs is negligible."""
    changes = [abs(now - was) for was, now in zip(before.measure, after.measure, strict=True)]
    if preferred is None or changes[preferred] < get_smallest_change(in_points=bool(after.margins)):
        return max(range(len(changes)), key=lambda seat: changes[seat])
    return preferred
