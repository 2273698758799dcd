"""The settings of the five levels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Claiming(Enum):
    """The ways of choosing a site for a castle."""

    AT_SIGHT = auto()
    """Choose the site that seems to have the most points."""
    WITH_ANSWER = auto()
    """Choose the site with the highest gain over the other seat's best answer."""
    PERFECT = auto()
    """Solve the game to the end."""


@dataclass(frozen=True, slots=True)
class PasturesLevel:
    """The settings of a level."""

    playouts: int | None
    """Maximum number of grids to fill for choosing a terrain; ``None`` means as many as the budget allows."""
    claiming: Claiming
    sees: float = 1
    """The share of the ways to fill a square, and of the sites of castles, that the level notices."""
    tree: bool = False
    """Whether the level searches the answers to a terrain, and the answers to those, in a tree."""
    endgame: int = 0
    """Maximum number of empty squares with which the level searches to the end of the fill."""


LEVELS = {
    1: PasturesLevel(playouts=5, claiming=Claiming.AT_SIGHT, sees=0.45),
    2: PasturesLevel(playouts=40, claiming=Claiming.WITH_ANSWER, sees=0.8),
    3: PasturesLevel(playouts=110, claiming=Claiming.WITH_ANSWER, sees=0.97),
    4: PasturesLevel(playouts=250, claiming=Claiming.PERFECT),
    5: PasturesLevel(playouts=None, claiming=Claiming.PERFECT, tree=True, endgame=10),
}
