"""A picture read at a glance: whose land it is, what may be chosen, what can be read on a phone, with contrast."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from PIL import Image

from render import Marks, View, renderer_of
from render.art.terrain import PLAIN, VARIANTS, terrain
from render.paint.header import WORDS
from render.paint.layout import layout
from render.paint.sprites import sprite
from render.style.fonts import font
from rules import GAMES, State
from rules.land import LandState
from rules.squares import Square, squares
from tests.positions import play_at_random
from tests.render.test_colours import distance

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")


def draw(state: State, seats: int, theme: str = "dark", marks: Marks | None = None) -> Image.Image:
    return renderer_of(state.game).draw(state, View(NAMES[:seats], theme, marks=marks or Marks())).convert("RGB")


def test_the_lands_of_six_owners_differ_at_a_glance() -> None:
    """The ground that shows beside the cows, averaged over a plot as an eye does from afar: no carpet of equal cows."""
    state = play_at_random(GAMES["land"].start(6), Random(7))[-1].after
    assert isinstance(state, LandState)
    place, image = layout(12, 12, chips=6, spans=True, line=True), draw(state, 6)
    seen = {}
    for seat in range(6):
        plots = sorted(state.plots(seat))
        parts = [Image.new("RGB", (1, 1))]
        for plot in plots:
            left, top = place.corner(plot.x, plot.y)
            parts.append(image.crop((left, top, left + place.cell, top + place.cell)).resize((1, 1), Image.Resampling.BOX))
        channels = [sum(colour) // len(plots) for colour in zip(*(part.getpixel((0, 0)) for part in parts[1:]), strict=True)]
        seen[seat] = "#" + "".join(f"{channel:02X}" for channel in channels)
    for one, other in combinations(seen, 2):
        for vision in ("normal", "protan", "deutan", "tritan"):
            assert distance(seen[one], seen[other], vision) > 6, (one, other, vision, seen)


@pytest.mark.parametrize("game", ["pastures", "nomads"])
def test_where_every_free_square_may_be_chosen_none_is_marked(game: str) -> None:
    state = GAMES[game].start(2)
    free = frozenset(squares(8, 8))
    plain = draw(state, 2)
    assert draw(state, 2, marks=Marks(legal=free)).tobytes() == plain.tobytes()
    assert draw(state, 2, marks=Marks(legal=frozenset({Square(3, 3)}))).tobytes() != plain.tobytes()


def test_contrast_draws_terrain_flat_with_few_details() -> None:
    for name in ["plains", "forest", "mountain", "river", "desert", "wasteland"]:
        shapes = [len(terrain(name, version)) for version in range(VARIANTS)]
        assert len(terrain(name, PLAIN)) <= min(shapes), name
        flat = sprite(terrain, (name, PLAIN), 100).convert("RGB").getcolors(10_000) or []
        assert max(count for count, _ in flat) > 3000, f"{name}: most of it is one colour"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_contrast_changes_the_terrain_too(game: str) -> None:
    state = play_at_random(GAMES[game].start(2), Random(3))[20].after
    dark, contrast = draw(state, 2), draw(state, 2, "contrast")
    middle = (dark.width // 4, dark.height // 2, dark.width * 3 // 4, dark.height * 3 // 4)
    assert dark.crop(middle).tobytes() != contrast.crop(middle).tobytes()


@pytest.mark.parametrize("game", ["pastures", "nomads"])
def test_empty_squares_are_blank(game: str) -> None:
    """Nothing on them can be taken for a terrain."""
    place = layout(8, 8, chips=2, line=True, caption=game == "nomads")
    image = draw(GAMES[game].start(2), 2)
    for x, y in (place.corner(x, y) for x in range(2, 7) for y in range(2, 7)):
        assert len(image.crop((x + 8, y + 8, x + place.cell - 8, y + place.cell - 8)).getcolors() or ()) == 1


def test_lines_of_words_can_be_read_on_a_phone() -> None:
    """A picture in a message is some 300 pixels wide there: capitals are at least 8 pixels high."""
    _, top, _, bottom = font("SemiBold", WORDS).getbbox("B", anchor="ls")
    assert (bottom - top) * 300 / 1024 >= 8
