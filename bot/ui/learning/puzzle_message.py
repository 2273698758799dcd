"""The message of a puzzle: the position, the question, and the real **Play** panel of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.common.home import is_home
from bot.common.markdown import escape
from bot.games.puzzles import KeptPuzzle, Verdict
from bot.panels import panel_of
from bot.panels.core import Button, Panel, Row
from bot.panels.maker import add_buttons
from bot.ui.channels.visibility import sees_channel
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import GREY, MESSAGE, colour_in, cut, renderer_of
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.learning.position import Position, draw_position
from bot.ui.messages.gallery import RulesPress
from bot.ui.play.open_board import PAGE, make_page_buttons
from bot.usecases.learning.puzzles import Sitting
from bot.usecases.learning.server_puzzles import Sees
from players.judgement import SEPARATOR
from render.view import NO_MARKS, Marks
from rules import GAMES
from rules.steps import Step
from rules.words import count

Interaction = discord.Interaction[Any]

NEXT, TELL, RULES, REPORT = "puzzle.next", "puzzle.tell", "puzzle.rules", "puzzle.report"
"""The ids of the buttons that are the puzzle's own, beside those of the panel."""
SURE = 99
"""Percent of the win that are told as almost always."""
OPPONENT = 3
"""The level whose computers give the other seats their names."""


@dataclass(frozen=True)
class PuzzlePress(Press, word="puzzle"):
    """A button or menu of a puzzle's message: of the panel, or the puzzle's own.

    ``stamp`` differs from one answer to the next, as in ``bot.ui.play.panel_message.PanelPress``.
    """

    puzzle: str
    control: str
    stamp: str


def who(interaction: Interaction) -> tuple[int, int]:
    """Return the server and the member of an interaction."""
    return guild_of(interaction), interaction.user.id


def sees(interaction: Interaction) -> Sees:
    """Return a function that says whether the user of an interaction sees a channel."""
    return lambda channel_id: sees_channel(interaction, channel_id)


async def render_puzzle(
    app: App, interaction: Interaction, sitting: Sitting, *, said: str = "", verdict: Verdict | None = None, edit: bool
) -> Reply:
    """Return the message of a puzzle. ``said``: what is said above the panel. ``verdict``: of the try that led to it."""
    puzzle, state = sitting.puzzle, sitting.puzzle.start
    played = puzzle.play(sitting.moves) if sitting.is_done else []
    panel = None if sitting.is_done else panel_of(state.game, state.rules).build(state, state.seat or 0, sitting.row.draft)
    file = await _draw(app, interaction, sitting, panel, played)
    origin = " · from a game of this server" if puzzle.from_server else ""
    lines = [f"**Puzzle** · {GAMES[puzzle.game].title}{origin}", f"🎯 It is your move. {ask(puzzle, 'you')}"]
    if verdict is not None:
        lines.append(tell_verdict(verdict, puzzle))
    if panel is None:
        lines += tell_end(sitting)
        report = () if is_home(guild_of(interaction)) else (Button(REPORT, "Report"),)  # at home nobody decides about it
        rows: list[Row] = [(Button(NEXT, "Next puzzle", "primary"), Button(RULES, "Rules"), *report)]
    else:
        lines += [said, panel.text]
        rows = add_buttons(panel.rows, [Button(TELL, "Show the answer"), *make_page_buttons(app), Button(RULES, "Rules")])

    def custom_id(control: str) -> str:
        if control == RULES:
            return RulesPress(puzzle.game, "open").id
        if control == PAGE:
            return LearningPagePress("puzzle", puzzle.id).id
        return PuzzlePress(puzzle.id, control, f"{interaction.id:x}").id

    text = cut("\n".join(filter(None, lines)), MESSAGE)
    colour = GREY if panel is None else colour_in(state)
    return Reply("", view=lay_out(text, rows, custom_id, file), files=(file,), colour=colour, edit=edit)


def ask(puzzle: KeptPuzzle, mover: str) -> str:
    """Return the question: what is to be found, and by what it is measured. ``mover``: whose move it is."""
    answers = puzzle.judgement.answers
    move = "turn" if any(SEPARATOR in answer for answer in answers) else "move"
    wins = f"with which {mover} win{'' if mover == 'you' else 's'} most often"
    leads = f"that leaves {mover} furthest ahead at the end, if both play on as well as they can"
    many = "" if len(answers) == 1 else f" {len(answers)} {move}s are equally good: any of them counts."
    return f"Find the {move} {wins if puzzle.unit == 'share' else leads}.{many}"


