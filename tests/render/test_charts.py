"""Charts: what they show, what their descriptions say, and what they refuse."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from render.art.colours import YELLOW
from render.charts import Bar, Standing, bar_chart, share_chart, standings_chart
from render.charts.curves import spread
from render.paint.sheet import PLAIN, SMALL, Sheet
from render.style.owners import OWNERS
from render.style.themes import THEMES
from render.view import Picture

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")
BARS = [Bar("Pastures New", 30, 12), Bar("Land", 8, 8), Bar("Territories", 3, 0), Bar("Nomads", 0, 0)]


def image(made: Picture) -> Image.Image:
    return Image.open(BytesIO(made.png)).convert("RGB")


def runs(made: Picture, colour: str) -> list[int]:
    """For each row of pixels how far it reaches from its first to its last pixel in ``colour``."""
    wanted = int.from_bytes(bytes.fromhex(f"{colour[1:]}ff"), sys.byteorder)
    shown = image(made)
    pixels = array("I", shown.convert("RGBA").tobytes())
    rows = [pixels[start : start + shown.width] for start in range(0, len(pixels), shown.width)]
    return [shown.width - row[::-1].index(wanted) - row.index(wanted) if wanted in row else 0 for row in rows]


def colours_in(made: Picture) -> set[str]:
    """Which colours a chart has."""
    found = image(made).getcolors(2**16)
    assert found is not None
    return {"#" + bytes(colour).hex().upper() for _, colour in found if isinstance(colour, tuple)}


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have charts described and not drawn."""
    monkeypatch.setattr(Sheet, "png", lambda _sheet: b"")


def falling(turns: int) -> list[tuple[float, float]]:
    """Two shares: the first one falls from all to nothing."""
    return [(1 - turn / turns, turn / turns) for turn in range(turns + 1)]


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_charts_are_as_wide_as_boards_in_every_theme(theme: str) -> None:
    for made in (bar_chart("Games", BARS, theme), share_chart("Shares", falling(9), NAMES[:2], theme=theme)):
        assert image(made).width == 1024
        assert image(made).getpixel((2, 2)) == tuple(int(THEMES[theme].frame[at : at + 2], 16) for at in (1, 3, 5))


def test_letters_are_large_enough_for_a_phone() -> None:
    assert min(PLAIN, SMALL) * 400 / 1024 >= 11


def test_a_bar_is_as_long_as_its_share_of_the_wins_on_one_scale() -> None:
    rows = [run for run in runs(bar_chart("Games", BARS), YELLOW) if run]
    lengths = sorted({max(rows), min(run for run in rows if run > 200)})
    assert lengths[1] / lengths[0] == pytest.approx(12 / 8, rel=0.05)


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_the_description_of_bars_says_the_same() -> None:
    assert bar_chart("Ada", BARS).alt == (
        "Ada. Pastures New: 30 games, 12 won; Land: 8 games, 8 won; Territories: 3 games, 0 won; Nomads: 0 games, 0 won."
    )
    assert bar_chart("Ada", []).alt == "Ada. No games yet."
    assert len(bar_chart("Ada", [Bar("x" * 60, 2, 1)] * 14).alt) <= 1024


def test_more_wins_than_games_are_refused() -> None:
    with pytest.raises(ValueError, match="more wins than games"):
        bar_chart("Ada", [Bar("Land", 1, 2)])


@pytest.mark.slow
def test_curves_have_the_owners_colours() -> None:
    shares = [(1 / 6,) * 6, (0.3, 0.25, 0.2, 0.15, 0.07, 0.03)]
    for seats in (2, 6):
        part = [tuple(share / sum(turn[:seats]) for share in turn[:seats]) for turn in shares]
        shown = colours_in(share_chart("Shares", part, NAMES[:seats]))
        for number, owner in enumerate(OWNERS):
            if owner.name not in ("black", "white"):  # the colours of casings and inks
                assert (owner.colour in shown) == (number < seats)


@pytest.mark.slow
def test_owners_can_be_others_than_the_seats() -> None:
    """T2: the seats of Territories are yellow and red."""
    made = share_chart("Shares", falling(5), NAMES[:2], (2, 1))
    assert "Ada (yellow square): 100 %" in made.alt
    assert OWNERS[2].colour in colours_in(made)
    assert OWNERS[0].colour not in colours_in(made)


def test_marked_turns_are_shown_and_told() -> None:
    plain, marked = (share_chart("Shares", falling(40), NAMES[:2], marked=turns) for turns in ((), (7, 19, 20)))
    assert ImageChops.difference(image(plain), image(marked)).getbbox() is not None
    assert "turn 7 (marked), " in marked.alt
    assert "turn 19 (marked), turn 20 (marked), " in marked.alt
    assert "marked" not in plain.alt


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_the_description_of_shares_tells_start_end_and_some_turns_of_every_player() -> None:
    alt = share_chart("Who stood better", falling(12), NAMES[:2], marked=(3,)).alt
    assert alt == (
        "Who stood better. Shares in 12 turns, at start, turn 2, turn 3 (marked), turn 4, turn 6, turn 8, turn 10, turn 12. "
        "Ada (blue disc): 100 %, 83 %, 75 %, 67 %, 50 %, 33 %, 17 %, 0 %. "
        "Björn (red triangle): 0 %, 17 %, 25 %, 33 %, 50 %, 67 %, 83 %, 100 %."
    )
    long = share_chart("x" * 600, [(1 / 6,) * 6] * 50, ["W" * 40] * 6, marked=(1, 2, 3)).alt
    assert len(long) <= 1024


