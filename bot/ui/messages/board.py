"""The message of a board: whose turn it is, what happened, the scores, the buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import discord

from bot.common.markdown import as_typed, bold, bold_names, mention, to_markdown
from bot.common.words import YOUR_TURN
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.panels.house_rules import HOUSE_RULES
from bot.presentation.texts import MESSAGE, cut, renderer_of, show_emblem, tell_decisions, tell_level, tell_result
from bot.storage.queries.play.games import ABANDONED, GameRow
from bot.storage.queries.play.writing import Remark
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.messages.seat_offer import describe_changes
from bot.usecases.access import NOBODY_RESUMED, has_computer
from bot.usecases.computers.seats import suggest_level
from rules import GAMES, Drop, State
from rules.steps import Step

NOTES = {
    "refused": "-# I could not make a thread for this game here, so its boards come to the channel.",
    "inside": "-# This is a thread already, so the boards come here.",
    "gone": "-# The thread of this game was deleted or locked, so it goes on here.",
}
"""Why a board comes to the channel although the game should have a thread."""
MOST_NEWS = 1100
"""Characters of what happened since the last board; all of it is in ``/history``."""
MOST_TAKEN_BACK = 8
"""Moves that were taken back and are named."""


@dataclass(frozen=True)
class BoardPress(Press, word="board"):
    """A button under the board of a version of a game."""

    game_id: int
    version: int
    what: Annotated[str, one_of("play", "board", "rules", "again", "level", "vote", "replay", "lookback", "retry")]


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
) -> str:
    """Return the text of a board's message, without what the picture says; one that another has followed asks nobody to move.

    ``changes``: who held the seats before, since the game began.
    ``closing``: lines for the end of the game. ``ping``: whether it addresses the player to move. ``time``: the line about
    the time to think. ``remarks``: what players have said with their moves.
    """
    row = log.row
    if state.is_over:
        status = tell_result(row, state)
    elif row.status == "cancelled":
        status = tell_cancelled(row)
    elif state.seat is None:
        status = ""
    elif not current or row.is_adjourned:
        status = ""  # the picture says who was to move
    elif not ping:
        status = f"{show_emblem(row, state)} It is still {bold(row.names[state.seat])}'s turn."
    else:
        status = f"{show_emblem(row, state)} {mention(row.players[state.seat])}, {YOUR_TURN}."
    lines = [
        write_heading(row) + tell_levels(row),
        tell_news(log, start, end),
        *(tell_remark(remark) for remark in remarks if start < remark.version <= end),
        describe_changes(row, changes, end),
        status,
        time,
        *closing,
    ]
    return cut("\n".join(filter(None, lines)), MESSAGE)


def name_picture(row: GameRow, end: int, post_id: int) -> str:
    """Return the name of the picture of a board. It tells the post from any other."""
    return f"{row.kind}-{row.id}-{end}-{post_id}.png"


def tell_remark(remark: Remark) -> str:
    """Return the line with a word that a player has said."""
    return f"💬 {bold(remark.name)}: {as_typed(remark.text)}"


def tell_cancelled(row: GameRow) -> str:
    """Return the line that says who has cancelled a game, or that nobody took it up."""
    if row.ending == ABANDONED:
        return NOBODY_RESUMED
    who = "somebody who manages this server" if row.cancelled_by is None else f"<@{row.cancelled_by}>"
    return f"The game was cancelled by {who}."


def tell_dropped(row: GameRow) -> str:
    """Return the line that tells a player to move, and reveals to nobody what they had chosen."""
    return "" if row.seat is None else f"-# {bold(row.names[row.seat])}'s premove did not fit."


def write_heading(row: GameRow) -> str:
    """Return the first line: which game it is."""
    pair = f" · second of a pair with #{row.second_of}" if row.second_of is not None else ""
    casual = "" if row.counts or row.is_demo else " · casual"
    return f"**{GAMES[row.kind].title}** · game #{row.id}{pair}{casual}"


def tell_levels(row: GameRow) -> str:
    """Return what the first line says of the computers that play; empty for none."""
    levels = sorted({player.level for player in row.players if player.is_computer})
    return f" · computer at {' and '.join(map(tell_level, levels))}" if levels else ""


def tell_news(log: GameLog, start: int, end: int) -> str:
    """Return what happened from one version of a game to another, in words; a line for each turn where computers had theirs."""
    told_first = (describe_undos(log, start, end), tell_who_left(log, start, end), find_stand_ins(log, start, end))
    played = [step for step in log.steps(start, end) if not isinstance(step.action, Drop)]
    parts = (*told_first, tell_steps(log.row, played))
    return cut("\n".join(filter(None, parts)), MOST_NEWS)


def find_stand_ins(log: GameLog, start: int, end: int) -> str:
    """For whom a computer played a turn between two versions; empty for nobody."""
    seats = dict.fromkeys(row.seat for row in log.rows[start:end] if row.level is not None and row.seat is not None)
    return " ".join(f"A computer played this turn for {bold(log.row.names[seat])}." for seat in seats)


def tell_steps(row: GameRow, steps: Sequence[Step]) -> str:
    """Return what some steps of a game brought, in words; a line for each turn where computers had theirs."""
    names = bold_names(row.names)
    tell = renderer_of(row.kind, row.rules).news
    several = len({step.before.seat for step in steps} - {None}) > 1  # computers and premoves answer before a board is posted
    turns = list(_turns(steps)) if several else [steps]
    lines = [line for turn in turns if turn and (line := tell(turn, names))]
    return "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else "".join(lines)


def _turns(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """Return steps turn by turn: each seat's that follow each other, with what chance brought before the next seat's."""
    first = 0
    for place, step in enumerate(steps):
        turn = steps[first].before.turn
        if place > first and not step.before.is_chance and step.before.turn != turn:
            yield steps[first:place]
            first = place
    yield steps[first:]


def tell_who_left(log: GameLog, start: int, end: int) -> str:
    """Return who gave up between two versions, and who lost on time; empty for nobody."""
    told = []
    for row in log.rows[start:end]:
        if row.text.startswith("drop "):
            name = bold(log.row.names[int(row.text.removeprefix("drop "))])
            told.append(f"{name} gave up." if row.text == f"drop {row.seat}" else f"{name}'s time was out.")
    return " ".join(told)


def describe_undos(log: GameLog, start: int, end: int) -> str:
    """Return who took back what between two versions; empty for nobody. Decisions only: of chance nothing is told."""
    undos = [row for row in log.rows[start:end] if row.kind == "undo"]
    seat = undos[-1].seat if undos else None
    if seat is None:
        return ""
    told = to_markdown(tell_decisions(log.row, log.steps_undone(start, end), MOST_TAKEN_BACK))
    return f"{bold(log.row.names[seat])} took back: *{told}*" if told else f"{bold(log.row.names[seat])} took back a move."


def make_buttons(row: GameRow, version: int, *, over: bool) -> discord.ui.View:
    """Return the buttons under a board."""
    if over:
        wanted = [Button("again", "Play again", "primary"), Button("replay", "Replay")]
        if has_computer(row.kind):
            wanted += [Button("lookback", "Look back"), Button("retry", "Try again")]
        wanted.append(Button("rules", "Rules"))
        if (level := suggest_level(row)) is not None:
            wanted.insert(1, Button("level", f"Level {level} next?"))
        if row.kind in HOUSE_RULES:
            wanted.insert(1, Button("vote", "Play again with other rules"))
    else:
        wanted = [Button("play", "Play", "primary"), Button("board", "Board"), Button("rules", "Rules")]
    return view(make_button(BoardPress(row.id, version, b.id).id, b) for b in wanted)
