"""What every use case stands on: the database, the games in memory, the time, chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import NamedTuple

from bot.core.book import Book
from bot.storage.database import Database
from rules import Action, State

Chance = Callable[[State], Action]
"""Decides what chance brings: called with a state where it is awaited, gives one of ``state.outcomes()``."""

_RANDOM = SystemRandom()


class User(NamedTuple):
    """Whoever acts: the Discord id and the name that the others see."""

    id: int
    name: str


def draw_outcome(state: State) -> Action:
    """One of the outcomes of a chance node, by their probabilities, from the operating system's randomness."""
    outcomes = state.outcomes()
    return _RANDOM.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]


def deal_seats(members: Sequence[User]) -> list[User]:
    """The members in a random order: the seats of a new game."""
    return _RANDOM.sample(list(members), len(members))


@dataclass(slots=True)
class Context:
    """Handed to every use case. ``posted`` is called after each commit that left something to be posted."""

    db: Database
    clock: Callable[[], int]
    posted: Callable[[], None]
    chance: Chance = draw_outcome
    deal: Callable[[Sequence[User]], list[User]] = deal_seats
    table_hours: int = 48
    book: Book = field(default_factory=Book)

    def __post_init__(self) -> None:
        self.db.posted = self.posted
