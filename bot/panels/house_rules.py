"""Games whose players vote on the rules of the next game, after a game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.land.house_rules import WORDS, rules_in_words, tally
from rules.land.options import HOUSE_RULES as LAND_RULES


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What is voted on in a game, and how the votes are counted."""

    words: Mapping[str, tuple[str, Mapping[Any, str]]]
    """Option -> (its title, value -> what it means)."""
    rows: tuple[tuple[str, ...], ...]
    """The options as they stand in rows of buttons: up to five values in a row, up to four rows."""
    tally: Callable[[Any, Iterable[Mapping[str, Any]], int], Any]
    """The options of the next game from those of this one, the votes (option -> value), a mapping a player, and the number of
    players who may vote.
    """
    in_words: Callable[[Any], str]
    """What differs from the usual rules in some options, in words."""


HOUSE_RULES: Mapping[str, HouseRules] = MappingProxyType(
    {
        "land": HouseRules(
            WORDS,
            (("reach", "herd"), ("order",), ("mountain", "resident")),
            tally,
            lambda options: rules_in_words((name, getattr(options, name)) for name in LAND_RULES),
        ),
    }
)
"""Name of a game -> what its players vote on."""
