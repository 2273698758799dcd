"""The names on public pages: members who have agreed are shown by name, the others by a label valid for one page."""

from __future__ import annotations

from collections.abc import Collection

from bot.storage.queries.seats.holders import level_of

_DIRECTIONS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Characters that change the writing direction of the text after them, even beyond a name."""


class Labels:
    """The labels of one page, given in the order in which people are named on it."""

    def __init__(self, named: Collection[int]) -> None:
        """``named``: the members who want their names to be shown."""
        self._named = named
        self._numbers: dict[int, int] = {}

    def number(self, who: int) -> int:
        """Return the number of a person's label (1: Player A); 0 if shown by name, as computers are."""
        if who in self._named or level_of(who) is not None:
            return 0
        return self._numbers.setdefault(who, len(self._numbers) + 1)

    def call(self, who: int, name: str) -> str:
        """Return the displayed name of a person."""
        number = self.number(who)
        return label(number) if number else plain_name(name)


def label(number: int) -> str:
    """Return a label: Player A, Player B, and after Player Z, Player AA."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"Player {letters}"


def plain_name(name: str) -> str:
    """Return a name that does not change the writing direction around it."""
    return name.translate(_DIRECTIONS)
