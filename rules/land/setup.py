"""The set-up of Land: a shipped map, a random one (L3) or one supplied by the caller."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.files import DATA
from rules.land.checks import land_map
from rules.land.grid import LandMap
from rules.land.options import LandOptions
from rules.land.random_maps import random_map


@lru_cache
def shipped_map(name: str) -> LandMap:
    """Return the map in ``data/land/<name>.txt``.

    Raise ValueError if there is no such map, or it violates L1 or L2.
    """
    path = DATA / "land" / f"{name}.txt"
    if not path.is_file():
        raise ValueError(f"There is no map called “{name}”.")
    return land_map(path.read_text(encoding="ascii").split())


def map_of(options: LandOptions, setup: Mapping[str, Any] | None) -> LandMap:
    """Return the map of the set-up if there is one, else the map named by the options (L3).

    Raise ValueError if the set-up is not a map that satisfies L1 and L2.
    """
    if setup is None:
        return random_map(options.map_seed) if options.map == "random" else shipped_map(options.map)
    if set(setup) != {"map"}:
        raise ValueError("L3: the set-up of Land is a map and nothing else.")
    return land_map(setup["map"])
