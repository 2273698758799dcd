"""The options of Pastures New."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.core import Options


class PasturesOptions(Options):
    """The size of the board (P1) and the other options of Pastures New."""

    width: int = Field(default=8, ge=4, le=16, description="Columns of the board, 4 to 16; usually 8.")
    height: int = Field(default=8, ge=4, le=16, description="Rows of the board, 4 to 16; usually 8.")
    adjacency: Literal["sides", "corners"] = Field(
        default="sides", description="Which squares are next to each other: those that share a side, or a corner as well."
    )
    forest: Literal[2, 1] = Field(default=2, description="Points for each forest in a castle’s area: 2, or 1.")
    claim: Literal["turn", "offer"] = Field(
        default="turn",
        description="In turn, or one player names a price and the other chooses to build first or second.",
    )
