"""The interface of all exercises: a position, a task, and answers that are judged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.common.words import Text
from bot.panels.core import Draft
from bot.usecases.computers.seats import make_computers
from bot.usecases.context import Context
from bot.usecases.learning.server_puzzles import CanSee
from bot.workers import Workers
from render import renderer_of
from render.view import NO_MARKS, YOU, Marks
from rules import Action, State
from rules.steps import Step

Mark = Literal["", "right", "good", "no", "why_not", "answer"]
ExerciseAction = Literal["next", "skip", "again", "tell"]


@dataclass(frozen=True, slots=True)
class Solver:
    """The member who solves an exercise, and the services that solving needs."""

    context: Context
    workers: Workers
    guild_id: int
    user_id: int
    sees: CanSee
    """Returns whether the member sees a channel."""

    @property
    def who(self) -> tuple[int, int]:
        """The server and the member."""
        return self.guild_id, self.user_id


class Line(NamedTuple):
    """A line of text."""

    mark: Mark
    """The kind of line, which determines how Discord and the page show it. ``why_not``: only the reason why an answer is
    wrong."""
    text: Text


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """An exercise in the state that a member has reached."""

    title: str
    """The kind of exercise, such as ``Puzzle``."""
    place: str
    """Details of the title, such as the game with its turn, or the step of a lesson."""
    task: Text
    start: State
    names: tuple[str, ...]
    draft: Draft
    """The choices in the panel."""
    played: Sequence[Step] = ()
    """The steps of the answer; empty until it is given."""
    is_open: bool
    """Whether the member can still answer."""
    outcome: Text
    """The result, once the exercise is done."""
    lines: Sequence[Line] = ()
    """Further lines: the answer, and the reasons for it."""
    marks: Marks = NO_MARKS
    """The marks in the picture: the answer, and with a dashed line the move that was played instead."""
    buttons: Mapping[ExerciseAction, str]
    """The labels of the exercise's own buttons, in addition to those of the panel."""
    about: tuple[Any, ...]
    """Values that identify the exercise and the try at it."""

    @abstractmethod
    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store the choices in the panel."""

    @abstractmethod
    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge an answer. Return the verdict. Raise IllegalMove or ValueError if it cannot be played."""

    @abstractmethod
    async def act(self, solver: Solver, action: ExerciseAction) -> Turn:
        """Carry out one of the buttons."""


class Turn(NamedTuple):
    """The result of an answer or a press."""

    exercise: Exercise
    said: Sequence[Line] = ()
    """The reaction to the answer or press."""
    rating: str = ""
    """The member's new rating, in words; empty if it has not changed."""


def name_seats(state: State, level: int) -> tuple[str, ...]:
    """Return the names of the seats: “You” for the seat to move, computers for the others."""
    names = [each.name for each in make_computers(state.seats, level)]
    names[state.seat or 0] = YOU
    return tuple(names)


def explain_marks(marks: Marks, better: str, played: str) -> str:
    """Return the explanation of the marks of the better move and of the played one; empty if nothing is marked."""
    if marks == NO_MARKS:
        return ""
    return write_legend(better, played if marks.compared or marks.compared_sides else "")


def write_legend(better: str, played: str) -> str:
    """Return the explanation of the marks of the better move and of the played one, if that is marked, too."""
    return f"Solid mark: {better}. Dashed mark: {played}." if played else f"Marked: {better}."


def write_infinitives(state: State, moves: Sequence[Action]) -> str:
    """Return decisions as an infinitive: ``play a mountain on E4``."""
    return renderer_of(state.game, state.rules).to_infinitives(state, moves)
