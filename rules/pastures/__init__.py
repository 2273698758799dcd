"""Pastures New: fill a grid with terrain, then claim it with castles. Two seats, rules P1 to P15."""

from rules.core import Game
from rules.pastures.actions import MOST_OFFERED, Answer, Castle, Fill, Offer
from rules.pastures.options import PasturesOptions
from rules.pastures.parts import PasturesParts
from rules.pastures.state import PasturesState
from rules.pastures.vocabulary import TERRAINS

PASTURES: Game[PasturesState] = Game(
    name="pastures",
    title="Pastures New",
    seats=range(2, 3),
    Options=PasturesOptions,
    begin=PasturesState.begin,
    parts=PasturesParts(),
)
"""The entry for the registry."""

__all__ = [
    "MOST_OFFERED",
    "PASTURES",
    "TERRAINS",
    "Answer",
    "Castle",
    "Fill",
    "Offer",
    "PasturesOptions",
    "PasturesState",
]
