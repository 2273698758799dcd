"""The options of a game in the words that people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from rules import GAMES

OptionWords: TypeAlias = Mapping[str, tuple[str, Mapping[Any, str]]]
"""Option -> (its name, value -> what it means): ``first castle by offer``. What is left out is read as it is stored."""
OptionFacts: TypeAlias = Mapping[tuple[str, Any], str]
"""(option, value) -> what is known of games that are played so, in sentences."""


def name_option(words: OptionWords, option: str) -> str:
    """Return what people read for an option: ``first castle``."""
    return words[option][0] if option in words else option.replace("_", " ")


def tell_value(words: OptionWords, option: str, value: Any) -> str:
    """Return what people read for a value of an option: ``by offer``."""
    return words[option][1].get(value, str(value)) if option in words else str(value)


def list_unusual(words: OptionWords, game: str, options: Mapping[str, Any]) -> str:
    """Return the options that are not the usual ones: ``width 6, first castle by offer``. ``options``: as a record has them."""
    usual = GAMES[game].Options().model_dump(mode="json")
    return ", ".join(
        f"{name_option(words, name)} {tell_value(words, name, value)}"
        for name, value in options.items()
        if value != usual.get(name)
    )
