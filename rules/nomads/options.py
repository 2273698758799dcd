"""The options of Nomads."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.core import Options


class NomadsOptions(Options):
    """The options of a game of Nomads."""

    tiles: Literal["classic", "gentle"] = Field(
        "classic", description="The bag: classic, or gentle with fewer oases and barbarians and more cities"
    )
    entry: Literal["A1", "H1", "H8", "A8", "random"] = Field("A1", description="The corner where the barbarians enter")
    frontier: Literal["open", "closed"] = Field(
        "open", description="Where you discover and build cities: anywhere, or away from tiles while there is room"
    )
    tribute: int = Field(0, ge=0, le=50, description="Points that save a city instead of a treasure; 0: not possible")
