"""Lessons: the rules of a game, learned by playing step by step. They are data: ``data/lessons/<game>.toml``.

A step has a record to start from, one sentence, and the accepted moves, described by the parts of the game's moves or by their
texts. Wrong moves get a sentence with the number of the rule. A game without such a file has no lesson.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from rules import GAMES, Action, Record, State, game_of
from rules.files import DATA
from rules.parts import square_of
from rules.steps import Step, play_legal_steps, play_steps

MOST_WORDS = 25
"""Maximum number of words in each sentence of a lesson."""
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
"""Matches the space between two sentences."""
CITED = re.compile(r"\b[A-Z]\d{1,2}\b(?=[^()]*\))")
"""Matches the number of a rule in brackets: (P6), (P4, P5)."""

Want = str | dict[str, str | list[str]]
"""A description of one decision: its canonical text (or that of the whole turn), or the accepted values of its parts.

In addition to the parts of the game, ``square`` is a column and row, and ``score`` the seat's score after the turn."""
Pattern = Want | list[Want]
"""A description of a turn, which matches if some decision of the turn matches it. A list matches if each of its descriptions
does."""
Name = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,12}$")]
Sentence = Annotated[str, Field(min_length=10, max_length=400)]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WrongTry(_Data):
    """The answer to some wrong attempts."""

    when: tuple[Pattern, ...] = ()
    """The attempts that get this answer; empty for all attempts without another answer."""
    say: Sentence


class LessonStep(_Data):
    """One step of a lesson."""

    name: Name
    """Unique in its lesson. It must never change, because the database stores a member's progress by it."""
    task: Sentence
    seats: int = 2
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    actions: tuple[str, ...] = ()
    """The actions before the step, as in a record."""
    answer: str
    """The move that is shown after two wrong attempts, in canonical text."""
    accept: tuple[Pattern, ...]
    then: tuple[str, ...] = ()
    """The actions that follow a correct move, up to the first illegal one: chance and the moves of others."""
    right: Sentence
    wrong: tuple[WrongTry, ...]
    reasons: bool = False
    """Whether the answer is shown with a computer's reasons for it, which requires that they match the topic of the step."""

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
        """The numbers of the rules that the step covers: those cited in its answers."""
        return frozenset(number for said in (self.right, *(each.say for each in self.wrong)) for number in CITED.findall(said))


class ShortGame(_Data):
    """The game against a computer at the end of a lesson: short, on a small board."""

    seats: int = 2
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Lesson(_Data):
    """The lesson of a game."""

    game: str = ""
    length: Annotated[str, Field(min_length=5, max_length=60)]
    """The length of a game, for newcomers: ``about 15 turns each``."""
    play: ShortGame = ShortGame()
    steps: tuple[LessonStep, ...] = Field(min_length=6, max_length=8)

    def place(self, name: str) -> int:
        """Return the index of a step; 0 if no step has this name (any more)."""
        return next((place for place, step in enumerate(self.steps) if step.name == name), 0)


@dataclass(frozen=True, slots=True)
class Try:
    """The result of an attempt."""

    right: bool
    said: str
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
    """Return the lessons by game, in the order of the games."""
    return {game: lesson for game in GAMES if (lesson := lesson_of(game)) is not None}


def start_of(game: str, step: LessonStep, version: int | None = None) -> State:
    """Return the position of a step by a version of the rules, the newest by default. Raise ValueError if it has none."""
    rules = GAMES[game].version if version is None else version
    record = Record(
        game=game, seats=step.seats, options=step.options, setup=step.setup, actions=list(step.actions), rules=rules
    )
    return record.replay()


def judge(step: LessonStep, state: State, text: str) -> Try:
    """Return whether a turn is correct, and the answer to it. Raise IllegalMove or ValueError if it cannot be played."""
    after, decisions = state.play_all(text)
    moves = tuple(map(str, decisions))
    score = after.scores[state.seat or 0]
    described = _describe(state, decisions, {"turn": " ".join(moves), "score": str(score)})
    if any(_fits(pattern, described) for pattern in step.accept):
        return Try(True, step.right, moves)
    answer = next(each.say for each in step.wrong if not each.when or any(_fits(pattern, described) for pattern in each.when))
    return Try(False, answer, moves)


def play_on(step: LessonStep, state: State, moves: Sequence[str]) -> list[Step]:
    """Return the steps of a correct move and of the actions after it, up to the first illegal action."""
    played = play_steps(state, moves)
    return played + play_legal_steps(played[-1].after, step.then)


Descriptions = list[list[Mapping[str, str]]]
"""The possible descriptions of each decision: its parts, its text, its square, and the whole turn."""


def _describe(state: State, decisions: Sequence[Action], turn: Mapping[str, str]) -> Descriptions:
    parts, found = game_of(state.game, state.rules).parts, list[list[Mapping[str, str]]]()
    for decision in decisions:
        ways = list[Mapping[str, str]]()
        for described in parts.describe(state, decision):
            square = square_of(described)
            ways.append({**described, **turn, "text": str(decision), **({} if square is None else {"square": str(square)})})
        found.append(ways)
        state = state.play(decision)
    return found


def _fits(pattern: Pattern, decisions: Descriptions) -> bool:
    wanted = pattern if isinstance(pattern, list) else [pattern]
    return all(any(_meets(want, way) for ways in decisions for way in ways) for want in wanted)


def _meets(want: Want, way: Mapping[str, str]) -> bool:
    if isinstance(want, str):
        return want in (way["text"], way["turn"])
    return all(way.get(part) in ([value] if isinstance(value, str) else value) for part, value in want.items())
