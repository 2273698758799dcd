"""The seats of computers in a new game: how they are called, and how well they play."""

from __future__ import annotations

from collections.abc import Collection

from bot.storage.queries.seats.players import Seated


def computer(level: int, taken: Collection[str] = ()) -> Seated:
    """A computer of a level, with a name that nobody in ``taken`` has: ``Computer 3``, then ``Computer 3b``."""
    names = (f"Computer {level}{letter}" for letter in ("", *"bcdefghijklmnopqrstuvwxyz"))
    return Seated(None, next(name for name in names if name not in taken), "computer", level)


def computers(count: int, level: int) -> list[Seated]:
    """So many computers of a level, each with a name of its own."""
    made: list[Seated] = []
    for _ in range(count):
        made.append(computer(level, [known.name for known in made]))
    return made
