"""Land: reclaim an island plot by plot with a growing herd of cows. 2 to 6 seats, dice for the order and the first plots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core import Game
from rules.land.actions import DONE, Done, LandAction, Roll
from rules.land.maps import LandMap, land_map, shipped_map
from rules.land.options import HOUSE_RULES, LandOptions
from rules.land.random_maps import random_map
from rules.land.state import LandState

__all__ = ["DONE", "HOUSE_RULES", "LAND", "Done", "LandAction", "LandMap", "LandOptions", "LandState", "Roll"]


def map_of(options: LandOptions) -> LandMap:
    """The map that the options name (L3)."""
    return random_map(options.map_seed) if options.map == "random" else shipped_map(options.map)


def _begin(seats: int, options: LandOptions, setup: Mapping[str, Any] | None) -> LandState:
    if setup is None:
        land = map_of(options)
    elif set(setup) == {"map"}:
        land = land_map(setup["map"])
    else:
        raise ValueError("L3: the set-up of Land is a map and nothing else.")
    return LandState.first(seats, options, land)


LAND = Game(name="land", title="Land", seats=range(2, 7), Options=LandOptions, begin=_begin)
