"""Territories: two players place farm houses, then fence the land until no area holds farms of both."""

from __future__ import annotations

from rules.core import Game
from rules.territories.board import BOARDS, Board, BoardName, TerritoriesOptions, load_board, shipped_board
from rules.territories.moves import House, Laid, Point, Trunk
from rules.territories.state import PLACERS, Area, TerritoriesState

__all__ = [
    "BOARDS",
    "PLACERS",
    "TERRITORIES",
    "Area",
    "Board",
    "BoardName",
    "House",
    "Laid",
    "Point",
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
)
"""The game as the registry lists it."""
