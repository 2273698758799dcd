"""House rules (L14) in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.land.options import LandOptions

WORDS: Mapping[str, tuple[str, Mapping[Any, str]]] = {
    "reach": ("Reach", {"turn": "only from plots you had at the start of your turn", "chain": "on from new plots too"}),
    "herd": ("Herd", {"plots": "a cow for each plot you own", "equal": "three cows for everybody"}),
    "order": (
        "Order",
        {
            "fixed": "the same every round",
            "rotate": "another player begins each round",
            "poorest": "the player with the fewest plots plays first",
        },
    ),
    "mountain": ("Mountains", {2: "take two cows", 1: "take one cow, and one may start there"}),
    "resident": ("Resident cows", {"once": "lend a cow for one turn", "none": "do not help"}),
}
"""Option -> (title, value -> meaning), for all house rules."""

ORIGINAL = LandOptions()
"""The options of the published rules."""


def alternatives(option: str) -> tuple[Any, ...]:
    """Return the values of a house rule, the original one first. Raise KeyError for an option that is not a house rule."""
    return tuple(WORDS[option][1])


def rules_in_words(rules: Iterable[tuple[str, Any]]) -> str:
    """Return the house rules that differ from the original: ``Herd: three cows for everybody``; else ``Original rules``."""
    changed = [f"{WORDS[name][0]}: {WORDS[name][1][value]}" for name, value in rules if value != getattr(ORIGINAL, name)]
    return "; ".join(changed) or "Original rules"
