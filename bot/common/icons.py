"""The bot's own icons in texts and buttons: Discord's markup of an icon, or a character until Discord has it.

One process is one application at Discord, which has one set of icons. ``bot.process.icon_keeper`` reports the icons that are
uploaded.
"""

from __future__ import annotations

from collections.abc import Mapping

_OWNERS = {"blue": "●", "red": "▲", "yellow": "■", "black": "★", "pink": "◆", "white": "✚"}

CHARACTERS: Mapping[str, str] = {
    "plains": "🌾",
    "forest": "🌲",
    "mountain": "⛰️",
    "river": "🌊",
    "desert": "🏜️",
    "wasteland": "🪨",
    "oasis": "🌴",
    "mine": "⛏️",
    "city": "🕌",
    "treasure": "💎",
    "barbarian": "🪓",
    "road": "🛤️",
    "trunk": "🪵",
    "cow": "🐄",
    **_OWNERS,
    **{f"cow_{owner}": "🐄" for owner in _OWNERS},
    **{f"castle_{owner}": "🏰" for owner in _OWNERS},
    **{f"house_{owner}": "🏠" for owner in _OWNERS},
    **{f"city_{owner}": "🕌" for owner in _OWNERS},
    **{f"die_{pips}": "🎲" for pips in range(1, 7)},
}
"""The characters that replace icons missing at Discord, by the icons' names."""

_marks: dict[str, str] = {}
_names: dict[str, str] = {}


def icon(name: str) -> str:
    """Return the markup of an icon for a text, a button or a menu, or the character that replaces it."""
    return _marks.get(name, CHARACTERS[name])


def save_icons(marks: Mapping[str, str]) -> None:
    """Set the icons that Discord has: the markup of each, ``<:forest_1a2b3c4d:123>``, by the icon's name."""
    _marks.clear()
    _marks.update(marks)
    _names.update({mark: name for name, mark in marks.items()})


def character_of(mark: str) -> str:
    """Return the character for an icon's markup. Any other text is returned unchanged."""
    return CHARACTERS[_names[mark]] if mark in _names else mark
