"""Make ``data/palettes/board.bin``, the palette of all pictures and its lookup table: ``python -m tools.make_palette``.

Draws samples of everything (all shared pieces of all owners on all terrains, headers in all themes, and positions of
random games of every game that has a renderer), keeps the important colours exactly, and spends the rest of the palette on what
the smooth edges and texts of the samples need. Run it after art or colours have changed.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter as Tally
from collections.abc import Iterator
from importlib import import_module
from itertools import cycle
from pkgutil import walk_packages
from random import Random
from unittest.mock import patch

from PIL import Image

import render.games
from render import View
from render.art import colours as shared
from render.art.emblems import badge
from render.art.pieces import barbarian, castle, cow, farm, log, road
from render.art.terrain import VARIANTS, parchment, shore, terrain
from render.paint.board import Board
from render.paint.header import Chip, Counter
from render.paint.sprites import stamp
from render.style import palette
from render.style.owners import OWNERS
from render.style.themes import THEMES
from rules import GAMES
from rules.squares import Square, squares

SIZE = 255
"""Colours in use; the last entry of the palette is kept free, for what a GIF leaves unchanged."""


def exact_colours() -> list[str]:
    """Return the colours that every picture shows exactly.

    They are those of the owners, the themes and the shared art, and what a game's module lists as ``EXACT``.
    """
    found = [owner.colour for owner in OWNERS]
    for theme in THEMES.values():
        found += [theme.frame, theme.panel, theme.edge, theme.turn, theme.text, theme.dim, theme.rim]
    found += shared.EXACT
    for module in walk_packages(render.games.__path__, "render.games."):
        found += getattr(import_module(module.name), "EXACT", ())
    return list(dict.fromkeys(found))


def sample_boards() -> Iterator[Board]:
    """Yield boards with everything shared on them."""
    grounds = [*shared.GROUNDS, "parchment"]
    for theme in THEMES:
        for width in (8, 14):
            board = Board(width, width, theme)
            rng = Random(width)
            board.chips([
                Chip(i, name, str(7 * i), (Counter(stamp(castle, i), "3"), Counter(stamp(cow), "12")), i == 2, i == 4, i == 5)
                for i, name in enumerate(("Ada", "Björn", "Cleopatra", "Đorđe", "Ewa", "Фёдор"))
            ])  # fmt: skip
            board.line("Ada rolls", stamp(badge, 1), "and waits for nobody")
            for square in squares(width, width):
                name = grounds[(square.x + square.y * 3) % len(grounds)]
                layer = stamp(parchment) if name == "parchment" else stamp(terrain, name, rng.randrange(VARIANTS))
                board.ground(square, layer)
                if name == "river":
                    board.ground(square, stamp(shore, "".join(rng.sample("NESW", 2))))
                owner = rng.randrange(6)
                piece = rng.choice([stamp(castle, owner), stamp(farm, owner), stamp(cow, owner), stamp(cow), stamp(barbarian),
                                    stamp(road, "NES"), None, None])  # fmt: skip
                if piece:
                    board.put(square, piece)
            for owner in range(6):
                corner = Square(rng.randrange(width - 3), rng.randrange(width - 3))
                board.areas([(owner, {Square(corner.x + i % 3, corner.y + i // 3) for i in range(9)})])
                board.edge(corner, Square(corner.x + 1, corner.y), log)
            board.last([Square(2, 2)])
            yield board


Colour = tuple[int, int, int]


def sample_colours() -> Tally[Colour]:
    """Return how often each colour is in the pieces of pictures that drawing the samples would have given to the palette."""
    seen: Tally[Colour] = Tally()

    def record(image: Image.Image) -> Image.Image:
        for count, colour in image.getcolors(image.width * image.height) or ():
            if isinstance(colour, tuple):
                seen[colour[0], colour[1], colour[2]] += count
        return Image.new("L", image.size)

    with (
        patch.object(palette, "to_indices", record),
        patch.object(palette, "attach_palette", lambda image: image.convert("RGB")),
    ):
        for board in sample_boards():
            board.numbers()
        for (name, _), renderer in render.games.RENDERERS.items():
            for seats in {GAMES[name].seats[0], GAMES[name].seats[-1]}:
                for state, theme in zip(_random_game(name, seats), cycle(THEMES)):
                    renderer.draw(state, View(names=("Ada", "Björn", "Cleo", "Đorđe", "Ewa", "Фёдор")[:seats], theme=theme))
    return seen


def _random_game(name: str, seats: int) -> Iterator[object]:
    rng = Random(seats)
    state = GAMES[name].start(seats)
    number = 0
    while not state.is_over and number < 400:
        if number % 10 == 0:
            yield state
        if state.is_chance:
            outcomes = state.outcomes()
            state = state.play(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            state = state.play(rng.choice(state.moves()))
        number += 1
    yield state


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _is_near(colour: Colour, others: list[Colour]) -> bool:
    r, g, b = colour
    return any(abs(r - other[0]) + abs(g - other[1]) + abs(b - other[2]) <= 12 for other in others)


def make(seen: Tally[Colour]) -> bytes:
    """Return the palette and the table for the samples."""
    exact = [_rgb(colour) for colour in exact_colours()]
    # What lies next to an exact colour needs none of its own; of the rest, rare colours count by the root of their number,
    # so that many small blends are not drowned by a few large ones.
    needed = [(colour, math.isqrt(count)) for colour, count in seen.items() if not _is_near(colour, exact)]
    pixels = b"".join(bytes(colour) * min(64, max(1, weight)) for colour, weight in needed)
    count = len(pixels) // 3
    height = -(-count // 512)
    pixels += pixels[:3] * (512 * height - count)
    blend = Image.frombytes("RGB", (512, height), pixels)
    free = SIZE - len(exact)
    reduced = blend.quantize(free, method=Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    flat = [*(channel for colour in exact for channel in colour), *(reduced.getpalette() or [])[: 3 * free]]
    flat += flat[:3] * (256 - len(flat) // 3)
    print(f"{len(exact)} exact colours, {len(seen)} seen, {len(needed)} of them blends")
    return bytes(flat) + _table(flat, len(exact))


def _table(flat: list[int], exact: int) -> bytes:
    """Return the nearest palette entry for each of the 64 * 64 * 64 colours; exact colours own theirs, the first one first."""
    levels = [4 * i + 2 for i in range(64)]
    grid = Image.frombytes("RGB", (512, 512), bytes(v for r in levels for g in levels for b in levels for v in (r, g, b)))
    holder = Image.new("P", (1, 1))
    holder.putpalette(flat)
    table = bytearray(grid.quantize(palette=holder, dither=Image.Dither.NONE).tobytes())
    for number in reversed(range(exact)):
        r, g, b = (channel >> 2 for channel in flat[3 * number : 3 * number + 3])
        table[r << 12 | g << 6 | b] = number
    return bytes(table)


def main() -> None:
    """Write the file."""
    data = zlib.compress(make(sample_colours()), 9)
    palette.FILE.parent.mkdir(parents=True, exist_ok=True)
    palette.FILE.write_bytes(data)
    print(f"{palette.FILE.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
