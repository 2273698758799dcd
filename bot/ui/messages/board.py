"""The message of a board: whose turn it is, what happened, the scores, the buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Annotated

import discord

from bot.common.markdown import as_typed, bold, bold_names, plain, to_markdown
from bot.common.words import YOUR_TURN
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.panels.house_rules import HOUSE_RULES
from bot.presentation.proposals import describe_undos
from bot.presentation.texts import MESSAGE, cut, format_level, renderer_of, shorten
from bot.storage.queries.play.games import ABANDONED, GameRow
from bot.storage.queries.play.writing import Remark
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.messages.seat_offer import describe_changes
from bot.ui.words.references import mention
from bot.ui.words.results import list_short_scores, result_of
from bot.usecases.access import NOBODY_RESUMED, has_computer
from bot.usecases.computers.seats import suggest_level
from bot.usecases.tables import matches
from render.text.words import format_points
from rules import GAMES, Drop, State
from rules.steps import Step, group_turns
from rules.words import count

NO_THREAD = {
    "refused": "I could not make a thread for this game here, so its boards come to this channel.",
    "inside": "This is a thread already, so its boards come here.",
    "gone": "The thread of this game was deleted or locked, so it goes on in this channel.",
}
"""Explanations why boards are posted in the channel although the game should have a thread."""
MOST_NEWS = 3
"""Maximum number of lines of news since the last board; ``/history`` has all of it."""
MOST_LETTERS = 150
"""Maximum length of the lines of news together, in characters: five lines on a phone."""


class BoardPress(Press, word="board"):
    """A button under the board of a version of a game."""

    game_id: int
    version: int
    what: Annotated[str, one_of("play", "board", "rules", "again", "level", "vote", "replay", "lookback", "retry", "card")]


def write_text(
    log: GameLog,
    state: State,
    start: int,
    end: int,
    changes: Sequence[SeatChange] = (),
    closing: Sequence[str] = (),
    *,
    current: bool = True,
    ping: bool = True,
    time: str = "",
    remarks: Sequence[Remark] = (),
    said_after: int = 0,
    note: str | None = None,
) -> str:
    """Return the text of a board's message: whose turn it is, what happened, and the scores in the last line.

    Phones show the first line in the notification. Only the ``current`` board asks a player to move.

    ``changes``: the changes of seat holders since the game began. ``closing``: lines for the end of the game. ``ping``: whether
    to mention the player to move. ``time``: sentences about the time to think. ``remarks``: the players' comments on their
    moves, of which those from before ``said_after`` are left out. ``note``: a key of :data:`NO_THREAD`, or ``None``.
    """
    row = log.row
    said = (each for each in remarks if start < each.version <= end and each.at > said_after)
    lines = [
        _write_status(row, state, time, current=current, ping=ping),
        describe_news(log, start, end),
        *(f"💬 {bold(each.name)}: {as_typed(each.text)}" for each in said),
        describe_changes(row, changes, end),
        *closing,
        f"-# {NO_THREAD[note]}" if note in NO_THREAD else "",
    ]
    scores = list_short_scores(row, state) + list_levels(row)
    above = cut("\n".join(filter(None, lines)), MESSAGE - len(scores) - 1)
    return f"{above}\n{scores}"


def _write_status(row: GameRow, state: State, time: str, *, current: bool, ping: bool) -> str:
    """Return the first line of a board: whose turn it is, or the result, and the time to think."""
    heading = write_heading(row)
    if not state.is_over and row.status != "cancelled" and current and state.seat is not None and not row.is_adjourned:
        if ping:
            turn = f"{mention(row.players[state.seat])}, {YOUR_TURN} in {heading}."
        else:
            turn = f"It is still {bold(row.names[state.seat])}’s turn in {heading}."
        return f"{turn} {time}".rstrip()
    return " · ".join(filter(None, (heading, describe_ending(row, state), time)))


def describe_ending(row: GameRow, state: State) -> str:
    """Return a sentence about how a game has ended; empty if it is still running."""
    if state.is_over:
        return result_of(row.names, state)
    return explain_cancelled(row) if row.status == "cancelled" else ""


def explain_cancelled(row: GameRow) -> str:
    """Return the line that says who cancelled a game, or that nobody resumed it."""
    if row.ending == ABANDONED:
        return NOBODY_RESUMED
    who = "a server manager" if row.cancelled_by is None else f"<@{row.cancelled_by}>"
    return f"The game was cancelled by {who}."


def describe_dropped(row: GameRow) -> str:
    """Return the line that the premove of the player to move did not fit, without revealing it; empty if nobody is to move."""
    return "" if row.seat is None else f"{bold(row.names[row.seat])}’s premove no longer fits."


def write_heading(row: GameRow) -> str:
    """Return the heading of a game: ``**Pastures New** #12``."""
    pair = f" (second of a pair with #{row.second_of})" if row.second_of is not None else ""
    casual = "" if row.counts or row.is_demo else " (casual)"
    league = f" · league #{row.terms.league}" if row.terms.league else ""
    return f"**{GAMES[row.kind].title}** #{row.id}{pair}{casual}{league}{_describe_match(row)}"


