"""The three themes: the colours of everything around the board, and the widths of lines on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of frame, header and lines."""

    name: str
    frame: str
    """Background of the whole picture."""
    panel: str
    """Body of a score chip."""
    edge: str
    """Thin border of the chip of a player who is not to move."""
    turn: str
    """Thick border of the chip of the player to move."""
    text: str
    dim: str
    """Less important text; still readable on panel and frame."""
    rim: str
    """Line around the board."""
    grid: str
    """Lines between squares, with alpha."""
    grid_width: float
    """Width of a grid line on each side of a square, in squares."""
    line: float
    """Factor on the width of area outlines and marks."""
    plain: bool = False
    """Whether terrain is flat, with few details."""


DARK = Theme(
    "dark", frame="#23262C", panel="#2E323A", edge="#454A54", turn="#FFFFFF", text="#F2EFE6", dim="#B9B6AC", rim="#0F1013",
    grid="#1F1B1659", grid_width=0.013, line=1.0,
)  # fmt: skip
LIGHT = Theme(
    "light", frame="#ECE6D8", panel="#FBF8F0", edge="#C9C0AC", turn="#1F1B16", text="#1F1B16", dim="#5F594E", rim="#3A352C",
    grid="#1F1B1659", grid_width=0.013, line=1.0,
)  # fmt: skip
CONTRAST = Theme(
    "contrast", frame="#000000", panel="#000000", edge="#8C8C8C", turn="#FFFFFF", text="#FFFFFF", dim="#E2E2E2", rim="#FFFFFF",
    grid="#000000", grid_width=0.018, line=1.3, plain=True,
)  # fmt: skip

THEMES: dict[str, Theme] = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
"""The themes by the name used in ``View.theme`` and in the players' settings."""
