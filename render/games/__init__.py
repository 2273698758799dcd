"""The games' renderers, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from render.games.base import Renderer
from render.games.land import LandRenderer
from render.games.nomads import NomadsRenderer
from render.games.pastures import PasturesRenderer
from render.games.territories import TerritoriesRenderer

RENDERERS: Mapping[str, Renderer[Any]] = MappingProxyType(
    {
        "pastures": PasturesRenderer(),
        "land": LandRenderer(),
        "territories": TerritoriesRenderer(),
        "nomads": NomadsRenderer(),
    }
)
"""Name of a game -> its renderer."""
