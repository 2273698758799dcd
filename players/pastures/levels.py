"""What the five levels differ in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Claiming(Enum):
    """How castles are placed."""

    AT_SIGHT = auto()
    """Where there seem to be most points."""
    WITH_ANSWER = auto()
    """Where it gains most against the best castle that the other seat can answer with."""
    PERFECT = auto()
    """Solved to the end."""


@dataclass(frozen=True, slots=True)
class PasturesLevel:
    """How well a level plays."""

    playouts: int | None
    """Grids that it fills at most to choose a terrain; ``None`` is as many as the budget allows."""
    claiming: Claiming
    misjudged: float = 0
    """The error of judging a site at sight, in points, as a standard deviation."""
    tree: bool = False
    """Whether it thinks of the answers to a terrain, and theirs, in a tree."""
    endgame: int = 0
    """With so few empty squares it searches to the end of the fill."""


LEVELS = {
    1: PasturesLevel(playouts=100, claiming=Claiming.AT_SIGHT, misjudged=2),
    2: PasturesLevel(playouts=130, claiming=Claiming.WITH_ANSWER),
    3: PasturesLevel(playouts=135, claiming=Claiming.PERFECT),
    4: PasturesLevel(playouts=180, claiming=Claiming.PERFECT),
    5: PasturesLevel(playouts=None, claiming=Claiming.PERFECT, tree=True, endgame=10),
}
