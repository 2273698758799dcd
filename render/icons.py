"""The bot's own icons: small pictures of terrains and pieces, for buttons, menus and lines of text.

In a text Discord shows an icon 22 pixels high. The squares of a board are too detailed for that, so a terrain here is one large
tree or peak on the terrain's ground.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from PIL import Image

from render.art import pieces
from render.art.colours import BANK, GOLD, GROUNDS, INK, PAPER, ROAD, WOOD
from render.art.emblems import badge
from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, disc
from render.art.terrain import cactus, conifer, peak
from render.games.nomads.art.terrain import palm
from render.games.nomads.art.tokens import city, treasure
from render.paint.sprites import Stamp, rasterize, stamp
from render.style.owners import OWNERS

SIZE = 128
"""Side of an icon in pixels: Discord shows it at most 48 high, and screens may have several pixels for each."""


ROOM = SIZE * 5 // 4
"""Side in pixels of the square on which a piece is drawn before it is enlarged."""


class Icon(NamedTuple):
    """An icon to upload to Discord."""

    name: str
    """The icon's name with the hash of its picture: ``forest_1a2b3c4d``."""
    png: bytes


def _ground(colour: str, *shapes: Shape) -> list[Shape]:
    """Return a tile: a ground with shapes on it and a border around them."""
    rim = Rect(0.02, 0.02, 0.96, 0.96, None, 0.2, PAPER, 0.04)
    return [Rect(0.02, 0.02, 0.96, 0.96, colour, 0.2), *shapes, rim, Rect(0.05, 0.05, 0.9, 0.9, None, 0.17, INK, 0.05)]


def plains() -> Shapes:
    """Return plains: three large tufts of grass."""
    base, dark, light, _ = GROUNDS["plains"]
    shapes: list[Shape] = [Ellipse(0.5, 0.74, 0.36, 0.1, light)]
    for x, y in ((0.3, 0.5), (0.7, 0.5), (0.5, 0.78)):
        shapes += [Line([(x + dx, y - dy), (x, y)], dark, 0.075) for dx, dy in ((-0.14, 0.16), (0, 0.26), (0.14, 0.16))]
    return _ground(base, *shapes)


def forest() -> Shapes:
    """Return a forest: two firs."""
    return _ground(GROUNDS["plains"].dark, *conifer(0.3, 0.8, 0.62), *conifer(0.64, 0.88, 0.82))


def mountain() -> Shapes:
    """Return a mountain: a peak with snow, a smaller one behind it."""
    return _ground(GROUNDS["mountain"].light, *peak(0.7, 0.86, 0.44, 0.42), *peak(0.42, 0.86, 0.68, 0.68))


def river() -> Shapes:
    """Return a river: three waves."""
    base, dark, light, _ = GROUNDS["river"]
    shapes: list[Shape] = []
    for row, y in enumerate((0.28, 0.52, 0.76)):
        wave = [(0.16, y), (0.28, y - 0.08), (0.4, y), (0.52, y + 0.08), (0.64, y), (0.74, y - 0.07), (0.84, y)]
        shapes.append(Line(wave, dark if row == 1 else light, 0.085))
    return _ground(base, *shapes)


def desert() -> Shapes:
    """Return a desert: dunes and a cactus."""
    base, dark, light, _ = GROUNDS["desert"]
    dunes: list[Point] = [(0.1, 0.72), (0.3, 0.58), (0.46, 0.7), (0.66, 0.54), (0.9, 0.7)]
    return _ground(light, Polygon([*dunes, (0.9, 0.9), (0.1, 0.9)], base), Line(dunes, dark, 0.06), *cactus(0.36, 0.86, 3.0))


def wasteland() -> Shapes:
    """Return a wasteland: a crack in the ground."""
    base, dark, light, stone = GROUNDS["wasteland"]
    crack: list[Point] = [(0.1, 0.34), (0.32, 0.46), (0.5, 0.34), (0.66, 0.54), (0.9, 0.46)]
    branch: list[Point] = [(0.5, 0.34), (0.44, 0.62), (0.54, 0.9)]
    return _ground(
        base, Line(crack, dark, 0.085), Line(branch, dark, 0.075), disc(0.74, 0.74, 0.09, stone), disc(0.24, 0.72, 0.07, light)
    )


