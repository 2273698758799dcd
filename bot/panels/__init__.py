"""The games' **Play** panels, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bot.panels.core import PanelMaker
from bot.panels.land import LandPanel
from bot.panels.nomads import NomadsPanel
from bot.panels.pastures import PasturesPanel
from bot.panels.territories import TerritoriesPanel

PANELS: Mapping[str, PanelMaker[Any]] = MappingProxyType(
    {"pastures": PasturesPanel(), "land": LandPanel(), "territories": TerritoriesPanel(), "nomads": NomadsPanel()}
)
"""Name of a game -> its panel."""
