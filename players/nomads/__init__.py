"""The computer player of Nomads."""

from players.nomads.judge import judge
from players.nomads.player import NomadsPlayer

__all__ = ["NomadsPlayer", "judge"]
