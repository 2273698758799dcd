"""The games: pure rules, no Discord, no database, no drawing, no clock, no randomness."""

from rules.core import Action, AgreeDraw, Drop, Game, IllegalMove, Options, State
from rules.record import Record
from rules.registry import GAMES, game_of

__all__ = ["GAMES", "Action", "AgreeDraw", "Drop", "Game", "IllegalMove", "Options", "Record", "State", "game_of"]
