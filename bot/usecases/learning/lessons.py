"""A member's progress in a lesson: it is stored after each press, so a restart loses nothing.

A lesson is not a game of the server: it appears in no lists, rankings, figures or exports.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from bot.games.lessons import Lesson, LessonStep, Try, judge, play_on, start_of
from bot.storage.queries.learning import lessons as store
from bot.storage.queries.learning.lessons import LessonRow
from bot.usecases.context import Context
from rules import State
from rules.steps import Step

SHOWN_AFTER = 2
"""Wrong tries after which the answer is shown."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A member's progress in a lesson. Immutable; :func:`keep` stores it."""

    lesson: Lesson
    number: int
    """The index of the step, from 0."""
    misses: int = 0
    played: tuple[str, ...] = ()
    """The right move, once the member has found it."""
    draft: Mapping[str, Any] | None = None
    """The choices in the panel that were not sent."""

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def start(self) -> State:
        """The position in which the step begins."""
        return start_of(self.lesson.game, self.step)

    @property
    def is_done(self) -> bool:
        """Whether the right move was played."""
        return bool(self.played)

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def shows_answer(self) -> bool:
        """Whether the answer is shown, after enough wrong tries."""
        return not self.played and self.misses >= SHOWN_AFTER

    def steps_played(self) -> list[Step]:
        """Return the steps that the correct move led to; empty before it was played."""
        return play_on(self.step, self.start, self.played) if self.played else []

    def chosen(self, draft: Mapping[str, Any]) -> Self:
        """Return the progress with other choices in the panel."""
        return replace(self, draft=draft)

    def tried(self, result: Try) -> Self:
        """Return the progress after a try."""
        if result.right:
            return replace(self, played=result.moves, draft=None)
        return replace(self, misses=self.misses + 1, draft=None)

    def follow(self) -> LessonProgress:
        """Return the progress at the next step; at the last step, this progress."""
        return self if self.is_last else LessonProgress(self.lesson, self.number + 1)

    def skip(self) -> LessonProgress:
        """Return the progress at the next step; the last step is completed with its answer."""
        return self.tried(self.try_text(self.step.answer)) if self.is_last else self.follow()

    def try_text(self, text: str) -> Try:
        """Return whether a turn is correct, and the comment. Raise IllegalMove or ValueError if it cannot be played."""
        return judge(self.step, self.start, text)


async def find(context: Context, guild_id: int, user_id: int, lesson: Lesson) -> LessonProgress:
    """Return the stored progress of a member in a lesson, or the progress at its beginning."""
    row = await context.db.read(lambda conn: store.get_lesson(conn, guild_id, user_id, lesson.game))
    if row is None or lesson.steps[lesson.place(row.step)].name != row.step:
        return LessonProgress(lesson, 0)
    return LessonProgress(lesson, lesson.place(row.step), row.misses, tuple((row.played or "").splitlines()), row.draft)


async def keep(context: Context, guild_id: int, user_id: int, place: LessonProgress) -> None:
    """Store a member's progress."""
    played = "\n".join(place.played) or None
    row = LessonRow(place.step.name, place.misses, played, place.draft or {})
    await context.db.write(lambda conn: store.save_lesson(conn, guild_id, user_id, place.lesson.game, row, context.clock()))


async def welcome(context: Context, guild_id: int, user_id: int, kind: str) -> bool:
    """Return whether to suggest a game's lesson to a member now, and save that it was suggested."""
    if await context.db.read(lambda conn: store.knows_game(conn, user_id, kind)):
        return False
    return await context.db.write(lambda conn: store.add_newcomer(conn, user_id, kind, guild_id, context.clock()))