def oasis() -> Shapes:
    """Return an oasis: a palm next to its pool."""
    return _ground(
        GROUNDS["river"].accent, Ellipse(0.4, 0.72, 0.3, 0.15, BANK), Ellipse(0.4, 0.71, 0.25, 0.11, GROUNDS["river"].base),
        *palm(0.54, 0.86, 0.72),
    )  # fmt: skip


def mine() -> Shapes:
    """Return a mine: the mouth of an adit with ore in front of it."""
    ground, dark, _, stone = GROUNDS["wasteland"]
    hill: list[Point] = [(0.08, 0.84), (0.24, 0.36), (0.5, 0.18), (0.76, 0.36), (0.92, 0.84)]
    mouth: list[Point] = [(0.3, 0.84), (0.3, 0.5), (0.7, 0.5), (0.7, 0.84)]
    return _ground(
        stone, Polygon(hill, ground, dark, 0.03), Polygon(mouth, INK), Line([(0.3, 0.84), (0.3, 0.5), (0.7, 0.5), (0.7, 0.84)],
        WOOD[1], 0.08), disc(0.42, 0.8, 0.08, GOLD), disc(0.58, 0.82, 0.06, GOLD),
    )  # fmt: skip


def trunk() -> Shapes:
    """Return a felled trunk, lying down."""
    bark, light, cut, rings = WOOD
    return [
        Line([(0.2, 0.62), (0.8, 0.38)], PAPER, 0.44),
        Line([(0.2, 0.62), (0.8, 0.38)], INK, 0.38),
        Line([(0.2, 0.62), (0.8, 0.38)], bark, 0.3),
        Line([(0.3, 0.5), (0.74, 0.32)], light, 0.05),
        Ellipse(0.21, 0.615, 0.13, 0.16, cut, rings, 0.04),
    ]


def track() -> Shapes:
    """Return a road across grass."""
    return _ground(GROUNDS["plains"].base, Line([(0.07, 0.5), (0.93, 0.5)], ROAD[0], 0.42, flat=True),
                   Line([(0.07, 0.5), (0.93, 0.5)], ROAD[1], 0.3, flat=True),
                   *(Line([(x, 0.5), (x + 0.16, 0.5)], ROAD[2], 0.07) for x in (0.2, 0.64)))  # fmt: skip


def _list_art() -> Mapping[str, Stamp]:
    """Return every icon's art, by its name."""
    tiles = (plains, forest, mountain, river, desert, wasteland, oasis, mine, trunk)
    made = {tile.__name__: stamp(tile) for tile in tiles}
    made |= {"city": stamp(city, None), "road": stamp(track), "treasure": stamp(treasure), "barbarian": stamp(pieces.barbarian)}
    made["cow"] = stamp(pieces.cow)
    for owner, look in enumerate(OWNERS):
        made |= {look.name: stamp(badge, owner), f"cow_{look.name}": stamp(pieces.cow, owner)}
        made |= {f"castle_{look.name}": stamp(pieces.castle, owner), f"house_{look.name}": stamp(pieces.farm, owner)}
        made[f"city_{look.name}"] = stamp(city, owner)
    return made | {f"die_{pips}": stamp(pieces.die, pips) for pips in range(1, 7)}


ART = _list_art()
"""Name of an icon -> its art."""


@cache
def draw_icon(name: str) -> Icon:
    """Draw the icon with this name. Raise KeyError if there is none."""
    art = ART[name]
    image = _fill(rasterize(art.art(*art.args), ROOM, ROOM))
    packed = io.BytesIO()
    image.save(packed, "PNG")
    return Icon(f"{name}_{hashlib.sha256(image.tobytes()).hexdigest()[:8]}", packed.getvalue())


def _fill(drawn: Image.Image) -> Image.Image:
    """Return the drawing enlarged to fill the icon, because a piece on the board leaves part of its square empty."""
    found = drawn.crop(drawn.getbbox())
    scale = SIZE / max(found.size)
    fitted = found.resize((round(found.width * scale), round(found.height * scale)), Image.Resampling.LANCZOS)
    image = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    image.paste(fitted, ((SIZE - fitted.width) // 2, (SIZE - fitted.height) // 2))
    return image
