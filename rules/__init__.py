"""The games as pure rules: states, moves and chance, and nothing that reads a clock, a file of a user or a network."""

from rules.core import Action, AgreeDraw, Drop, Game, IllegalMove, Options, State
from rules.record import Record
from rules.registry import GAMES, game_of

__all__ = ["GAMES", "Action", "AgreeDraw", "Drop", "Game", "IllegalMove", "Options", "Record", "State", "game_of"]
