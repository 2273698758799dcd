"""The games' **Play** panels, found by game and version of the rules."""

from __future__ import annotations

from typing import Any

from bot.panels.land import LandPanel
from bot.panels.maker import PanelMaker
from bot.panels.nomads import NomadsPanel
from bot.panels.pastures import PasturesPanel
from bot.panels.territories import TerritoriesPanel
from rules.registry import game_of

PANELS: dict[tuple[str, int], type[PanelMaker[Any]]] = {
    ("pastures", 1): PasturesPanel,
    ("land", 1): LandPanel,
    ("territories", 1): TerritoriesPanel,
    ("nomads", 1): NomadsPanel,
}
"""Name of a game and version of its rules -> panel. Another version that needs its own is one more entry."""


def panel_of(name: str, version: int) -> PanelMaker[Any]:
    """Return the panel of a game under a version of its rules; ValueError where there is no such game or version.

    The newest panel of the game also serves the versions that have none of their own. A game without any has the panel
    that serves every game.
    """
    newest = max((registered for game, registered in PANELS if game == name), default=0)
    made = PANELS.get((name, version)) or PANELS.get((name, newest), PanelMaker)
    return made(game_of(name, version).parts)
