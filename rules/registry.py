"""The games there are, as players see them listed, and the versions of their rules.

A game is added by one line here. A change of a rule adds a new ``Game`` with the next version number and keeps the old
one in ``_GAMES`` before it, so that running games and old records go on under the rules they were started with.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.core import Game
from rules.land import LAND
from rules.nomads import NOMADS
from rules.pastures import PASTURES
from rules.territories import TERRITORIES

_GAMES: tuple[Game[Any], ...] = (PASTURES, LAND, TERRITORIES, NOMADS)

_BY_VERSION = {(game.name, game.version): game for game in _GAMES}

GAMES: Mapping[str, Game[Any]] = MappingProxyType({game.name: game for game in _GAMES})
"""Name -> the newest version of each game."""


def game_of(name: str, version: int) -> Game[Any]:
    """The game ``name`` under its rules ``version``; ValueError where this package does not have it."""
    if name not in GAMES:
        raise ValueError(f"There is no game called “{name}”.")
    try:
        return _BY_VERSION[name, version]
    except KeyError:
        raise ValueError(f"This program does not know version {version} of the rules of {name}.") from None
