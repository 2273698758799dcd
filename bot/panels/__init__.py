"""The games' **Play** panels, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bot.panels.core import PanelMaker
from bot.panels.pastures import PasturesPanel

PANELS: Mapping[str, PanelMaker[Any]] = MappingProxyType({"pastures": PasturesPanel()})
"""Name of a game -> its panel."""
