"""The options of Land: the map and the reach of a turn (L3, L10), and the house rules (L14)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.core import Options

MapName = Literal["island", "range", "lake", "ribbon", "twins", "random"]
"""The maps in ``data/land``, and ``random``."""

HOUSE_RULES = ("reach", "herd", "order", "mountain", "resident")
"""The options that change the rules, so not the map, in the order in which players see them."""


class LandOptions(Options):
    """Options of a game of Land; the defaults are the original rules."""

    map: MapName = Field(default="island", description="the map to play on; random makes one from map_seed")
    map_seed: int = Field(
        default=0,
        ge=0,
        le=4294967295,
        description="the number that a random map is made from",
        json_schema_extra={"drawn_where": {"map": "random"}},
    )
    reach: Literal["turn", "chain"] = Field(
        default="turn", description="take plots next to those you owned when your turn began, or next to new ones as well"
    )
    herd: Literal["plots", "equal"] = Field(
        default="plots", description="cows a turn: one for each plot of yours, or 3 for all"
    )
    order: Literal["fixed", "rotate", "poorest"] = Field(
        default="fixed", description="who begins a round: always the same, the next one each round, or the poorest"
    )
    mountain: Literal[2, 1] = Field(default=2, description="cows that a mountain takes; with 1 you may start on one as well")
    resident: Literal["once", "none"] = Field(
        default="once", description="a resident cow that you reach helps you once, on your next turn, or never"
    )
