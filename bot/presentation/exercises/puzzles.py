"""A puzzle as an exercise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.common.words import Text, join
from bot.games.puzzles import KeptPuzzle, Verdict
from bot.panels.core import Draft
from bot.presentation.exercises.core import (
    Exercise,
    ExerciseAction,
    Line,
    Solver,
    Turn,
    explain_marks,
    name_seats,
    write_infinitives,
)
from bot.usecases.learning import puzzles
from bot.usecases.learning.puzzles import PuzzleAttempt
from players.judgement import SEPARATOR
from render import renderer_of
from render.view import NO_MARKS, Marks
from rules import GAMES, Action, State
from rules.words import count

SURE = 99
"""Percentage of wins shown as “almost always”."""
OPPONENT = 3
"""The level of the computers whose names the other seats get."""
OUTCOMES: Mapping[str, str] = {
    "right": "You have solved it.",
    "good": "You have found a good answer.",
    "shown": "This is the answer.",
}
"""The texts for finished puzzles, by result."""


@dataclass(frozen=True, kw_only=True)
class PuzzleExercise(Exercise):
    """A member's attempt at a puzzle."""

    at: PuzzleAttempt

    @property
    def puzzle(self) -> KeptPuzzle:
        """The puzzle."""
        return self.at.puzzle

    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store the choices in the panel."""
        chosen = self.at.chosen(draft)
        await puzzles.keep(solver.context, *solver.who, chosen)
        return Turn(make_puzzle(chosen))

    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge a turn by its loss compared to the best one. After two misses the answer is shown."""
        verdict = self.puzzle.judge(text)
        return await self._store(solver, verdict, [describe_verdict(verdict, self.puzzle)])

    async def act(self, solver: Solver, action: ExerciseAction) -> Turn:
        """Show the answer, or set the next puzzle."""
        return Turn(await set_puzzle(solver, self.puzzle.game)) if action == "next" else await self._store(solver, None)

    async def _store(self, solver: Solver, verdict: Verdict | None, said: Sequence[Line] = ()) -> Turn:
        """Store a try, or the request for the answer (``None``)."""
        after = await puzzles.answer(solver.context, *solver.who, self.puzzle, verdict)
        return Turn(make_puzzle(after), said, "" if after.points is None else f"Your puzzle rating: {after.points}")


async def find_puzzle(solver: Solver, puzzle_id: str) -> PuzzleExercise:
    """Return a puzzle of a member. Raise Refusal if it is no longer in use."""
    return make_puzzle(await puzzles.find(solver.context, *solver.who, puzzle_id, solver.sees))


async def set_puzzle(solver: Solver, game: str | None) -> PuzzleExercise:
    """Return the member's unfinished puzzle, or a new one. Raise Refusal after the last one."""
    return make_puzzle(await puzzles.set_next(solver.context, *solver.who, game, solver.sees))


def make_puzzle(at: PuzzleAttempt) -> PuzzleExercise:
    """Return the exercise for a member's attempt at a puzzle."""
    puzzle, origin = at.puzzle, " · from a game of this server" if at.puzzle.from_server else ""
    marks = _mark_better(at)
    return PuzzleExercise(
        title="Puzzle",
        place=f"{GAMES[puzzle.game].title}{origin}",
        task=Text(ask(puzzle)),
        start=puzzle.start,
        names=name_seats(puzzle.start, OPPONENT),
        draft=at.row.draft,
        played=puzzle.play(at.moves) if at.is_done and marks == NO_MARKS else [],
        is_open=not at.is_done,
        outcome=Text(OUTCOMES[at.row.result or "shown"]),
        lines=_describe_end(at) if at.is_done else [],
        marks=marks,
        buttons={"next": "Next puzzle"} if at.is_done else {"tell": "Show the answer"},
        about=(puzzle.id,) if at.is_done else (puzzle.id, at.row.misses),
        at=at,
    )


def ask(puzzle: KeptPuzzle) -> str:
    """Return the question: the task, and how success is measured."""
    judged = puzzle.judgement
    answers = judged.answers
    move = "turn" if any(SEPARATOR in answer for answer in answers) else "move"
    if puzzle.unit == "share":
        asked = f"Which {move} wins most often?"
    elif judged.is_decisive:
        asked = f"Find the {move} that {'wins' if judged.best else 'shares the win'} (both sides play perfectly)."
    else:
        asked = f"Find the best {move} (both sides play perfectly)."
    match len(answers):
        case 1:
            return asked
        case 2:
            return f"{asked} Two {move}s are equally good; either counts."
        case many:
            return f"{asked} {many} {move}s are equally good; any of them counts."


def describe_verdict(verdict: Verdict, puzzle: KeptPuzzle) -> Line:
    """Return the verdict on a try."""
    lost = _amount(verdict.gives_away, puzzle)
    match verdict.result:
        case "right":
            return Line("right", Text("Right! Nothing is better."))
        case "good":
            return Line("good", Text("Good, but it costs {lost}.", lost=lost))
        case _:
            result = "" if not verdict.loses else " and the win" if puzzle.judgement.best else " and the shared win"
            return Line("no", Text(f"No: that costs {{lost}}{result}.", lost=lost))


def describe_answer(puzzle: KeptPuzzle) -> str:
    """Return the first of the best answers in words."""
    return write_infinitives(puzzle.start, _parse(puzzle.start, puzzle.answer))


def _describe_end(at: PuzzleAttempt) -> list[Line]:
    """Return the best answer (unless it was played), the end of the game after it, and the reasons why it is good."""
    start, ends = at.puzzle.start, _describe_result(at.puzzle)
    begins = {"shown": "The answer", "good": "Best"}.get(at.row.result or "")
    best = Text(f"{begins}: **{{answer}}**.", answer=describe_answer(at.puzzle)) if begins else Text("")
    why = renderer_of(start.game, start.rules).explain(start, _parse(start, at.puzzle.answer))
    marked = explain_marks(_mark_better(at), "the best answer", "yours")
    return [Line("answer" if begins else "", join([best, Text(ends)])), Line("", Text(why)), Line("", Text(marked))]


def _mark_better(at: PuzzleAttempt) -> Marks:
    """Return marks for the best answer, and for the good one if that was played instead."""
    if at.row.result != "good":
        return NO_MARKS
    start = at.puzzle.start
    return renderer_of(start.game, start.rules).mark_moves(_parse(start, at.puzzle.answer), _parse(start, at.moves[:1]))


def _describe_result(puzzle: KeptPuzzle) -> str:
    best = puzzle.judgement.best
    if puzzle.unit == "share":
        return "You then win almost always." if best >= SURE else f"You then win about {best}\u00a0% of the time."
    if best < 0:
        return f"This keeps the loss to {_amount(-best, puzzle)}."
    return f"With best play you win by {_amount(best, puzzle)}." if best else "With best play you share the win."


def _parse(start: State, texts: Sequence[str]) -> list[Action]:
    return [start.parse(text) for text in texts]


def _amount(lost: int, puzzle: KeptPuzzle) -> str:
    if puzzle.unit == "share":
        return f"{lost}\u00a0% in winning chances"
    return count(lost, renderer_of(puzzle.start.game, puzzle.start.rules).scores_in)
