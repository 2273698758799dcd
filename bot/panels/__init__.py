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
"""The panels by the name of the game and the version of its rules. A version with a different panel gets another entry."""


def panel_of(name: str, version: int) -> PanelMaker[Any]:
    """Return the panel of a game for a version of its rules. Raise ValueError if there is no such game or version.

    The newest panel of the game also serves versions without their own. A game without any panel gets the generic one.
    """
    newest = max((registered for game, registered in PANELS if game == name), default=0)
    made = PANELS.get((name, version)) or PANELS.get((name, newest), PanelMaker)
    return made(game_of(name, version).parts)
