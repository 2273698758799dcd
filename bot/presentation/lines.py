"""Texts about lines: premoves that a player has armed, and lines that a member has saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.common.words import Text, join, with_names
from bot.games.armed_lines import ArmedLines, Line
from bot.games.log import GameLog
from bot.games.tried_lines import TriedLine, follow_game, list_steps_left
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.lines import Entries, KeptLine
from bot.usecases.play.lines import Contradiction, find_armed
from bot.usecases.queries import GameView
from render.text.words import THEN, does, turn_words
from rules import State
from rules.steps import group_turns, play_steps

ARMED = "The premove is set. It is played if the others play these moves."
REPLACE = "Replace it"
"""The label of the button that confirms replacing a contradicting premove."""
DISARMED = "The premove is deleted."
NOTHING = "There is nothing to save yet: try a move first."
OVER = "The game is over, so there is nothing to try out."
MOST_TURNS = 4
"""Maximum number of turns described for a saved line, so that a list of lines is readable on a phone."""


class Premove(NamedTuple):
    """A premove in words."""

    words: Text
    asked: Line
    """The line before its answer."""


class SavedLine(NamedTuple):
    """A saved line, without the part already played."""

    id: int
    version: int
    line: Entries
    words: Text
    state: str
    """``ahead``: it continues the newest position. ``earlier``: the game went another way. ``played``: all of it was played."""


def can_arm(view: GameView, user_id: int, version: int, tried: TriedLine) -> bool:
    """Return whether a tried line can be a premove of a member.

    That is so if others move first, the member's seat moves last, and nothing depends on chance.
    """
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
    told: dict[Line, Text] = {(): Text("")}
    found = list[Premove]()
    for _, each in armed.list_all_rounds():
        begins = "Then, if" if each.before else "If"
        words = Text(f"{begins} {{line}}.", line=describe_line(view.row, armed, each.line, len(each.before)))
        told[each.line] = join([told[each.before], words])
        found.append(Premove(told[each.line], each.asked))
    return found


def describe_line(row: GameRow, armed: ArmedLines, line: Line, begin: int = 0) -> Text:
    """Return a line, beginning at a decision, as a short text: ``Ada plays a forest on C4, you play a river on D4``."""

    def write(names: Sequence[str]) -> str:
        told, at = list[str](), begin
        for seat, texts in armed.list_turns(line, begin):
            phrases = write_turns(armed.play(line[:at]), texts)
            told.append(f"you {phrases}" if seat == armed.seat else does(names[seat], phrases))
            at += len(texts)
        return ", ".join(told)

    return with_names(write, row.names)


def write_turns(state: State, texts: Sequence[str]) -> str:
    """Return decisions as infinitives, turn by turn: ``play a forest on C4``."""
    write = renderer_of(state.game, state.rules).to_infinitives
    turns = group_turns(play_steps(state, texts))
    return THEN.join(write(turn[0].before, [step.action for step in turn]) for turn in turns)


def ask_to_replace(question: Contradiction) -> Text:
    """Return the question whether to replace a premove that answers the same moves differently."""
    move = write_turns(question.position, question.answer)
    return Text("You have a premove for that already: **{move}**. Replace it?", move=move)


def describe_next(state: State, names: Sequence[str]) -> str:
    """Return the text about the position after a tried line."""
    if state.is_chance:
        return "Dice or tiles next: choose the outcome."
    return turn_words(state, names) if state.seat is None else f"You move for {names[state.seat]}."


def describe_kept(log: GameLog, lines: Iterable[KeptLine]) -> list[SavedLine]:
    """Return a member's saved lines in words, each without the part already played."""
    told = list[SavedLine]()
    for each in lines:
        at, rest = follow_game(log, each.version, each.entries)
        state = "played" if not rest else "ahead" if at == log.version else "earlier"
        told.append(SavedLine(each.id, at, rest, _describe_rest(log, each, rest), state))
    return told


def _describe_rest(log: GameLog, line: KeptLine, rest: Entries) -> Text:
    """Return the first turns of a saved line without the part already played; all of it if it was played."""
    try:
        turns = group_turns(list_steps_left(log.state(line.version), line.entries, rest or line.entries))
    except ValueError:
        return Text("These moves can no longer be played.")
    renderer = renderer_of(log.row.kind, log.row.rules)
    more = ["…"] if len(turns) > MOST_TURNS else []
    return with_names(
        lambda names: " ".join([*(renderer.news(turn, names) for turn in turns[:MOST_TURNS]), *more]), log.row.names
    )
