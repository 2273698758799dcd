"""The course of a figure, and several charts in one picture."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render.charts import Bar, bar_chart, course_chart, stack_charts
from render.view import Picture


def size(picture: Picture) -> tuple[int, int]:
    return Image.open(BytesIO(picture.png)).size


def test_a_course_is_told_in_words_with_its_ends_and_extremes() -> None:
    told = course_chart("Points", [1000, 1200, 900, 1100]).alt
    assert told == "Points, over 4 games: 1,000, 1,200, 900, 1,100; lowest 900, highest 1,200."
    many = course_chart("Points", list(range(1000, 1100))).alt
    assert ": 1,000, " in many
    assert ", 1,099; lowest 1,000, highest 1,099." in many


def test_a_course_that_never_changes_is_drawn_too() -> None:
    assert size(course_chart("Points", [1000, 1000]))[0] == 1024


def test_one_figure_is_no_course() -> None:
    with pytest.raises(ValueError, match="two figures"):
        course_chart("Points", [1000])


def test_charts_are_stacked_in_one_picture_described_by_all_of_them() -> None:
    one, two = bar_chart("Games", [Bar("Land", 3, 1)], "light"), course_chart("Points", [1, 2], "light")
    whole = stack_charts([one, two])
    assert size(whole) == (1024, size(one)[1] + size(two)[1])
    assert whole.alt == f"{one.alt} {two.alt}"
    with pytest.raises(ValueError, match="no charts"):
        stack_charts([])
