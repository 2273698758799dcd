"""The button **Maps**, **Boards** or **Tile sets** in messages about a game that has some."""

from __future__ import annotations

from bot.panels.core import Button
from bot.ui.framework import ids
from bot.ui.framework.components import PressButton, button
from bot.ui.framework.texts import renderer_of

ALL = "all"
"""In the place of a value: all side by side."""


def opener(kind: str) -> list[PressButton]:
    """Return the button that opens the gallery of a game; none for a game without one."""
    shows = renderer_of(kind).gallery_shows
    return [] if shows is None else [button(ids.gallery(kind, ALL), Button(ALL, shows))]
