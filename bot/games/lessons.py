"""Lessons: the rules of a game by playing, step by step. They are data: ``data/lessons/<game>.toml``.

A step is a record to start from, one sentence, and which moves are right, said in the parts of the game's moves or in their own
texts. What is wrong gets a sentence with the number of the rule. A game without such a file has no lesson.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from rules import GAMES, Action, IllegalMove, Record, State, game_of
from rules.files import DATA
from rules.parts import square_of
from rules.steps import Step, play_steps

MOST_WORDS = 25
"""Words of each sentence of a lesson."""
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
"""Between two sentences."""
CITED = re.compile(r"\b[A-Z]\d{1,2}\b(?=[^()]*\))")
"""The number of a rule, in brackets: (P6), (P4, P5)."""

Want = str | dict[str, str | list[str]]
"""One decision: its canonical text (or that of the whole turn), or the values that its parts may have.

Beside the parts that a game names, ``square`` is its column and row, and ``score`` what the seat has after the turn.
"""
Pattern = Want | list[Want]
"""A turn of which some decision is as wanted; of several wishes each is met by some decision."""
Name = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,12}$")]
Sentence = Annotated[str, Field(min_length=10, max_length=400)]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WrongTry(_Data):
    """What is said after some wrong tries."""

    when: tuple[Pattern, ...] = ()
    """Which tries; empty for all others."""
    say: Sentence


class LessonStep(_Data):
    """One step of a lesson."""

    name: Name
    """Unique in its lesson. It never changes: the database says by it where somebody is."""
    task: Sentence
    """What is to be done, in one sentence."""
    seats: int = 2
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    actions: tuple[str, ...] = ()
    """What has happened before, as in a record."""
    answer: str
    """The move that is told after two misses, in canonical text."""
    accept: tuple[Pattern, ...]
    """The moves that are right."""
    then: tuple[str, ...] = ()
    """What follows a right move on the picture: chance, and what others play. As much of it as is legal."""
    right: Sentence
    wrong: tuple[WrongTry, ...]
    reasons: bool = False
    """Whether the answer is told with the reasons that a computer has for it: where they are about what the step teaches."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        said = (self.task, self.right, *(each.say for each in self.wrong))
        if any(len(sentence.split()) > MOST_WORDS for text in said for sentence in SENTENCE_ENDS.split(text)):
            raise ValueError(f"{self.name}: a sentence has more than {MOST_WORDS} words")
        if not self.wrong or self.wrong[-1].when or not all(each.when for each in self.wrong[:-1]):
            raise ValueError(f"{self.name}: the last answer to a wrong try, and no other, is for all that is left")
        if not all(CITED.search(said) for said in (self.right, *(each.say for each in self.wrong))):
            raise ValueError(f"{self.name}: each answer to a try names its rule, such as (P6)")
        return self

    @property
    def rules(self) -> frozenset[str]:
        """The numbers of the rules that the step touches: those that its answers name."""
        return frozenset(number for said in (self.right, *(each.say for each in self.wrong)) for number in CITED.findall(said))


class ShortGame(_Data):
    """The game against a computer that a lesson leads to: short, on the smallest board."""

    seats: int = 2
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Lesson(_Data):
    """The lesson of a game."""

    game: str = ""
    length: Annotated[str, Field(min_length=5, max_length=60)]
    """How long a game is, for those who do not know it: ``about 15 turns each``."""
    play: ShortGame = ShortGame()
    steps: tuple[LessonStep, ...] = Field(min_length=6, max_length=8)

    def place(self, name: str) -> int:
        """Return the place of a step, from 0; the first one where there is none of that name (any more)."""
        return next((place for place, step in enumerate(self.steps) if step.name == name), 0)


@dataclass(frozen=True, slots=True)
class Try:
    """What became of a try."""

    right: bool
    said: str
    """The answer to it."""
    moves: tuple[str, ...]
    """The decisions in canonical text."""


@cache
def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of a game; ``None`` for a game without one. Raise ValueError if the file is wrong."""
    path = DATA / "lessons" / f"{game}.toml"
    if not path.is_file():
        return None
    return Lesson.model_validate(tomllib.loads(path.read_text(encoding="utf-8")) | {"game": game})


def games_with_lessons() -> dict[str, Lesson]:
    """Return the lessons by their games, in the order of the games."""
    return {game: lesson for game in GAMES if (lesson := lesson_of(game)) is not None}


def start_of(game: str, step: LessonStep, version: int | None = None) -> State:
    """Return the position of a step, by a version of the rules: by default the newest. Raise ValueError if it has none."""
    rules = GAMES[game].version if version is None else version
    record = Record(
        game=game, seats=step.seats, options=step.options, setup=step.setup, actions=list(step.actions), rules=rules
    )
    return record.replay()


def judge(step: LessonStep, state: State, text: str) -> Try:
    """Return whether a turn is right, and what is said to it. Raise IllegalMove or ValueError for what cannot be played."""
    after, decisions = state.play_all(text)
    moves = tuple(map(str, decisions))
    score = after.scores[state.seat or 0]
    told = _describe(state, decisions, {"turn": " ".join(moves), "score": str(score)})
    if any(_fits(pattern, told) for pattern in step.accept):
        return Try(True, step.right, moves)
    said = next(each.say for each in step.wrong if not each.when or any(_fits(pattern, told) for pattern in each.when))
    return Try(False, said, moves)


def play_on(step: LessonStep, state: State, moves: Sequence[str]) -> list[Step]:
    """Return the steps of a right move, and of what follows it as far as that is legal."""
    played = play_steps(state, moves)
    for text in step.then:
        try:
            played += play_steps(played[-1].after, [text])
        except (IllegalMove, ValueError):
            break
    return played


Told = list[list[Mapping[str, str]]]
"""For each decision the ways in which it can be described: its parts, its text, its square, and what its turn is."""


def _describe(state: State, decisions: Sequence[Action], turn: Mapping[str, str]) -> Told:
    parts, told = game_of(state.game, state.rules).parts, list[list[Mapping[str, str]]]()
    for decision in decisions:
        ways = list[Mapping[str, str]]()
        for described in parts.describe(state, decision):
            square = square_of(described)
            ways.append({**described, **turn, "text": str(decision), **({} if square is None else {"square": str(square)})})
        told.append(ways)
        state = state.play(decision)
    return told


def _fits(pattern: Pattern, told: Told) -> bool:
    wanted = pattern if isinstance(pattern, list) else [pattern]
    return all(any(_meets(want, way) for ways in told for way in ways) for want in wanted)


def _meets(want: Want, way: Mapping[str, str]) -> bool:
    if isinstance(want, str):
        return want in (way["text"], way["turn"])
    return all(way.get(part) in ([value] if isinstance(value, str) else value) for part, value in want.items())