def _describe_match(row: GameRow) -> str:
    """Return the game's number in its match and the score before it; empty without a match."""
    if row.terms.match is None:
        return ""
    return f" · {row.terms.match_game} of a match of {row.terms.match} · {format_score(row, row.terms.match_score)}"


def format_score(row: GameRow, score: tuple[float, float]) -> str:
    """Return the score of a match, in the order of the seats of ``row``: ``Ada 1½ : ½ Björn``."""
    first, second = (plain(name) for name in row.names)
    return f"{first} {format_points(score[0])} : {format_points(score[1])} {second}"


def list_levels(row: GameRow) -> str:
    """Return the levels of the computers, to be appended to the scores; empty if none plays."""
    levels = sorted({player.level for player in row.players if player.is_computer})
    return f" · bot: {' and '.join(map(format_level, levels))}" if levels else ""


def describe_news(log: GameLog, start: int, end: int) -> str:
    """Describe what happened between two versions of a game, in at most :data:`MOST_NEWS` short lines."""
    told_first = (
        to_markdown(describe_undos(log, start, end)),
        describe_leavers(log, start, end),
        find_stand_ins(log, start, end),
    )
    played = [step for step in log.steps(start, end) if not isinstance(step.action, Drop)]
    first = shorten(" ".join(filter(None, told_first)), MOST_LETTERS)
    then = describe_steps(log.row, played, MOST_NEWS - bool(first), MOST_LETTERS - len(first))
    return "\n".join(filter(None, (first, then)))


def find_stand_ins(log: GameLog, start: int, end: int) -> str:
    """Return sentences about the seats for which a computer played a turn between two versions; empty if none."""
    seats = dict.fromkeys(row.seat for row in log.rows[start:end] if row.level is not None and row.seat is not None)
    return " ".join(f"A computer played this turn for {bold(log.row.names[seat])}." for seat in seats)


def describe_steps(row: GameRow, steps: Sequence[Step], most: int = MOST_NEWS, room: int = MOST_LETTERS) -> str:
    """Describe the newest turns, a line each: at most ``most`` lines and ``room`` characters, but at least the newest turn."""
    names, renderer = bold_names(row.names), renderer_of(row.kind, row.rules)

    def write(turns: Iterable[Sequence[Step]]) -> list[str]:
        return [" ".join(told.split("\n")) for turn in turns if turn and (told := renderer.news(turn, names))]

    several = len({step.before.seat for step in steps} - {None}) > 1  # computers and premoves also move before a board
    lines = [] if several else write([steps])
    if several or sum(map(len, lines)) > room:
        lines = write(group_turns(steps))
    if face_down := renderer.describe_face_down(steps):
        lines[-1:] = [" ".join([*lines[-1:], face_down])]
    fitting = sum(length <= room for length in accumulate(map(len, reversed(lines))))
    if min(fitting, most) < len(lines) > 1:
        kept = max(1, min(fitting, most - 1))
        where = "" if row.is_demo else ": see `/history`"
        lines = [f"{count(len(lines) - kept, 'earlier turn')}{where}.", *lines[-kept:]]
    return "\n".join(shorten(line, room) for line in lines)


def describe_leavers(log: GameLog, start: int, end: int) -> str:
    """Return sentences about the players who gave up or lost on time between two versions; empty if none."""
    told = []
    for row in log.rows[start:end]:
        if row.is_drop:
            name = bold(log.row.names[int(row.text.removeprefix("drop "))])
            told.append(f"{name} gave up." if row.text == f"drop {row.seat}" else f"{name}’s time was up.")
    return " ".join(told)


def make_buttons(row: GameRow, version: int, *, over: bool) -> discord.ui.View:
    """Return the buttons under a board."""
    if over:
        first = [] if matches.goes_on(row) else [Button("again", "Rematch", "primary")]
        first.append(Button("replay", "Replay"))
        if has_computer(row.kind):
            first += [Button("lookback", "Analysis"), Button("retry", "Practice mistakes")]
        shows = renderer_of(row.kind, row.rules).card_shows
        if shows is not None and row.ending == "played":
            first.append(Button("card", shows))
        second = [Button("vote", "Rematch with other rules")] if row.kind in HOUSE_RULES else []
        if (level := suggest_level(row)) is not None:
            second.append(Button("level", f"Level {level} next?"))
        second.append(Button("rules", "Rules"))
        rows = [first, second] if len(second) > 1 else [first + second]
    else:
        rows = [[Button("play", "Play", "primary"), Button("board", "Board"), Button("rules", "Rules")]]
    return view(show_button(BoardPress(row.id, version, b.id).id, b, place) for place, each in enumerate(rows) for b in each)
