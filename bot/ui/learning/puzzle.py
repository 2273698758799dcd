"""``/puzzle``: a position with a best answer, in one private message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.games.puzzles import KeptPuzzle, puzzles_of
from bot.panels import panel_of
from bot.panels.core import Button, Send
from bot.panels.maker import HELP, TYPE
from bot.ui.framework.app import App
from bot.ui.framework.layout import lay_out
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.puzzle_message import NEXT, REPORT, TELL, PuzzlePress, render_puzzle, sees, who
from bot.ui.learning.typed import make_field, read_half_move
from bot.ui.play.panels import TYPED
from bot.usecases.learning import puzzles, reports
from bot.usecases.learning.puzzles import Sitting
from bot.usecases.refusal import Refusal
from rules import GAMES

Interaction = discord.Interaction[Any]


async def show_puzzle(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the puzzle that the asker has not finished, or a new one. Raise Refusal after the last one."""
    if kind is not None and not puzzles_of(kind):
        raise Refusal(f"There are no puzzles for {GAMES[kind].title} yet.")
    return await render_puzzle(
        app, interaction, await puzzles.set_next(app.context, *who(interaction), kind, sees(interaction)), edit=False
    )


@answers(PuzzlePress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: PuzzlePress) -> Reply:
    """Answer a press in a puzzle: with another choice, a verdict, the answer, the next puzzle."""
    control = press.control
    if control == NEXT:
        kind = await puzzles.find_kind(app.context, *who(interaction), press.puzzle)
        after = await puzzles.set_next(app.context, *who(interaction), kind, sees(interaction))
        return await render_puzzle(app, interaction, after, edit=True)
    sitting = await puzzles.find(app.context, *who(interaction), press.puzzle, sees(interaction))
    puzzle, state = sitting.puzzle, sitting.puzzle.start
    if sitting.is_done and control == REPORT:
        return await _report(app, interaction, puzzle)
    if sitting.is_done:
        return await render_puzzle(app, interaction, sitting, edit=True)
    if control == TELL:
        after = await puzzles.answer(app.context, *who(interaction), puzzle, None)
        return await render_puzzle(app, interaction, after, edit=True)
    if control == TYPE:
        return Reply("", form=make_field(replace(press, control=TYPED).id, puzzle.start, "Your answer"))
    if control == TYPED:
        return await _try_typed(app, interaction, sitting, " ".join(press.values))
    maker = panel_of(state.game, state.rules)
    if control == HELP:
        return Reply(maker.build(state, state.seat or 0, sitting.row.draft).more)
    result = maker.press(state, state.seat or 0, sitting.row.draft, control, press.values)
    if isinstance(result, Send):
        return await _try(app, interaction, puzzle, result.text)
    return await _choose(app, interaction, sitting.chosen(result))


async def _report(app: App, interaction: Interaction, puzzle: KeptPuzzle) -> Reply:
    """Hide the puzzle from whoever reports it. Raise Refusal for one too many."""
    await reports.report(app.context, *who(interaction), puzzle.id)
    text = (
        f"**Puzzle** · {GAMES[puzzle.game].title}\nReported. You do not get it again, and it does not become the daily puzzle. "
        "Those who manage this server decide whether anybody else gets it. They are not told who reported it."
    )
    custom_id = PuzzlePress(puzzle.id, NEXT, f"{interaction.id:x}").id
    return Reply("", view=lay_out(text, [(Button(NEXT, "Next puzzle", "primary"),)], lambda _: custom_id), files=(), edit=True)


async def _choose(app: App, interaction: Interaction, sitting: Sitting) -> Reply:
    """Store a choice in the panel, and show it."""
    await puzzles.keep(app.context, *who(interaction), sitting)
    return await render_puzzle(app, interaction, sitting, edit=True)


async def _try(app: App, interaction: Interaction, puzzle: KeptPuzzle, text: str) -> Reply:
    """Judge a turn, and say what it is worth."""
    verdict = puzzle.judge(text)
    after = await puzzles.answer(app.context, *who(interaction), puzzle, verdict)
    return await render_puzzle(app, interaction, after, verdict=verdict, edit=True)


async def _try_typed(app: App, interaction: Interaction, sitting: Sitting, text: str) -> Reply:
    """Judge what was typed, or choose half a move. What the rules refuse is said with the rule, and is no miss."""
    try:
        return await _try(app, interaction, sitting.puzzle, text)
    except ValueError as error:
        half, why = read_half_move(sitting.puzzle.start, text, error)
    if half is not None:
        return await _choose(app, interaction, sitting.chosen(half))
    return await render_puzzle(app, interaction, sitting, said=why, edit=True)
