"""Land: reclaim an island plot by plot with a growing herd of cows. 2 to 6 seats, dice for the order and the first plots."""

from rules.core import Game
from rules.land.actions import DONE, Done, LandAction, Roll
from rules.land.grid import LandMap
from rules.land.options import HOUSE_RULES, LandOptions
from rules.land.parts import LandParts
from rules.land.state import LandState

LAND: Game[LandState] = Game(
    name="land",
    title="Land",
    seats=range(2, 7),
    Options=LandOptions,
    begin=LandState.begin,
    parts=LandParts(),
)
"""The entry for the registry."""

__all__ = ["DONE", "HOUSE_RULES", "LAND", "Done", "LandAction", "LandMap", "LandOptions", "LandState", "Roll"]
