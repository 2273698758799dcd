"""The computer players, by the name of their game. A player is added by one line here; a game may have none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from players.core import Player
from players.land import LandPlayer
from players.nomads import NomadsPlayer
from players.pastures import PasturesPlayer
from players.territories import TerritoriesPlayer

_PLAYERS: tuple[Player[Any], ...] = (PasturesPlayer(), LandPlayer(), TerritoriesPlayer(), NomadsPlayer())

PLAYERS: Mapping[str, Player[Any]] = MappingProxyType({player.game: player for player in _PLAYERS})
"""Name of a game -> its computer player. Games without a player are missing."""
