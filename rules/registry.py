"""The games in the order in which players see them, and the versions of their rules.

A game is added by one line in ``_SHIPPED``. A change of a rule is a new version: a separate state class with the next number in
``rules``, and a :class:`Game` for it after the old one. The old version stays, so that running games and old records keep the
rules that they were started with. New games use the newest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from rules.core import Game
from rules.land import LAND
from rules.nomads import NOMADS
from rules.pastures import PASTURES
from rules.territories import TERRITORIES

_SHIPPED: tuple[Game[Any], ...] = (PASTURES, LAND, TERRITORIES, NOMADS)

_newest: dict[str, Game[Any]] = {}
_by_version: dict[tuple[str, int], Game[Any]] = {}

GAMES: Mapping[str, Game[Any]] = MappingProxyType(_newest)
"""Name -> the newest version of each game."""


def register(game: Game[Any]) -> None:
    """Add a game, or a version of one. Raise ValueError if that version is already registered."""
    key = game.name, game.version
    if key in _by_version:
        raise ValueError(f"Version {game.version} of the rules of {game.name} is registered already.")
    _by_version[key] = game
    if game.name not in _newest or _newest[game.name].version < game.version:
        _newest[game.name] = game


@contextmanager
def registered(*games: Game[Any]) -> Iterator[None]:
    """Add games within the context, and remove them afterwards."""
    newest, by_version = dict(_newest), dict(_by_version)
    try:
        for game in games:
            register(game)
        yield
    finally:
        _newest.clear()
        _newest.update(newest)
        _by_version.clear()
        _by_version.update(by_version)


def game_of(name: str, version: int) -> Game[Any]:
    """Return the game ``name`` under version ``version`` of its rules. Raise ValueError if there is no such game or version."""
    if name not in GAMES:
        raise ValueError(f"There is no game called “{name}”.")
    try:
        return _by_version[name, version]
    except KeyError:
        raise ValueError(f"This program does not know version {version} of the rules of {name}.") from None


for _game in _SHIPPED:
    register(_game)
