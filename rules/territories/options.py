"""The options of Territories."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.core import Options

BoardName = Literal["classic", "valley", "village", "rim", "pairs"]
"""The shipped boards, in the order in which players see them."""


class TerritoriesOptions(Options):
    """The options of a game of Territories."""

    board: BoardName = Field(default="classic", description="The board to play on: its size and its eight farm spots.")
    farms: Literal["none", "land"] = Field(default="none", description="Whether the squares with farms count as land, too.")
