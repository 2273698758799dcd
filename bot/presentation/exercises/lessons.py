"""The step of a lesson as an exercise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.common.words import Text, join
from bot.games.lessons import games_with_lessons
from bot.panels.core import Draft
from bot.presentation.exercises.core import Exercise, ExerciseAction, Line, Solver, Turn, name_seats, write_infinitives
from bot.usecases.learning import lessons
from bot.usecases.learning.lessons import LessonProgress
from render import renderer_of
from render.view import NO_MARKS
from rules import GAMES, Action

EASIEST = 1
"""The level of the computers in a lesson, and in a first game."""


@dataclass(frozen=True, kw_only=True)
class LessonExercise(Exercise):
    """A member's current step of a lesson."""

    at: LessonProgress

    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store the choices in the panel."""
        return await _turn_to(solver, self.at.chosen(draft))

    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge a turn. After a wrong one the panel is reset."""
        result = self.at.try_text(text)
        said = [] if result.right else [Line("why_not", Text(result.said))]
        return await _turn_to(solver, self.at.tried(result), said)

    async def act(self, solver: Solver, action: ExerciseAction) -> Turn:
        """Go to the next step, or back to the first one."""
        return await _turn_to(solver, LessonProgress(self.at.lesson, 0) if action == "again" else self.at.skip())


async def find_lesson(solver: Solver, game: str) -> LessonExercise:
    """Return a member's current step in the lesson of a game that has one."""
    return _make(await lessons.find(solver.context, *solver.who, games_with_lessons()[game]))


async def _turn_to(solver: Solver, place: LessonProgress, said: Sequence[Line] = ()) -> Turn:
    await lessons.keep(solver.context, *solver.who, place)
    return Turn(_make(place), said)


def _make(place: LessonProgress) -> LessonExercise:
    lines, buttons, marks = list[Line](), dict[ExerciseAction, str](), NO_MARKS
    if not place.is_done:
        buttons["skip"] = "Skip this step"
        if place.shows_answer:
            moves = place.start.play_all(place.step.answer)[1]
            answer = Text("The answer: **{answer}**.", answer=write_infinitives(place.start, moves))
            lines.append(Line("answer", join([answer, Text(_explain(place, moves))])))
            marks = renderer_of(place.start.game, place.start.rules).mark_moves(moves)
    elif place.is_last:
        buttons["again"] = "Once more"
        lines.append(Line("", Text("That was the lesson.")))
    else:
        buttons["next"] = "Next"
    return LessonExercise(
        title=f"Learn {GAMES[place.lesson.game].title}",
        place=f"step {place.number + 1} of {len(place.lesson.steps)}",
        task=Text(place.step.task),
        start=place.start,
        names=name_seats(place.start, EASIEST),
        draft=place.draft or {},
        played=place.steps_played(),
        is_open=not place.is_done,
        outcome=Text(f"Right. {place.step.right}"),
        lines=lines,
        marks=marks,
        buttons=buttons,
        about=(place.step.name, place.misses),
        at=place,
    )


def _explain(place: LessonProgress, moves: Sequence[Action]) -> str:
    """Return the reason why the answer is good, if the step has one."""
    start = place.start
    return renderer_of(start.game, start.rules).explain(start, moves) if place.step.reasons else ""
