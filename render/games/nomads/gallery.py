"""Pictures of the shipped tile sets of Nomads."""

from __future__ import annotations

from collections.abc import Sequence

from render.gallery import Choice, Gallery
from render.games.nomads.art.tokens import drawn_tile
from render.games.nomads.words import count_tiles
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, PLAIN, TOP, Sheet
from render.paint.sprites import stamp
from render.text.words import ALT_LIMIT, clip
from render.view import Picture
from rules.nomads import KINDS, NomadsState
from rules.nomads.options import NomadsOptions
from rules.nomads.setup import shipped_bag
from rules.words import count

_ACROSS, _TILE, _ROW, _HEADING, _PAD = 4, 110, 190, 70, 24
"""Number of tiles side by side; and in pixels, the size of a tile, the distance from row to row, the height of a heading,
and the space around a tile set."""


def gallery(theme: str = "dark") -> Gallery:
    """Return a gallery with a picture of each tile set, and one of all tile sets."""
    names: Sequence[str] = NomadsOptions.model_json_schema()["properties"]["tiles"]["enum"]
    choices = tuple(Choice(name, _picture("Tile set", [name], theme)) for name in names)
    return Gallery("tiles", choices, _picture("Tile sets of Nomads", names, theme))


def setting(start: NomadsState, theme: str = "dark") -> Choice:
    """Return the tile set of a new game."""
    name = start.options.tiles
    return Choice(name, _picture("Tile set", [name], theme))


def _picture(title: str, names: Sequence[str], theme: str) -> Picture:
    rows = -(-len(KINDS) // _ACROSS)
    height = _HEADING + rows * _ROW + _PAD
    sheet = Sheet(TOP + len(names) * height + EDGE, title, theme)
    for number, name in enumerate(names):
        top, bag = TOP + number * height, shipped_bag(name)
        sheet.text(EDGE + _PAD, top + 52, f"{name}: {count(sum(bag), 'tile')}", size=PLAIN, weight="Bold")
        for place, (kind, tiles) in enumerate(zip(KINDS, bag, strict=True)):
            middle = EDGE + (place % _ACROSS + 0.5) * (WIDTH - 2 * EDGE) / _ACROSS
            y = top + _HEADING + place // _ACROSS * _ROW
            sheet.icon(middle - _TILE / 2, y, stamp(drawn_tile, kind), _TILE)
            sheet.text(middle, y + _TILE + 42, count_tiles(tiles, kind), size=PLAIN, anchor="ms")
    return Picture(sheet.png(), clip(f"{title}. {' '.join(map(_words, names))}", ALT_LIMIT))


def _words(name: str) -> str:
    bag = shipped_bag(name)
    tiles = ", ".join(count_tiles(tiles, kind) for kind, tiles in zip(KINDS, bag, strict=True))
    return f"{name}: {count(sum(bag), 'tile')}: {tiles}."
