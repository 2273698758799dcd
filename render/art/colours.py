"""Colours of the board's art. The fixed palette contains those listed here exactly (``tools/make_palette.py``)."""

from __future__ import annotations

from typing import NamedTuple

INK = "#1F1B16"
"""Outline of every piece."""
PAPER = "#FFFFFF"
"""Casing around every piece, so that it stands out from any terrain."""
SHADOW = "#1F1B1655"
"""Shadow under a piece."""
CHOSEN = "#1AECFF"
"""Mark of what a player has chosen: a colour of no owner and no terrain."""
YELLOW = "#FFD21F"
GOLD = "#E8B93A"
WOOD = ("#8A5426", "#B9803F", "#E2B978", "#5A3413")
"""The colours of a log: bark, light on the bark, cut face, rings."""
ROAD = ("#5B4630", "#EFE3C6", "#B59A6A")
"""The colours of a road: border, surface, ruts."""
STEEL = "#C7CBD3"
BLOOD = "#7C1420"
HORN = "#F4EAD2"
WALL = "#FBF3DC"
MUZZLE = "#E9A9A0"
HIDE = "#2B2622"
PARCHMENT = "#F2E6DE"
"""The colour of an empty square, which is still to be filled."""


class Ground(NamedTuple):
    """The four colours of a terrain."""

    base: str
    dark: str
    light: str
    accent: str


GROUNDS: dict[str, Ground] = {
    "plains": Ground("#DEEAA6", "#93B14A", "#EDF4C9", "#FFFFFF"),
    "forest": Ground("#4F8347", "#244F2A", "#76AC5F", "#3E2C1D"),
    "mountain": Ground("#A9ACB7", "#666A78", "#CDD0D9", "#878B99"),
    "river": Ground("#5FA8E6", "#2F74B8", "#D9EEFC", "#EFE2B6"),
    "desert": Ground("#DFA24E", "#A96F22", "#F5CF8C", "#4C7A3E"),
    "wasteland": Ground("#85686F", "#4B3739", "#A98F94", "#CDBCB9"),
}
"""Terrains shared by several games; a game's own module adds others."""

BANK = "#3F83C4"
"""Dark edge of water along its bank."""

EXACT: tuple[str, ...] = (
    INK, PAPER, CHOSEN, YELLOW, GOLD, *WOOD, *ROAD, STEEL, BLOOD, HORN, WALL, MUZZLE, HIDE, PARCHMENT, BANK,
    *(colour for ground in GROUNDS.values() for colour in ground),
)  # fmt: skip
"""The opaque colours of shared art, which every picture reproduces exactly."""
