"""Options are shown in words, not as they are stored."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from render.games import renderer_of
from render.text.option_words import list_unusual
from rules import GAMES


def test_an_option_with_words_has_some_for_each_of_its_values_and_each_reads_differently() -> None:
    for game in list(GAMES):
        fields = GAMES[game].Options.model_fields
        for option, (_, values) in renderer_of(game).option_words.items():
            if get_origin(fields[option].annotation) is Literal:
                assert set(values) == set(get_args(fields[option].annotation)), option
            assert len(set(values.values())) == len(values), option


def test_unusual_options_are_told_in_words() -> None:
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("pastures", {"width": 6, "claim": "offer"}, "width 6, first castle by offer"),
        ("pastures", {"adjacency": "corners", "forest": 1}, "neighbours at sides and corners, forests for 1 point"),
        ("land", {"herd": "equal", "mountain": 1}, "herd equal for all, mountains for one cow"),
        ("land", {"map": "random", "map_seed": 7}, "map random, map seed 7"),
        ("territories", {"farms": "land"}, "farms count as land"),
        ("nomads", {"entry": "H8", "tribute": 3}, "barbarians from H8, tribute 3"),
    ]
    for game, options, told in cases:
        assert list_unusual(renderer_of(game).option_words, game, options) == told, game


def test_the_usual_options_are_not_told() -> None:
    assert list_unusual({}, "pastures", GAMES["pastures"].Options().model_dump(mode="json")) == ""
