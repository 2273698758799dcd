"""Maps, boards and tile sets are seen before they are chosen: below a new table, and side by side."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.workers.jobs import GalleryOf
from render import renderer_of
from render.gallery import Gallery
from rules import GAMES
from tests.ui.world import World, labels, said

WITH_GALLERY = [game for game in GAMES if renderer_of(game).gallery_shows is not None]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", [game for game in GAMES if game not in WITH_GALLERY])
def test_a_game_that_does_not_say_what_its_gallery_shows_has_none(game: str) -> None:
    assert renderer_of(game).gallery() is None


async def test_the_picture_of_a_map_stays_until_its_table_closes_and_games_of_one_board_have_none(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land", map="random", map_seed=7)
    (picture,) = w.channel.last_message.attachments
    assert "random 7" in picture.description
    start = GAMES["land"].start(2, {"map": "random", "map_seed": 7})
    assert renderer_of("land").setting(start).picture.alt == picture.description

    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    assert len(w.message(table.id).attachments) == 1
    await w.ada.click(w.message(table.id), label="Cancel")
    assert not w.message(table.id).attachments

    await w.ada.slash(w.channel, "newgame pastures")
    assert not w.channel.last_message.attachments
    assert not {"Maps", "Boards", "Tile sets"} & set(labels(w.channel.last_message))
    rules = (await w.ada.slash(w.channel, "rules", game="pastures")).response
    assert not {"Maps", "Boards", "Tile sets"}.intersection(labels(rules))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", WITH_GALLERY)
async def test_a_new_table_shows_what_it_is_for_and_the_rules_lead_to_all_side_by_side_and_to_each_alone(
    w: World, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = list[Gallery](), GalleryOf.run

    def run(job: GalleryOf) -> Gallery:
        drawn.append(draw(job))
        return drawn[-1]

    monkeypatch.setattr(GalleryOf, "run", run)
    rules = (await w.ada.slash(w.channel, "rules", game=game)).response
    shown = await w.ada.click(rules, label=renderer_of(game).gallery_shows)
    assert shown.ephemeral
    gallery = drawn[0]
    assert Image.open(BytesIO(gallery.together.png)).width == 1024, "it fits a message"
    assert labels(shown.response) == [choice.value for choice in gallery.choices]
    last = gallery.choices[-1]
    one = (await w.ada.click(shown.response, label=last.value)).response
    assert f"{gallery.option}: {last.value}" in said(one)
    assert one.id == shown.response.id, "in its place"
    back = (await w.ada.click(one, label="Side by side")).response
    assert "option" in said(back)

    values = GAMES[game].Options.model_json_schema()["properties"][gallery.option]["enum"]
    await w.ada.slash(w.channel, f"newgame {game}", **{gallery.option: values[1]})
    (picture,) = w.channel.last_message.attachments
    assert values[1] in picture.description
    assert renderer_of(game).gallery_shows in labels(w.channel.last_message)
