"""Games whose players vote on the rules of the next game, after a game is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel

from render.games.land.house_rules import WORDS, rules_in_words
from rules.land.options import HOUSE_RULES as LAND_RULES

OptionsT = TypeVar("OptionsT", bound=BaseModel)

ALONE = 2
"""The most players among whom one voice alone can decide a rule."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What is voted on in a game, and how the votes are counted."""

    words: Mapping[str, tuple[str, Mapping[Any, str]]]
    """Option -> (its title, value -> what it means)."""
    rows: tuple[tuple[str, ...], ...]
    """The options as they stand in rows of buttons: up to five values in a row, up to four rows."""
    in_words: Callable[[Any], str]
    """What differs from the usual rules in some options, in words."""

    def tally(self, options: OptionsT, votes: Iterable[Mapping[str, Any]], players: int) -> OptionsT:
        """Return the options of the next game: for each house rule the value that more than half of its voters want.

        ``votes``: for each player a mapping of house rules to values. Unknown values do not count, nor do players who say
        nothing on a rule. Where no value has more than half of the votes, the rule stays as it is in ``options``; so it does
        where more than two ``players`` could vote and only one did.
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
            lambda options: rules_in_words((name, getattr(options, name)) for name in LAND_RULES),
        ),
    }
)
"""Name of a game -> what its players vote on."""
