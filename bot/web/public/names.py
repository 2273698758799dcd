"""What people are called on a page for everybody: by name who has said yes, the others by a label that holds for the page."""

from __future__ import annotations

from collections.abc import Collection

from bot.storage.queries.seats.holders import level_of

_DIRECTIONS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Characters that turn the direction of what follows them, beyond the end of a name."""
MOST = 999
"""Labels that a page can have."""


class Labels:
    """The labels of one page, given in the order in which people are named on it."""

    def __init__(self, named: Collection[int]) -> None:
        """``named``: the members who want their names to be shown."""
        self._named = named
        self._numbers: dict[int, int] = {}

    def number(self, who: int) -> int:
        """Return the number of somebody's label; 0 for whoever is called by name. Computers are."""
        if who in self._named or level_of(who) is not None:
            return 0
        return self._numbers.setdefault(who, len(self._numbers) + 1)

    def call(self, who: int, name: str) -> str:
        """Return what somebody is called."""
        number = self.number(who)
        return label(number) if number else plain_name(name)


def label(number: int) -> str:
    """Return a label: Player A, Player B … Player Z, Player AA …"""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"Player {letters}"


def plain_name(name: str) -> str:
    """Return a name that turns no writing around it."""
    return name.translate(_DIRECTIONS)
