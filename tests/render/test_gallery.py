"""Maps, boards and tile sets: one picture of each, and one of all side by side, with descriptions."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from render import THEMES, renderer_of
from render.gallery import Gallery
from rules import GAMES
from rules.land import LAND
from rules.squares import Square
from rules.territories import TERRITORIES
from tests.render.alt_reader import board_of

WITH_GALLERY = {"land": "map", "territories": "board", "nomads": "tiles"}


def check_choices(game: str, gallery: Gallery) -> None:
    """Every value of the option has a picture of its own."""
    values = GAMES[game].Options.model_json_schema()["properties"][gallery.option]["enum"]
    assert [choice.value for choice in gallery.choices] == [value for value in values if value != "random"]
    pictures = {choice.picture.png for choice in gallery.choices}
    assert len(pictures) == len(gallery.choices)
    for choice in gallery.choices:
        assert Image.open(BytesIO(choice.picture.png)).width == 1024
        assert choice.value in choice.picture.alt
        assert len(choice.picture.alt) <= 1024
        assert choice.value in gallery.together.alt


def check_together(gallery: Gallery) -> None:
    """The picture of all names them and fits."""
    image = Image.open(BytesIO(gallery.together.png))
    assert image.width == 1024
    assert image.height <= 2000
    assert len(gallery.together.png) < 2**20
    assert len(gallery.together.alt) <= 1024
    assert "…" not in gallery.together.alt


def check_maps_in_words(gallery: Gallery) -> None:
    """L2: a map can be read back."""
    kinds = {"g": "grass", "c": "cow", "^": "mountain"}
    for choice in gallery.choices:
        land = LAND.start(2, {"map": choice.value}).map
        read, _ = board_of(choice.picture.alt, land.width, land.height)
        assert len(read) >= 6 * land.width
        for square, word in read.items():
            assert word == kinds.get(land.kind(square), "water")


def check_boards_in_words(gallery: Gallery) -> None:
    """T1: a board can be read back."""
    for choice in gallery.choices:
        state = TERRITORIES.start(2, {"board": choice.value})
        read, whole = board_of(choice.picture.alt, state.width, state.height)
        assert whole
        assert {square for square, word in read.items() if word != "open"} == set(state.spots)
        assert set(read) == {Square(x, y) for x in range(state.width) for y in range(state.height)}


def check_tiles_in_words(gallery: Gallery) -> None:
    """N2: a tile set says how many tiles of each kind it has."""
    classic, *_ = gallery.choices
    assert "classic: 96 tiles: 6 oases, 8 cities, 8 mines, 20 grass, 26 deserts" in classic.picture.alt


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "check_words"),
    [("land", check_maps_in_words), ("territories", check_boards_in_words), ("nomads", check_tiles_in_words)],
)
@pytest.mark.parametrize("theme", THEMES)
def test_a_game_with_something_to_choose_shows_it_in_pictures_of_each_theme_and_in_words(
    game: str, check_words: Callable[[Gallery], None], theme: str
) -> None:
    gallery = renderer_of(game).gallery(theme)
    assert gallery is not None
    assert gallery.option == WITH_GALLERY[game]
    check_choices(game, gallery)
    check_together(gallery)
    check_words(gallery)
    corner = Image.open(BytesIO(gallery.together.png)).convert("RGB").getpixel((2, 2))
    assert corner == tuple(int(THEMES[theme].frame[at : at + 2], 16) for at in (1, 3, 5))


def test_a_game_with_nothing_to_choose_has_no_gallery() -> None:
    assert renderer_of("pastures").gallery() is None
