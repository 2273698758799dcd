"""Puzzles, including the shipped ones: ``data/puzzles/<game>.json``, a list of positions with the value of each turn.

``python -m lab.studies.puzzles.make`` makes the files. A puzzle's id is made from its position, so it never identifies another
one. A game without a file has no puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from players.judgement import SEPARATOR, Judgement, sign
from rules import GAMES, Record, State
from rules.files import DATA
from rules.steps import Step, play_legal_steps

GOOD = {"points": 3, "share": 16}
"""Maximum points, or percent of the win, that an answer may lose and still count as good (not as right), if it leads to the
same result."""
FIRST_MU, SPAN = 25.0, 16.0
"""The initial rating of puzzles in openskill's mu: the mean, and the range from the easiest to the hardest."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluation of an answer to a puzzle."""

    result: str
    """``right``, ``good`` or ``no``."""
    gives_away: int
    """The loss compared with the best answer: in points, or percent of the win."""
    loses: bool
    """Whether it leads to a worse result than the best answer: no win, or not even a shared one. Always false if the loss is
    in percent."""
    moves: tuple[str, ...]
    """The decisions in canonical text."""


@dataclass(frozen=True)
class KeptPuzzle:
    """A puzzle with the value of each turn, loaded from a file or the database."""

    id: str
    game: str
    hardness: float
    """The share of weaker computers' choices that are wrong, 0 to 1."""
    data: Mapping[str, Any]
    """The record up to the position."""
    values: Mapping[str, int]
    unit: Literal["points", "share"]
    from_server: bool = False
    """Whether the puzzle comes from a game of the server itself."""

    @cached_property
    def start(self) -> State:
        """The position."""
        return Record.model_validate(self.data).replay()

    @property
    def judgement(self) -> Judgement:
        """The value of each turn."""
        return Judgement(self.values, self.unit)

    @property
    def first_mu(self) -> float:
        """The rating that the puzzle has before anybody has tried it."""
        return first_mu(self.hardness)

    @property
    def answer(self) -> tuple[str, ...]:
        """The decisions of the first of the best answers, in an order in which they can be played."""
        return tuple(sorted(self.judgement.answers[0].split(SEPARATOR), key=lambda text: text == "done"))

    def judge(self, text: str) -> Verdict:
        """Return the evaluation of a turn. Raise IllegalMove or ValueError if it cannot be played."""
        moves = tuple(map(str, self.start.play_all(text)[1]))
        best, value = self.judgement.best, self.judgement.value_of(moves)
        loses = self.unit == "points" and sign(value) < sign(best)
        result = "right" if value == best else "good" if best - value <= GOOD[self.unit] and not loses else "no"
        return Verdict(result, best - value, loses, moves)

    def play(self, moves: Sequence[str]) -> list[Step]:
        """Return the steps of the decisions, up to the first one that cannot be played."""
        return play_legal_steps(self.start, moves)


def first_mu(hardness: float) -> float:
    """Return the rating that a puzzle has before anybody has tried it."""
    return FIRST_MU + SPAN * (hardness - 0.5)


@cache
def puzzles_of(game: str) -> Mapping[str, KeptPuzzle]:
    """Return the puzzles of a game by their ids; empty if it has none."""
    path = DATA / "puzzles" / f"{game}.json"
    if not path.is_file():
        return {}
    return {
        each["id"]: KeptPuzzle(each["id"], game, each["hardness"], each["record"], each["values"], each["unit"])
        for each in json.loads(path.read_text(encoding="utf-8"))
    }


def games_with_puzzles() -> tuple[str, ...]:
    """Return the games that have puzzles, in the order of the games."""
    return tuple(game for game in GAMES if puzzles_of(game))


def find_puzzle(puzzle_id: str) -> KeptPuzzle | None:
    """Return a puzzle by its id; ``None`` if it is not in a file (any more)."""
    return next((found for game in GAMES if (found := puzzles_of(game).get(puzzle_id)) is not None), None)
