"""The buttons of messages about a game that show its rules, and its **Maps**, **Boards** or **Tile sets**."""

from __future__ import annotations

from typing import Annotated

from bot.presentation.texts import renderer_of
from bot.ui.framework.components import PressButton, make_button
from bot.ui.framework.press import Press, one_of

ALL = "all"
"""Stands for all values of the option, shown side by side."""


class GalleryPress(Press, word="gallery"):
    """A button that shows a map, board or tile set of a game; with the ``value`` ``all``, all of them side by side.

    ``where``: in a new message, or in place of the message with the button.
    """

    kind: str
    value: str
    where: Annotated[str, one_of("new", "here")] = "new"


class RulesPress(Press, word="rules"):
    """A button that shows a part of a game's rules by its number; ``open`` shows the rules in a new message."""

    kind: str
    part: str


def make_opener(kind: str) -> list[PressButton]:
    """Return the button that opens a game's gallery, for the second row; empty if the game has none."""
    shows = renderer_of(kind).gallery_shows
    return [] if shows is None else [make_button(GalleryPress(kind, ALL), shows, row=1)]
