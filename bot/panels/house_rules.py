"""Games whose players vote on the rules of their next game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel

from render.games.land.house_rules import ORIGINAL, WORDS

OptionsT = TypeVar("OptionsT", bound=BaseModel)

ALONE = 2
"""Maximum number of players with whom a single vote can change a rule."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules that the players of a game vote on, and the counting of their votes."""

    words: Mapping[str, tuple[str, Mapping[Any, str]]]
    """The title of each option, and the meanings of its values."""
    rows: tuple[tuple[str, ...], ...]
    """The layout of the options in rows of buttons: up to five values per row, up to four rows."""
    original: Mapping[str, Any]
    """The values of the options in the published rules."""

    def tally(self, options: OptionsT, votes: Iterable[Mapping[str, Any]], players: int) -> OptionsT:
        """Return the options of the next game. Each house rule gets the value that more than half of its voters want.

        ``votes``: for each player a mapping of house rules to values. Unknown values and missing votes do not count. If no
        value has more than half of the votes, the rule keeps its value in ``options``. The rule also keeps its value if more
        than two ``players`` could vote and only one did.
        """
        wishes = list(votes)
        changes = {}
        for option, (_, meanings) in self.words.items():
            cast = [value for wish in wishes for value in meanings if wish.get(option) == value]
            if cast:
                value, number = Counter(cast).most_common(1)[0]
                if number * 2 > len(cast) and (number > 1 or players <= ALONE):
                    changes[option] = value
        return options.model_copy(update=changes)


HOUSE_RULES: Mapping[str, HouseRules] = MappingProxyType(
    {
        "land": HouseRules(
            WORDS,
            (("reach", "herd"), ("order",), ("mountain", "resident")),
            ORIGINAL.model_dump(),
        ),
    }
)
