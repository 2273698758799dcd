"""The bot's own icons as texts and buttons show them: Discord's mark of an icon, or a character until Discord has it.

One process is one application at Discord, which has one set of icons. ``bot.process.icon_keeper`` says which ones are there.
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
"""What stands for an icon that Discord does not have, by the icon's name."""

_marks: dict[str, str] = {}
_names: dict[str, str] = {}


def icon(name: str) -> str:
    """Return what shows an icon in a text, a button or a menu."""
    return _marks.get(name, CHARACTERS[name])


def save_icons(marks: Mapping[str, str]) -> None:
    """Save which icons Discord has: Discord's mark of each, ``<:forest_1a2b3c4d:123>``, by the icon's name."""
    _marks.clear()
    _marks.update(marks)
    _names.update({mark: name for name, mark in marks.items()})


def character_of(mark: str) -> str:
    """Return the character instead of an icon's mark; what is no such mark stays as it is."""
    return CHARACTERS[_names[mark]] if mark in _names else mark
