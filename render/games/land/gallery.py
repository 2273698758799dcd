"""Pictures of the shipped maps of Land."""

from __future__ import annotations

from typing import get_args

from render.art.pieces import cow
from render.gallery import Choice, Gallery, Shown, gallery_of
from render.games.land.alt import position_of_map
from render.games.land.art import grounds
from render.games.land.spans import dice
from render.paint.board import Board
from render.paint.sprites import stamp
from render.text.describe import describe
from render.view import View
from rules.land import LandState
from rules.land.grid import LandMap
from rules.land.options import MapName
from rules.land.setup import shipped_map
from rules.words import count


def gallery(theme: str = "dark") -> Gallery:
    """Return a gallery with a picture of each map, without players, and one of all maps."""
    names = [name for name in get_args(MapName) if name != "random"]
    return gallery_of("map", "Maps of Land", [_draw_map(name, shipped_map(name), theme) for name in names], theme)


def setting(start: LandState, theme: str = "dark") -> Choice:
    """Return the map of a new game; the name of a random one includes its seed."""
    options = start.options
    name = f"random {options.map_seed}" if options.map == "random" else options.map
    return _draw_map(name, start.map, theme).choice()


def _draw_map(name: str, land: LandMap, theme: str) -> Shown:
    board = Board(land.width, land.height, theme)
    board.line(f"Map: {name}")
    board.spans(dice(land))
    for square, layers in grounds(land, plain=board.plain).items():
        board.ground(square, *layers)
    for square in land.squares_of(land.cow):
        board.put(square, stamp(cow))
    plots, mountains, cows = (mask.bit_count() for mask in (land.usable, land.mountain, land.cow))
    has = f"{count(plots, 'plot')} to take, {count(mountains, 'mountain')} and {count(cows, 'resident cow')} among them"
    summary = f"{name}: {land.width} by {land.height}, {has}."
    alt = describe(lambda _: position_of_map(land, f"Map of Land, {summary}"), lambda _: (), View(()))
    return Shown(name, board.draw(), alt, summary)