def test_the_chance_that_nobody_wins_has_a_line_a_name_and_a_description() -> None:
    """N15: the shares of Nomads need not add up to 100 %."""
    shares = [(0.5, 0.5), (0.5, 0.3), (0.4, 0.3), (0.0, 0.0)]
    made, without = (share_chart("Shares", turns, NAMES[:2]) for turns in (shares, falling(3)))
    assert made.alt.endswith(" No winner (no city left): 0 %, 20 %, 30 %, 100 %.")
    assert "Nobody" not in without.alt
    assert image(made).height > image(without).height, "its name in the legend"


def test_the_chance_that_nobody_wins_stands_beside_no_players_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    values = list[float]()
    monkeypatch.setattr(Sheet, "text", lambda _sheet, x, y, text, **_: values.append(y) if x > 700 and "%" in text else None)
    share_chart("Shares", [(1 / 7,) * 6] * 3, NAMES)
    assert len(values) == 7
    assert all(below - above >= SMALL for above, below in pairwise(sorted(values)))


def test_leads_in_points_are_told_and_stand_above_and_below_even() -> None:
    leads = [(0.0, 0.0), (-1.5, 1.5), (3.0, -3.0)]
    made = share_chart("Who stood better", leads, NAMES[:2], in_points=True)
    assert made.alt == (
        "Who stood better. Leads in points in 2 turns, at start, turn 1, turn 2. "
        "Ada (blue disc): 0, −1.5, +3. Björn (red triangle): 0, +1.5, −3."
    )
    flat = image(share_chart("Who stood better", [(0.0, 0.0)] * 3, NAMES[:2], in_points=True))
    assert ImageChops.difference(image(made), flat).getbbox() is not None


@pytest.mark.slow
def test_nobody_above_half_makes_the_chart_higher() -> None:
    low = [(0.3, 0.4, 0.3), (0.4, 0.3, 0.3)]
    high = [(0.3, 0.4, 0.3), (0.6, 0.2, 0.2)]
    made = [share_chart("S", shares, NAMES[:3]) for shares in (low, high)]
    assert image(made[0]).tobytes() != image(made[1]).tobytes()
    tops = [next(y for y, run in enumerate(runs(each, OWNERS[1].colour)) if run) for each in made]
    assert tops[0] < tops[1], "40 % stand higher where half is the top"


def test_what_does_not_fit_together_is_refused() -> None:
    cases: list[tuple[Sequence[tuple[float, ...]], tuple[str, ...], tuple[int, ...], str]] = [
        ([(0.5, 0.5)], NAMES[:2], (), "the start and at least one turn"),
        ([(0.5, 0.5), (0.9, 0.5)], NAMES[:2], (), "a sum of at most 1"),
        ([(0.5, 0.5), (0.5, 0.5)], NAMES[:3], (), "a share for each player"),
        (falling(5), NAMES[:2], (6,), "up to 3 turns"),
        (falling(9), NAMES[:2], (1, 2, 3, 4), "up to 3 turns"),
    ]
    for shares, names, marked, why in cases:
        with pytest.raises(ValueError, match=why):
            share_chart("Shares", shares, names, marked=marked)


def test_what_stands_at_the_ends_of_curves_keeps_apart() -> None:
    heights = spread([100, 100, 103, 290, 300], 30, 0, 300)
    ordered = sorted(heights)
    assert all(lower - upper >= 30 for upper, lower in pairwise(ordered))
    assert heights.index(max(heights)) == 4
    assert max(heights) <= 300


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, undrawn: None) -> list[str]:
    """Return the list of texts that charts show."""
    texts, write = list[str](), Sheet.text

    def text(sheet: Sheet, x: float, y: float, text: str, **how: Any) -> None:
        texts.append(text)
        write(sheet, x, y, text, **how)

    monkeypatch.setattr(Sheet, "text", text)
    return texts


def test_a_name_without_a_letter_of_the_fonts_is_the_number_of_its_bar(written: list[str]) -> None:
    bar_chart("Against", [Bar("Ada", 2, 1), Bar("\u05d0\u05d1", 2, 1)])
    assert written[1::2] == ["Ada", "Player 2"]


def test_a_long_name_in_the_standings_leaves_room_for_the_word_that_its_member_has_withdrawn(written: list[str]) -> None:
    standings_chart("Division 1", [Standing("Maximiliane von Hohenstein-Wittelsbach", 1, 2, 0, gone=True)])
    assert [each for each in written if each.startswith("Maxi") and each.endswith("… (withdrawn)")]
