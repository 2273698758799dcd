"""The games as pure rules: states, moves and chance. Nothing here reads a clock, a user's file or the network."""

from rules.core import Action, AgreeDraw, Drop, Game, IllegalMove, Options, State
from rules.record import Record
from rules.registry import GAMES, game_of

__all__ = ["GAMES", "Action", "AgreeDraw", "Drop", "Game", "IllegalMove", "Options", "Record", "State", "game_of"]
