"""The games' **Play** panels, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bot.panels.core import PanelMaker

PANELS: Mapping[str, PanelMaker[Any]] = MappingProxyType({})
"""Name of a game -> its panel."""
