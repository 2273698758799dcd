"""Territories: two players place farms, then fence the land until no area holds farms of both."""

from __future__ import annotations

from rules.core import Game
from rules.territories.actions import House, Node, PlacedTrunk, Trunk
from rules.territories.options import BoardName, TerritoriesOptions
from rules.territories.parts import TerritoriesParts
from rules.territories.setup import BOARDS, Board, load_board, shipped_board
from rules.territories.state import PLACERS, Area, TerritoriesState

__all__ = [
    "BOARDS",
    "PLACERS",
    "TERRITORIES",
    "Area",
    "Board",
    "BoardName",
    "House",
    "Node",
    "PlacedTrunk",
    "TerritoriesOptions",
    "TerritoriesState",
    "Trunk",
    "load_board",
    "shipped_board",
]

TERRITORIES: Game[TerritoriesState] = Game(
    name="territories",
    title="Territories",
    seats=range(2, 3),
    Options=TerritoriesOptions,
    begin=TerritoriesState.begin,
    parts=TerritoriesParts(),
)
"""The entry for the registry."""
