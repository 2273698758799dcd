"""The set-up of Nomads: a bag of tiles (N2), shipped or supplied by the caller, and its validation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.files import DATA
from rules.nomads.tiles import KINDS, NUMBER, TERRAIN, Bag

LEAST_TERRAIN = 72
"""The minimum number of terrain tiles in a bag (N2): 64 for the spaces, and 8 that may be drawn at the end for a mine."""
MOST_OF_A_KIND = 999
"""Maximum number of tiles of a kind in a bag supplied by a caller, far above any sensible bag."""


def checked_bag(counts: object) -> Bag:
    """Return the bag of a mapping of kinds to counts. Kinds that are missing have the count 0.

    Raise ValueError, with a sentence that names the error, if N2 does not admit the bag.
    """
    if not isinstance(counts, Mapping):
        raise ValueError("A bag is a list of kinds of tiles, with a number for each.")
    unknown = [str(kind) for kind in counts if kind not in NUMBER]
    if unknown:
        raise ValueError(f"There are no tiles called “{unknown[0]}”; the kinds are {', '.join(KINDS)}.")
    bag = tuple(counts.get(kind, 0) for kind in KINDS)
    for kind, count in zip(KINDS, bag, strict=True):
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_OF_A_KIND:
            raise ValueError(f"The bag needs a whole number from 0 to {MOST_OF_A_KIND} of {kind} tiles, not {count!r}.")
    terrain = sum(bag[: len(TERRAIN)])
    if terrain < LEAST_TERRAIN:
        raise ValueError(f"The bag needs at least {LEAST_TERRAIN} terrain tiles, so that it cannot run out; it has {terrain}.")
    return bag


def bag_of_setup(setup: Mapping[str, Any]) -> Bag:
    """Return the bag of a set-up ``{"bag": {...}}``. Raise ValueError if it is invalid."""
    if set(setup) != {"bag"}:
        raise ValueError("A set-up of Nomads has a bag and nothing else.")
    return checked_bag(setup["bag"])


@lru_cache(maxsize=16)
def shipped_bag(name: str) -> Bag:
    """Return the bag in ``data/nomads/tiles/<name>.json``. Raise ValueError if N2 does not admit it."""
    with (DATA / "nomads" / "tiles" / f"{name}.json").open(encoding="utf-8") as file:
        return checked_bag(json.load(file))


def as_setup(bag: Bag) -> dict[str, Any]:
    """Return the set-up for a record, with ``bag``."""
    return {"bag": dict(zip(KINDS, bag, strict=True))}
