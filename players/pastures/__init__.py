"""The computer player of Pastures New."""

from players.pastures.judge import judge
from players.pastures.player import PasturesPlayer

__all__ = ["PasturesPlayer", "judge"]
