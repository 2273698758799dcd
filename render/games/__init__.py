"""The games' renderers, a folder for each game.

Every folder has the same files: ``renderer`` (the picture), ``alt`` (the position in words), ``news`` (what has happened, in
sentences), ``words`` (the game's phrases: moves, scores) and ``art`` (what only this game draws).
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
"""Name of a game and version of its rules -> renderer. Another game or version is one more entry."""


def renderer_of(game: str, version: int | None = None) -> Renderer[Any]:
    """Return the renderer of a game under a version of its rules.

    The newest renderer of the game also serves the versions that have none of their own, and ``None``. Raise KeyError for a
    game without any.
    """
    own = RENDERERS.get((game, version or 0))
    if own is not None:
        return own
    newest = max((registered for name, registered in RENDERERS if name == game), default=None)
    if newest is None:
        raise KeyError(f"no renderer for {game}")
    return RENDERERS[game, newest]
