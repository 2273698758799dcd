"""The computer player of Territories."""

from players.territories.player import TerritoriesPlayer

__all__ = ["TerritoriesPlayer"]
