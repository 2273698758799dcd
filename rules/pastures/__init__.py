"""Pastures New: fill a grid with terrain, then claim it with castles. Two seats, rules P1 to P14."""

from rules.core import Game
from rules.pastures.moves import TERRAINS, Castle, Fill
from rules.pastures.state import PasturesOptions, PasturesState

PASTURES: Game[PasturesState] = Game(
    name="pastures",
    title="Pastures New",
    seats=range(2, 3),
    Options=PasturesOptions,
    begin=PasturesState.begin,
)
"""The game as the registry lists it."""

__all__ = ["PASTURES", "TERRAINS", "Castle", "Fill", "PasturesOptions", "PasturesState"]
