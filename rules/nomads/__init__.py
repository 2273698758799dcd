"""Nomads: tiles, roads, cities and barbarians, for 2 to 6 seats."""

from rules.core import Game
from rules.nomads.options import NomadsOptions
from rules.nomads.parts import NomadsParts
from rules.nomads.position import Tile
from rules.nomads.state import NomadsState
from rules.nomads.tiles import KINDS, TERRAIN, Kind

NOMADS: Game[NomadsState] = Game(
    name="nomads",
    title="Nomads",
    seats=range(2, 7),
    Options=NomadsOptions,
    begin=NomadsState.begin,
    parts=NomadsParts(),
)

__all__ = ["KINDS", "NOMADS", "TERRAIN", "Kind", "NomadsOptions", "NomadsState", "Tile"]
