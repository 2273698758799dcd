"""Computer players for the games of ``rules``. They use positions and moves, but neither Discord nor a database."""

from players.budget import Budget
from players.core import Player
from players.registry import PLAYERS

__all__ = ["PLAYERS", "Budget", "Player"]
