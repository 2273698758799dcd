"""The computer player of Land."""

from players.land.judge import judge
from players.land.player import LandPlayer

__all__ = ["LandPlayer", "judge"]
