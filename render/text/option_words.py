"""The options of a game in words for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from rules import GAMES

OptionWords: TypeAlias = Mapping[str, tuple[str, Mapping[Any, str]]]
"""Option -> (its name, value -> its meaning): ``first castle by offer``. Missing options are shown in their stored form."""
OptionFacts: TypeAlias = Mapping[tuple[str, Any], str]
"""(option, value) -> known facts about games with this value, in sentences."""


def name_option(words: OptionWords, option: str) -> str:
    """Return the name of an option for players: ``first castle``."""
    return words[option][0] if option in words else option.replace("_", " ")


def describe_value(words: OptionWords, option: str, value: Any) -> str:
    """Return a value of an option in words for players: ``by offer``."""
    return words[option][1].get(value, str(value)) if option in words else str(value)


def list_unusual(words: OptionWords, game: str, options: Mapping[str, Any]) -> str:
    """Return the options that differ from the defaults: ``width 6, first castle by offer``. ``options``: those of a record."""
    usual = GAMES[game].Options().model_dump(mode="json")
    return ", ".join(
        f"{name_option(words, name)} {describe_value(words, name, value)}"
        for name, value in options.items()
        if value != usual.get(name)
    )
