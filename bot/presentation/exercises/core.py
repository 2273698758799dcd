"""What all exercises are: a position, a task, and answers that are judged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.panels.core import Draft
from bot.usecases.computers.seats import make_computers
from bot.usecases.context import Context
from bot.usecases.learning.server_puzzles import Sees
from bot.workers import Workers
from render import renderer_of
from render.view import YOU
from rules import Action, State
from rules.steps import Step

Mark = Literal["", "right", "good", "no", "why_not", "answer"]
Deed = Literal["next", "skip", "again", "tell"]


@dataclass(frozen=True, slots=True)
class Solver:
    """Who solves, and what that takes."""

    context: Context
    workers: Workers
    guild_id: int
    user_id: int
    sees: Sees
    """Whether the member sees a channel."""

    @property
    def who(self) -> tuple[int, int]:
        """The server and the member."""
        return self.guild_id, self.user_id


class Line(NamedTuple):
    """Something that is said."""

    mark: Mark
    """What it is, which each face shows in its own way. ``why_not``: says why an answer is wrong, and not that it is."""
    text: str
    """In Markdown."""


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """An exercise as somebody has it before them."""

    title: str
    """What it is: ``Puzzle``."""
    place: str
    """Of which game, and where in it."""
    task: str
    """What is to be found."""
    start: State
    names: tuple[str, ...]
    """Of the seats."""
    draft: Draft
    """What is chosen in the panel."""
    played: Sequence[Step] = ()
    """What the answer has led to; nothing while it is asked for."""
    is_open: bool
    """Whether an answer is asked for."""
    outcome: str = ""
    """What came of it, once it is done."""
    lines: Sequence[Line] = ()
    """What is said beside the task: the answer, and why."""
    buttons: Mapping[Deed, str]
    """Those that are its own, beside those of the panel, with their labels."""
    about: tuple[Any, ...]
    """What differs between two exercises, and between the tries at one."""

    @abstractmethod
    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store what is chosen in the panel."""

    @abstractmethod
    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge an answer. Raise IllegalMove or ValueError for what cannot be played."""

    @abstractmethod
    async def act(self, solver: Solver, deed: Deed) -> Turn:
        """Do what one of the buttons does."""


class Turn(NamedTuple):
    """What an answer or a press leads to."""

    exercise: Exercise
    said: Sequence[Line] = ()
    """What is said to it."""
    rating: str = ""
    """What it has made of the member's rating."""


def name_seats(state: State, level: int) -> tuple[str, ...]:
    """Return the names of the seats for whoever is to move: computers beside “You”."""
    names = [each.name for each in make_computers(state.seats, level)]
    names[state.seat or 0] = YOU
    return tuple(names)


def say_moves(state: State, moves: Iterable[Action]) -> str:
    """Return decisions in words."""
    renderer, told = renderer_of(state.game, state.rules), list[str]()
    for move in moves:
        told.append(renderer.say_move(state, move))
        state = state.play(move)
    return ", then ".join(told)
