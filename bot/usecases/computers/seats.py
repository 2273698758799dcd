"""The seats of computers in a new game: their names and their levels."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import Seated

NAMES = {
    1: ("Pebble", "Sprout", "Acorn", "Duckling", "Clover", "Tadpole"),
    2: ("Badger", "Willow", "Robin", "Fern", "Hazel", "Otter"),
    3: ("Heron", "Bramble", "Falcon", "Juniper", "Stoat", "Thistle"),
    4: ("Flint", "Cedar", "Boulder", "Lynx", "Raven", "Hawthorn"),
    5: ("Granite", "Old Oak", "Wolf", "Eagle", "Glacier", "Thunder"),
}
"""The names of the computers of each level, so that players learn how strong a name is."""


def make_computer(level: int, taken: Collection[str] = ()) -> Seated:
    """Return a computer of a level, with a name that nobody in ``taken`` has."""
    others = (f"{name} {number}" for number in range(2, len(taken) + 3) for name in NAMES[level])
    known = {name.casefold() for name in taken}
    return Seated(None, next(name for name in chain(NAMES[level], others) if name.casefold() not in known), "computer", level)


def make_computers(count: int, level: int, taken: Collection[str] = ()) -> list[Seated]:
    """Return a number of computers of a level. No two have the same name, and none has a name in ``taken``."""
    made: list[Seated] = []
    for _ in range(count):
        made.append(make_computer(level, [*taken, *(known.name for known in made)]))
    return made


def suggest_level(row: GameRow) -> int | None:
    """Return the level to play next, after a finished game of one member against computers of one level.

    It is one higher if only the member won, one lower if a computer won; ``None`` keeps the level.
    """
    members = [player for player in row.players if not player.is_computer]
    levels = {player.level for player in row.players if player.is_computer}
    if len(members) != 1 or members[0].user_id is None or len(levels) != 1:
        return None
    [level], won = levels, [player for player in row.players if player.won]
    if not won or (members[0] in won and len(won) > 1):
        return None
    wanted = level + 1 if members[0] in won else level - 1
    return wanted if wanted in NAMES else None
