"""Maps, boards and tile sets: one picture of each, and one of all side by side, with descriptions."""

from __future__ import annotations

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


@pytest.fixture(scope="module")
def galleries() -> dict[str, Gallery]:
    made = {game: renderer_of(game).gallery() for game in GAMES}
    return {game: gallery for game, gallery in made.items() if gallery is not None}


@pytest.mark.slow
def test_games_with_something_to_choose_show_it(galleries: dict[str, Gallery]) -> None:
    assert {game: gallery.option for game, gallery in galleries.items() if game in WITH_GALLERY} == WITH_GALLERY
    assert renderer_of("pastures").gallery() is None


def test_every_value_of_the_option_has_a_picture_of_its_own(galleries: dict[str, Gallery]) -> None:
    for game, gallery in galleries.items():
        values = GAMES[game].Options.model_json_schema()["properties"][gallery.option]["enum"]
        assert [choice.value for choice in gallery.choices] == [value for value in values if value != "random"]
        pictures = {choice.picture.png for choice in gallery.choices}
        assert len(pictures) == len(gallery.choices)
        for choice in gallery.choices:
            assert Image.open(BytesIO(choice.picture.png)).width == 1024
            assert choice.value in choice.picture.alt
            assert len(choice.picture.alt) <= 1024
            assert choice.value in gallery.together.alt


def test_the_picture_of_all_names_and_fits(galleries: dict[str, Gallery]) -> None:
    for gallery in galleries.values():
        image = Image.open(BytesIO(gallery.together.png))
        assert image.width == 1024
        assert image.height <= 2000
        assert len(gallery.together.png) < 2**20
        assert len(gallery.together.alt) <= 1024
        assert "…" not in gallery.together.alt


def test_L2_a_map_can_be_read_back(galleries: dict[str, Gallery]) -> None:
    kinds = {"g": "grass", "c": "cow", "^": "mountain"}
    for choice in galleries["land"].choices:
        land = LAND.start(2, {"map": choice.value}).map
        read, _ = board_of(choice.picture.alt, land.width, land.height)
        assert len(read) >= 6 * land.width
        for square, word in read.items():
            assert word == kinds.get(land.kind(square), "water")


def test_T1_a_board_can_be_read_back(galleries: dict[str, Gallery]) -> None:
    for choice in galleries["territories"].choices:
        state = TERRITORIES.start(2, {"board": choice.value})
        read, whole = board_of(choice.picture.alt, state.width, state.height)
        assert whole
        assert {square for square, word in read.items() if word != "open"} == set(state.spots)
        assert set(read) == {Square(x, y) for x in range(state.width) for y in range(state.height)}


def test_N2_a_tile_set_says_how_many_tiles_of_each_kind_it_has(galleries: dict[str, Gallery]) -> None:
    classic, *_ = galleries["nomads"].choices
    assert "classic: 96 tiles: 6 oases, 8 cities, 8 mines, 20 grass, 26 deserts" in classic.picture.alt


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", THEMES)
def test_galleries_have_themes(theme: str) -> None:
    gallery = renderer_of("nomads").gallery(theme)
    assert gallery is not None
    corner = Image.open(BytesIO(gallery.together.png)).convert("RGB").getpixel((2, 2))
    assert corner == tuple(int(THEMES[theme].frame[at : at + 2], 16) for at in (1, 3, 5))
