"""A puzzle as an exercise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.common.words import Text, join
from bot.games.puzzles import KeptPuzzle, Verdict
from bot.panels.core import Draft
from bot.presentation.exercises.core import Deed, Exercise, Line, Solver, Turn, name_seats, say_moves
from bot.usecases.learning import puzzles
from bot.usecases.learning.puzzles import Sitting
from players.judgement import SEPARATOR
from render import renderer_of
from render.view import Marks
from rules import GAMES, Action
from rules.words import count

SURE = 99
"""Percent of the win that are told as almost always."""
OPPONENT = 3
"""The level whose computers give the other seats their names."""
OUTCOMES: Mapping[str, str] = {
    "right": "You have solved it.",
    "good": "You have found a good answer.",
    "shown": "This is the answer.",
}
"""What came of a puzzle that is done, by its result."""


@dataclass(frozen=True, kw_only=True)
class PuzzleExercise(Exercise):
    """A puzzle before a member."""

    at: Sitting

    @property
    def puzzle(self) -> KeptPuzzle:
        """The puzzle itself."""
        return self.at.puzzle

    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store what is chosen in the panel."""
        chosen = self.at.chosen(draft)
        await puzzles.keep(solver.context, *solver.who, chosen)
        return Turn(make_puzzle(chosen))

    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge a turn by what it gives away. After two misses the answer is told."""
        verdict = self.puzzle.judge(text)
        return await self._store(solver, verdict, [tell_verdict(verdict, self.puzzle)])

    async def act(self, solver: Solver, deed: Deed) -> Turn:
        """Tell the answer, or set the next puzzle."""
        return Turn(await set_puzzle(solver, self.puzzle.game)) if deed == "next" else await self._store(solver, None)

    async def _store(self, solver: Solver, verdict: Verdict | None, said: Sequence[Line] = ()) -> Turn:
        """Store a try, or that the answer was asked for (``None``)."""
        after = await puzzles.answer(solver.context, *solver.who, self.puzzle, verdict)
        return Turn(make_puzzle(after), said, "" if after.points is None else f"Your puzzle rating: {after.points}")

    def mark_other(self) -> Marks:
        """Return what marks in the picture the move that the reason compares the answer with."""
        renderer, moves = renderer_of(self.start.game, self.start.rules), _parse_answer(self.puzzle)
        return renderer.mark_moves((), renderer.told_other(self.start, moves, renderer.explain(self.start, moves)))


async def find_puzzle(solver: Solver, puzzle_id: str) -> PuzzleExercise:
    """Return a puzzle that a member was set. Raise Refusal where it is not set any more."""
    return make_puzzle(await puzzles.find(solver.context, *solver.who, puzzle_id, solver.sees))


async def set_puzzle(solver: Solver, game: str | None) -> PuzzleExercise:
    """Return the puzzle that a member has not finished, or a new one. Raise Refusal after the last one."""
    return make_puzzle(await puzzles.set_next(solver.context, *solver.who, game, solver.sees))


def make_puzzle(at: Sitting) -> PuzzleExercise:
    """Return the exercise of a member before a puzzle."""
    puzzle, origin = at.puzzle, " · from a game of this server" if at.puzzle.from_server else ""
    return PuzzleExercise(
        title="Puzzle",
        place=f"{GAMES[puzzle.game].title}{origin}",
        task=Text(f"It is your move. {ask(puzzle, 'you')}"),
        start=puzzle.start,
        names=name_seats(puzzle.start, OPPONENT),
        draft=at.row.draft,
        played=puzzle.play(at.moves) if at.is_done else [],
        is_open=not at.is_done,
        outcome=Text(OUTCOMES[at.row.result or "shown"]),
        lines=_tell_end(at) if at.is_done else [],
        buttons={"next": "Next puzzle"} if at.is_done else {"tell": "Show the answer"},
        about=(puzzle.id,) if at.is_done else (puzzle.id, at.row.misses),
        at=at,
    )


def ask(puzzle: KeptPuzzle, mover: str) -> str:
    """Return the question: what is to be found, and by what it is measured. ``mover``: whose move it is."""
    answers = puzzle.judgement.answers
    move = "turn" if any(SEPARATOR in answer for answer in answers) else "move"
    wins = f"with which {mover} win{'' if mover == 'you' else 's'} most often"
    leads = f"that leaves {mover} furthest ahead at the end, if both play on as well as they can"
    many = "" if len(answers) == 1 else f" {len(answers)} {move}s are equally good: any of them counts."
    return f"Find the {move} {wins if puzzle.unit == 'share' else leads}.{many}"


def tell_verdict(verdict: Verdict, puzzle: KeptPuzzle) -> Line:
    """Return what a try is worth."""
    lost = _amount(verdict.gives_away, puzzle)
    match verdict.result:
        case "right":
            return Line("right", Text("Right! Nothing is better."))
        case "good":
            return Line("good", Text("Good, but it gives away {lost} against the best answer.", lost=lost))
        case _:
            proved = ", if both play on as well as possible" if puzzle.unit == "points" else ""
            return Line("no", Text(f"No: that gives away {{lost}}{proved}.", lost=lost))


def say_answer(puzzle: KeptPuzzle) -> str:
    """Return the first of the best answers in words."""
    return say_moves(puzzle.start, _parse_answer(puzzle))


def _tell_end(at: Sitting) -> list[Line]:
    """Return the best answer where another was played or none, how the game then ends, and why it is good."""
    ends = _tell_result(at.puzzle)
    begins = {"shown": "The answer", "good": "Best"}.get(at.row.result or "")
    best = Text(f"{begins}: **{{answer}}**.", answer=say_answer(at.puzzle)) if begins else Text("")
    return [Line("answer" if begins else "", join([best, Text(ends)])), Line("", _tell_reason(at.puzzle))]


def _tell_result(puzzle: KeptPuzzle) -> str:
    best = puzzle.judgement.best
    if puzzle.unit == "share":
        return "You then win almost always." if best >= SURE else f"You then win about {best} of 100 times."
    if not best:
        return "With best play on both sides you share the win."
    ends = f"win by {count(best, 'point')}" if best > 0 else f"lose by {count(-best, 'point')}, after any worse move by more"
    return f"With best play on both sides you {ends}."


def _tell_reason(puzzle: KeptPuzzle) -> Text:
    """Return why the best answer is good, where the game can say so, and what the most obvious other move gives away."""
    state = puzzle.start
    renderer, moves = renderer_of(state.game, state.rules), _parse_answer(puzzle)
    told, other = renderer.explain(state, moves), renderer.obvious_other(state, moves)
    try:
        lost = 0 if other is None else puzzle.judgement.best - puzzle.judgement.value_of([str(other)])
    except KeyError:  # no whole turn begins with it
        lost = 0
    if other is None or not lost:
        return Text(told)
    ends = Text("In the end **{move}** gives away {lost}.", move=renderer.say_move(state, other), lost=_amount(lost, puzzle))
    return join([Text(told), ends])


def _parse_answer(puzzle: KeptPuzzle) -> list[Action]:
    return [puzzle.start.parse(text) for text in puzzle.answer]


def _amount(lost: int, puzzle: KeptPuzzle) -> str:
    return count(lost, "point") if puzzle.unit == "points" else f"{lost} % of the win"
