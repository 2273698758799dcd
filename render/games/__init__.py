"""The games' renderers, a folder for each game.

Every folder has the same files: ``renderer`` (the picture), ``alt`` (the position in words), ``news`` (sentences about what has
happened), ``words`` (the game's phrases: moves, scores) and ``art`` (the art that only this game uses).
"""

from __future__ import annotations

from typing import Any

from render.games.base import Renderer
from render.games.land.renderer import LandRenderer
from render.games.nomads.renderer import NomadsRenderer
from render.games.pastures.renderer import PasturesRenderer
from render.games.territories.renderer import TerritoriesRenderer

RENDERERS: dict[tuple[str, int], Renderer[Any]] = {
    ("pastures", 1): PasturesRenderer(),
    ("land", 1): LandRenderer(),
    ("territories", 1): TerritoriesRenderer(),
    ("nomads", 1): NomadsRenderer(),
}
"""Name of a game and version of its rules -> renderer. Each further game or version is one more entry."""


def renderer_of(game: str, version: int | None = None) -> Renderer[Any]:
    """Return the renderer of a game under a version of its rules.

    The newest renderer of the game is used for versions without their own, and for ``None``. Raise KeyError if the game has no
    renderer.
    """
    own = RENDERERS.get((game, version or 0))
    if own is not None:
        return own
    newest = max((registered for name, registered in RENDERERS if name == game), default=None)
    if newest is None:
        raise KeyError(f"no renderer for {game}")
    return RENDERERS[game, newest]
