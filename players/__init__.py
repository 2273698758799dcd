"""Computer players for the games of ``rules``: they know positions and moves, no Discord and no database."""

from players.budget import Budget
from players.core import Player
from players.registry import PLAYERS

__all__ = ["PLAYERS", "Budget", "Player"]
