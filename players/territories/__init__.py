"""The computer player of Territories."""

from players.territories.judge import judge
from players.territories.player import TerritoriesPlayer

__all__ = ["TerritoriesPlayer", "judge"]