def tell_end(sitting: Sitting) -> list[str]:
    """Return what is said of a puzzle that is done: the answer, why it is good, and what it has made of the rating."""
    return [_tell_answer(sitting), _tell_reason(sitting), _tell_points(sitting)]


def tell_verdict(verdict: Verdict, puzzle: KeptPuzzle) -> str:
    """Return what a try is worth."""
    is_proved = puzzle.unit == "points"
    lost = _amount(verdict.gives_away, puzzle)
    match verdict.result:
        case "right":
            return "✅ Right! Nothing is better."
        case "good":
            return f"☑️ Good, but it gives away {lost} against the best answer."
        case _:
            return f"❌ No: that gives away {lost}{', if both play on as well as possible' if is_proved else ''}."


def _tell_answer(sitting: Sitting) -> str:
    """Return the best answer in words where another was played or none, and how the game then ends."""
    puzzle = sitting.puzzle
    ends = _tell_result(puzzle)
    begins = {"shown": "The answer", "good": "Best"}.get(sitting.row.result or "")
    return f"💡 {begins}: **{escape(say_answer(puzzle))}**. {ends}" if begins else ends


def say_answer(puzzle: KeptPuzzle) -> str:
    """Return the first of the best answers in words."""
    state, told = puzzle.start, list[str]()
    renderer = renderer_of(state.game, state.rules)
    for text in puzzle.answer:
        move = state.parse(text)
        told.append(renderer.say_move(state, move))
        state = state.play(move)
    return ", then ".join(told)


def _tell_result(puzzle: KeptPuzzle) -> str:
    best = puzzle.judgement.best
    if puzzle.unit == "share":
        return "You then win almost always." if best >= SURE else f"You then win about {best} of 100 times."
    if not best:
        return "With best play on both sides you share the win."
    ends = f"win by {count(best, 'point')}" if best > 0 else f"lose by {count(-best, 'point')}, after any worse move by more"
    return f"With best play on both sides you {ends}."


def _amount(lost: int, puzzle: KeptPuzzle) -> str:
    return count(lost, "point") if puzzle.unit == "points" else f"{lost} % of the win"


def _tell_reason(sitting: Sitting) -> str:
    """Return why the best answer is good, where the game can say so, and what the most obvious other move gives away."""
    puzzle, state = sitting.puzzle, sitting.puzzle.start
    renderer, moves = renderer_of(state.game, state.rules), [state.parse(text) for text in sitting.puzzle.answer]
    told, other = renderer.because(state, moves), renderer.obvious_other(state, moves)
    try:
        lost = 0 if other is None else puzzle.judgement.best - puzzle.judgement.value_of([str(other)])
    except KeyError:  # no whole turn begins with it
        lost = 0
    if other is None or not lost:
        return told
    return f"{told} In the end **{escape(renderer.say_move(state, other))}** gives away {_amount(lost, puzzle)}."


def _tell_points(sitting: Sitting) -> str:
    return "" if sitting.points is None else f"-# Your puzzle rating: {sitting.points}"


def _mark_other(sitting: Sitting) -> Marks:
    """Return what marks in the picture the move that the reason compares the answer with."""
    state = sitting.puzzle.start
    renderer, moves = renderer_of(state.game, state.rules), [state.parse(text) for text in sitting.puzzle.answer]
    return renderer.mark_moves((), renderer.told_other(state, moves, renderer.because(state, moves)))


async def _draw(
    app: App, interaction: Interaction, sitting: Sitting, panel: Panel | None, played: Sequence[Step]
) -> Attachment:
    """Draw the position, or what the answer has made of it."""
    puzzle, marks = sitting.puzzle, NO_MARKS if panel else _mark_other(sitting)
    position = Position(puzzle.id, OPPONENT, puzzle.start, played, panel, sitting.row.draft, marks)
    made = await draw_position(app, interaction, position)
    return Attachment(made.png, f"puzzle-{puzzle.game}-{puzzle.id}.png", made.alt)
