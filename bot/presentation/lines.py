"""Texts about lines: premoves armed by a player, and lines saved by a member."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.common.words import Text, with_names
from bot.games.armed_lines import ArmedLines, Line
from bot.games.log import GameLog
from bot.games.tries import Tried, follow_game
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.lines import Entries, KeptLine
from bot.usecases.play.lines import find_armed
from bot.usecases.queries import GameView
from render.text.words import turn_words
from rules import State

ARMED = "The premove is set. It is played if the others play these moves."
REPLACE = "Replace it"
"""The button that confirms the question of a Contradiction."""
DISARMED = "The premove is deleted."
NOTHING = "There is nothing to keep yet: try a move first."
OVER = "The game is over, so there is nothing to try out."


class Premove(NamedTuple):
    """A premove in words."""

    words: Text
    asked: Line
    """The line up to its answer."""


class SavedLine(NamedTuple):
    """A saved line, without the part already played."""

    id: int
    version: int
    line: Entries
    words: str
    state: str
    """``ahead``: it continues the newest position. ``earlier``: the game went another way. ``played``: all of it was played."""


def can_arm(view: GameView, user_id: int, version: int, tried: Tried) -> bool:
    """Return whether a tried line can be a premove of a member: others move first, the seat last, and chance never."""
    row, state, seat = view.row, view.state, view.row.seat_of(user_id)
    if version != view.version or seat is None or row.status != "running" or seat in (state.seat, *state.dropped):
        return False
    return bool(tried.steps) and tried.steps[-1].before.seat == seat and not any(step.before.is_chance for step in tried.steps)


def list_premoves(view: GameView, user_id: int) -> list[Premove]:
    """Return the premoves of a member, each followed by its continuations."""
    seat = view.row.seat_of(user_id)
    if seat is None or view.row.status != "running" or seat in (view.state.seat, *view.state.dropped):
        return []
    armed = find_armed(view.log, seat, view.armed)
    return [
        Premove(
            Text(f"If {_after(each.before)}{{line}}.", line=say_line(view.row, armed, each.line, len(each.before))), each.asked
        )
        for _, each in armed.list_all_rounds()
    ]


def _after(line: Line) -> str:
    return f"after {' '.join(line)}: " if line else ""


def say_line(row: GameRow, armed: ArmedLines, line: Line, begin: int = 0) -> Text:
    """Return a line from a decision on as a short text: ``Ada plays C4 F, you play D4 R``."""

    def tell(names: Sequence[str]) -> str:
        who = {seat: f"{name} plays" for seat, name in enumerate(names)} | {armed.seat: "you play"}
        return ", ".join(f"{who[seat]} {' '.join(texts)}" for seat, texts in armed.list_turns(line, begin))

    return with_names(tell, row.names)


def say_next(state: State, names: Sequence[str]) -> str:
    """Return the text about the position after a tried line."""
    return "Dice or tiles next: choose the outcome." if state.is_chance else turn_words(state, names)


def describe_kept(log: GameLog, lines: Iterable[KeptLine]) -> list[SavedLine]:
    """Return a member's saved lines, each without the part already played."""
    told = list[SavedLine]()
    for each in lines:
        at, rest = follow_game(log, each.version, each.entries)
        state = "played" if not rest else "ahead" if at == log.version else "earlier"
        words = ", ".join(" ".join(entry) for entry in rest or each.entries)
        told.append(SavedLine(each.id, at, rest, words, state))
    return told
