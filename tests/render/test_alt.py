"""Descriptions of pictures: what stands where can be read back from them, for every game and in every form."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from render import Marks, View, renderer_of
from rules import GAMES, State
from rules.land import LandState
from rules.nomads import NomadsState
from rules.pastures import TERRAINS, PasturesState
from rules.squares import Square
from rules.steps import group_turns
from rules.territories import TerritoriesState
from tests.positions import play_at_random
from tests.render.alt_reader import board_of
from tests.sampling import Sample

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")
LONG = tuple(f"{name} Wolkenstein-Trostburg the {number}th" for number, name in enumerate(NAMES))
HEARD = re.compile(r"[A-P]|[A-P]\d+([-–][A-P]\d+)?|[+−-]?\d+|[^\W\d_]{2,}[\w’-]*|a|/board")
"""A column, a square or two, a number, a word."""
GAMES_TO_READ: list[tuple[str, int, dict[str, Any]]] = [
    ("pastures", 2, {}),
    ("pastures", 2, {"width": 16, "height": 16}),
    ("land", 2, {}),
    ("land", 6, {"order": "poorest"}),
    ("land", 3, {"map": "lake"}),
    ("territories", 2, {}),
    ("territories", 2, {"board": "rim"}),
    ("nomads", 2, {"tribute": 10}),
    ("nomads", 6, {"entry": "random"}),
]


def pastures_square(state: PasturesState, square: Square, names: tuple[str, ...]) -> str:
    letter = state.terrain_at(square)
    return "empty" if letter is None else TERRAINS[letter]


def land_square(state: LandState, square: Square, names: tuple[str, ...]) -> str:
    owner = state.owner_at(square)
    if owner is not None:
        return f"{names[owner]}’s land"
    return {"g": "grass", "c": "cow", "^": "mountain"}.get(state.map.kind(square), "water")


def territories_square(state: TerritoriesState, square: Square, names: tuple[str, ...]) -> str:
    if square in state.farms:
        return f"{names[state.farms[square]]}’s farm"
    if square in state.free_spots:
        return "free farm spot"
    owner = next(area.owner for area in state.areas if square in area.squares)
    return "open" if owner is None else f"{names[owner]}’s land"


def nomads_square(state: NomadsState, square: Square, names: tuple[str, ...]) -> str:
    tile = state.tile(square)
    if tile is None:
        razed = square in {raid.city for raid in state.raids if raid.fate == "razed"}
        return "ruin" if razed else "empty"
    if tile.kind is None or tile.owner is None:
        return "face down"
    road, occupied = " with a road" if tile.road else "", ", occupied" if square in state.occupied else ""
    return f"{names[tile.owner]}’s {tile.kind}{road}{occupied}"


SQUARE_OF: dict[str, Any] = {
    "pastures": pastures_square,
    "land": land_square,
    "territories": territories_square,
    "nomads": nomads_square,
}


def size_of(state: Any) -> tuple[int, int]:
    return (8, 8) if isinstance(state, NomadsState) else (state.width, state.height)


def assert_read_back(state: State, names: tuple[str, ...], text: str) -> bool:
    """Assert that what ``text`` says of squares is so in ``state``; return whether it says something of all of them."""
    width, height = size_of(state)
    read, whole = board_of(text, width, height)
    assert read, text
    for square, told in read.items():
        word = SQUARE_OF[state.game](state, square, names)
        if "…" in told:  # a name that was cut
            start, _, end = told.partition("…")
            assert word.startswith(start), text
            assert word.endswith(end), text
        else:
            assert told == word, f"{square} in {text}"
    return whole


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_READ)
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short names", "long names"])
def test_a_position_can_be_read_back(
    game: str, seats: int, options: dict[str, Any], names: tuple[str, ...], sample: Sample
) -> None:
    steps = play_at_random(GAMES[game].start(seats, options), Random(7))
    renderer, shown = renderer_of(game), names[:seats]
    for step in sample(steps, 40):
        alt = renderer.alt(step.after, View(shown, steps=(step,)))
        assert len(alt) <= 1024
        assert_read_back(step.after, shown, alt)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_READ)
def test_the_whole_position_in_words_leaves_nothing_out(game: str, seats: int, options: dict[str, Any]) -> None:
    steps = play_at_random(GAMES[game].start(seats, options), Random(11))
    for step in steps[:: len(steps) // 24]:
        assert assert_read_back(step.after, LONG[:seats], renderer_of(game).words(step.after, View(LONG[:seats])))


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_READ)
def test_no_description_uses_codes(game: str, seats: int, options: dict[str, Any], sample: Sample) -> None:
    """Each word is one that can be heard: no letters for kinds, no signs for squares, no numbers for owners on squares."""
    for step in sample(play_at_random(GAMES[game].start(seats, options), Random(13)), 40):
        alt = renderer_of(game).alt(step.after, View(NAMES[:seats], steps=(step,)))
        for word in alt.split():
            assert HEARD.fullmatch(word.strip(".,;:()“”…")), f"{word!r} in {alt}"


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("nomads", 2, {}), ("nomads", 6, {}), ("land", 6, {}), ("territories", 2, {"board": "rim"})],
)
def test_owners_come_before_the_land_of_nobody(game: str, seats: int, options: dict[str, Any]) -> None:
    """Where the rows have no room, each owner has a line, and every owner's comes before what belongs to nobody."""
    steps, met = play_at_random(GAMES[game].start(seats, options), Random(3)), 0
    for step in steps:
        lines = renderer_of(game).alt(step.after, View(NAMES[:seats])).split("\n")[1:]
        if any(line.startswith("The board from the top") for line in lines):
            continue
        owned = ["’s " in line for line in lines if not line.startswith("Fences")]
        assert owned == sorted(owned, reverse=True)
        met += 1
    assert met > 3


