"""Pictures and words for the states of the games.

``picture`` and ``replay_gif`` draw; a game's words come from ``renderer_of(game, version)``.

To draw a game, its ``Renderer`` (``render/games/<game>/renderer.py``) fills a ``Board`` (``render/paint/board.py``), whose
docstring has an example. It stamps art on the squares: functions of ``render.art`` that return display lists. Sprites of that
art are combined into cells (``render/paint``), which are palette images (``render/style``) and cached.
"""

from __future__ import annotations

from render.encode.gif import replay_gif
from render.encode.png import png
from render.games import renderer_of
from render.style.owners import OWNERS
from render.style.themes import THEMES
from render.text.replay_words import replay_alt
from render.view import NO_MARKS, Animation, Marks, Picture, View
from rules import State
from rules.steps import Step

__all__ = [
    "NO_MARKS",
    "OWNERS",
    "THEMES",
    "Animation",
    "Marks",
    "Picture",
    "Step",
    "View",
    "picture",
    "renderer_of",
    "replay_alt",
    "replay_gif",
]


def picture(state: State, view: View) -> Picture:
    """Return the picture of a state with its description. This takes some milliseconds, so call it in a thread.

    Raise KeyError if the game has no renderer or the theme is unknown.
    """
    renderer = renderer_of(state.game, state.rules)
    return Picture(png(renderer.draw(state, view)), renderer.alt(state, view))