@pytest.mark.parametrize(
    ("game", "seats", "least"), [("nomads", 2, 0.95), ("land", 2, 1), ("territories", 2, 0.9), ("pastures", 2, 1)]
)
def test_the_usual_board_for_two_is_told_to_its_last_square(game: str, seats: int, least: float, sample: Sample) -> None:
    steps = play_at_random(GAMES[game].start(seats), Random(3))[:: 1 if sample.is_full else 3]
    alts = [renderer_of(game).alt(step.after, View(NAMES[:seats], steps=(step,))) for step in steps]
    assert sum("The rest is" not in alt for alt in alts) >= least * len(alts)


@pytest.mark.parametrize("game", GAMES)
def test_players_are_told_in_the_order_of_play_with_look_and_score(game: str) -> None:
    steps = play_at_random(GAMES[game].start(2), Random(5))
    renderer = renderer_of(game)
    for step in steps[:: len(steps) // 8]:
        alt = renderer.alt(step.after, View(NAMES[:2]))
        places = [alt.index(f"{NAMES[seat]} (") for seat in renderer.seats(step.after)]
        assert places == sorted(places)
        for seat in range(2):
            assert str(step.after.scores[seat]) in alt[alt.index(f"{NAMES[seat]} (") :]


@pytest.mark.parametrize("game", GAMES)
def test_what_has_happened_is_told_in_the_order_of_play_and_by_whom(game: str) -> None:
    """Each turn since the last board is told as the news tells it, after whose turn it is and before the players."""
    turns = group_turns(play_at_random(GAMES[game].start(2), Random(5)))
    renderer = renderer_of(game)
    for one, other in pairwise(turns[2:14]):
        told = [renderer.news(turn, NAMES[:2]).replace("**", "").replace("\n", " ") for turn in (one, other)]
        alt = renderer.alt(other[-1].after, View(NAMES[:2], steps=(*one, *other)))
        assert told[1][:200] in alt
        if told[0] and told[0] in alt:
            assert alt.index(told[0]) < alt.rindex(told[1][:200])
        assert alt.index(told[1][:200]) < alt.index("Ada (")


def test_the_latest_turns_are_told_where_there_is_no_room_for_all() -> None:
    steps = play_at_random(GAMES["pastures"].start(2), Random(5))[:20]
    alt = renderer_of("pastures").alt(steps[-1].after, View(NAMES[:2], steps=tuple(steps)))
    assert renderer_of("pastures").describe_step(steps[-1], NAMES) in alt
    assert renderer_of("pastures").describe_step(steps[0], NAMES) not in alt


def test_players_of_one_name_can_be_told_apart() -> None:
    state = GAMES["nomads"].start(2)
    alt = renderer_of("nomads").alt(state, View(("Ada", "Ada")))
    assert "Ada 1 (" in alt
    assert "Ada 2 (" in alt


def test_what_may_be_chosen_and_what_is_chosen_is_told() -> None:
    state = GAMES["pastures"].start(2).play_text("c3 f")
    empty = frozenset(Square(x, y) for x in range(8) for y in range(8)) - {Square(2, 2)}
    alt = renderer_of("pastures").alt(state, View(NAMES[:2], marks=Marks(legal=empty)))
    assert "You may choose any square described as “empty”." in alt
    some = Marks(legal=frozenset({Square(0, 0), Square(1, 0), Square(2, 0), Square(5, 5)}), chosen=frozenset({Square(7, 7)}))
    alt = renderer_of("pastures").alt(state, View(NAMES[:2], marks=some, preview=state.play_text("h8 m")))
    assert "Chosen: H8. You may choose A1 to C1 and F6." in alt
    assert "The board shows what you have chosen and not sent yet." in alt
    assert "Row 8: mountain H." in alt


def test_labels_between_squares_and_at_nodes_are_told() -> None:
    state = GAMES["territories"].start(2)
    marks = Marks(edges=((Square(1, 1), Square(2, 1), "→"),), nodes=((1, 3, "a"), (0, 0, "b")))
    alt = renderer_of("territories").alt(state, View(NAMES[:2], marks=marks))
    assert "Marked: → between B2 and C2, a at the corner of A3 and B4 and b at " in alt


def test_what_a_move_is_compared_with_is_told_and_marked_also_on_the_chosen_square() -> None:
    state = GAMES["territories"].start(2)
    renderer = renderer_of("territories")
    marks = renderer.mark_moves([state.parse("B2")], [state.parse("D4")])
    assert "Chosen: B2. Compared with: D4." in renderer.alt(state, View(NAMES[:2], marks=marks))
    marks = renderer.mark_moves([state.parse("B2-C2")], [state.parse("B2-B3")])
    alt = renderer.alt(state, View(NAMES[:2], marks=marks))
    assert "Chosen: the side between B2 and C2. Compared with: the side between B2 and B3." in alt
    marks = renderer.mark_moves([state.parse("B2-C2"), state.parse("C2-D2")])
    assert "Marked: 1 between B2 and C2 and 2 between C2 and D2." in renderer.alt(state, View(NAMES[:2], marks=marks))
    pastures, fill = renderer_of("pastures"), GAMES["pastures"].start(2).parse
    both = pastures.mark_moves([fill("C4 F")], [fill("C4 M")])
    assert both.chosen == both.compared, "another terrain on the same square: the square has both marks"


def test_what_may_be_chosen_is_a_sentence_where_the_kind_is_a_noun() -> None:
    state = GAMES["territories"].start(2)
    alt = renderer_of("territories").alt(state, View(NAMES[:2], marks=Marks(legal=frozenset(state.free_spots))))
    assert "You may choose any square described as “free farm spot”." in alt


def test_a_public_board_says_nothing_of_choices() -> None:
    alt = renderer_of("pastures").alt(GAMES["pastures"].start(2), View(NAMES[:2]))
    assert "choose" not in alt
    assert "Marked" not in alt
