"""Descriptions of pictures: what stands where can be read back from them, for every game and in every form."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render import Marks, View, renderer_of
from rules import GAMES, State
from rules.land import LandState
from rules.nomads import NomadsState
from rules.pastures import TERRAINS, PasturesState
from rules.squares import Square
from rules.territories import TerritoriesState
from tests.positions import play_at_random
from tests.render.alt_reader import board_of

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")
LONG = tuple(f"{name} Wolkenstein-Trostburg the {number}th" for number, name in enumerate(NAMES))
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


def pastures_square(state: PasturesState, square: Square, names: tuple[str, ...]) -> tuple[str, str]:
    letter = state.terrain_at(square)
    return ("empty", ".") if letter is None else (TERRAINS[letter], letter)


def land_square(state: LandState, square: Square, names: tuple[str, ...]) -> tuple[str, str]:
    owner = state.owner_at(square)
    if owner is not None:
        order = renderer_of("land").seats(state)
        return names[owner], str(list(order).index(owner) + 1)
    return {"g": ("grass", "g"), "c": ("cow", "c"), "^": ("mountain", "^")}.get(state.map.kind(square), ("water", "~"))


def territories_square(state: TerritoriesState, square: Square, names: tuple[str, ...]) -> tuple[str, str]:
    colours = ("yellow", "red")
    if square in state.farms:
        seat = state.farms[square]
        return f"{colours[seat]} farm", "YR"[seat]
    if square in state.free_spots:
        return "free farm spot", "o"
    owner = next(area.owner for area in state.areas if square in area.squares)
    return ("open", ".") if owner is None else (f"{colours[owner]} land", "yr"[owner])


def nomads_square(state: NomadsState, square: Square, names: tuple[str, ...]) -> tuple[str, str]:
    tile = state.tile(square)
    if tile is None:
        razed = square in {raid.city for raid in state.raids if raid.deed == "razed"}
        return ("ruin", "r") if razed else ("empty", "-")
    if tile.kind is None or tile.owner is None:
        return "face down", "#"
    letter = {"oasis": "O", "city": "C", "mine": "M", "grass": "G", "desert": "D", "mountain": "X"}[tile.kind]
    word = f"{tile.kind} of {tile.owner + 1}{' with a road' if tile.road else ''}"
    occupied = square in state.occupied
    short = f"{letter}{tile.owner + 1}{'+' if tile.road else ''}"
    return f"{word}{', occupied' if occupied else ''}", f"{short}{'!' if occupied else ''}"


SQUARE_OF: dict[str, Any] = {
    "pastures": pastures_square,
    "land": land_square,
    "territories": territories_square,
    "nomads": nomads_square,
}


def size_of(state: Any) -> tuple[int, int]:
    return (8, 8) if isinstance(state, NomadsState) else (state.width, state.height)


def assert_read_back(state: State, names: tuple[str, ...], alt: str) -> str:
    """Assert that the board read from ``alt`` is that of ``state``; returns which form it has."""
    width, height = size_of(state)
    read = board_of(alt, width)
    assert set(read) == {Square(x, y) for x in range(width) for y in range(height)}, alt
    full = "what is not named" in alt
    for square, told in read.items():
        word, letter = SQUARE_OF[state.game](state, square, names)
        if told.startswith("player "):  # names that are the same once they are cut
            word = f"player {letter}"
        elif "…" in told:
            assert word.startswith(told.rstrip("…")), alt
            continue
        assert told == (word if full else letter), f"{square} in {alt}"
    return "full" if full else "short"


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_READ)
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short names", "long names"])
def test_a_position_can_be_read_back(game: str, seats: int, options: dict[str, Any], names: tuple[str, ...]) -> None:
    steps = play_at_random(GAMES[game].start(seats, options), Random(7))
    renderer, shown = renderer_of(game), names[:seats]
    for step in [*steps[:: max(1, len(steps) // 24)], steps[-1]]:
        alt = renderer.alt(step.after, View(shown, steps=(step,)))
        assert len(alt) <= 1024
        assert_read_back(step.after, shown, alt)


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_board_is_told_in_words_for_most_of_a_game(game: str) -> None:
    steps = play_at_random(GAMES[game].start(2), Random(3))
    alts = [renderer_of(game).alt(step.after, View(NAMES[:2])) for step in steps[: len(steps) // 2]]
    full = sum("what is not named" in alt for alt in alts)
    assert full >= 0.9 * len(alts)


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
def test_the_last_move_is_told(game: str) -> None:
    steps = play_at_random(GAMES[game].start(2), Random(5))
    step = next(step for step in steps if step.before.seat is not None and len(step.before.moves()) > 1)
    view = View(NAMES[:2], steps=(step,))
    marked = renderer_of(game).draw(step.after, view).tobytes() != renderer_of(game).draw(step.after, View(NAMES[:2])).tobytes()
    told = renderer_of(game).alt(step.after, view) != renderer_of(game).alt(step.after, View(NAMES[:2]))
    assert marked == told


def test_what_may_be_chosen_and_what_is_chosen_is_told() -> None:
    state = GAMES["pastures"].start(2).play_text("c3 f")
    empty = frozenset(Square(x, y) for x in range(8) for y in range(8)) - {Square(2, 2)}
    alt = renderer_of("pastures").alt(state, View(NAMES[:2], marks=Marks(legal=empty)))
    assert "You may choose any square described as “empty”." in alt
    some = Marks(legal=frozenset({Square(0, 0), Square(1, 0), Square(2, 0), Square(5, 5)}), chosen=frozenset({Square(7, 7)}))
    alt = renderer_of("pastures").alt(state, View(NAMES[:2], marks=some, preview=state.play_text("h8 m")))
    assert "Chosen: H8. You may choose A1–C1 and F6." in alt
    assert "The board shows what you have chosen and not sent yet." in alt
    assert "Row 8: H mountain." in alt


def test_labels_between_squares_and_at_nodes_are_told() -> None:
    state = GAMES["territories"].start(2)
    marks = Marks(edges=((Square(1, 1), Square(2, 1), "→"),), nodes=((1, 3, "a"), (0, 0, "b")))
    alt = renderer_of("territories").alt(state, View(NAMES[:2], marks=marks))
    assert "Marked: → between B2 and C2, a at the corner of A3 and B4, b at " in alt


def test_what_may_be_chosen_is_a_sentence_where_the_kind_is_a_noun() -> None:
    state = GAMES["territories"].start(2)
    alt = renderer_of("territories").alt(state, View(NAMES[:2], marks=Marks(legal=frozenset(state.free_spots))))
    assert "You may choose any square described as “free farm spot”." in alt


def test_a_public_board_says_nothing_of_choices() -> None:
    alt = renderer_of("pastures").alt(GAMES["pastures"].start(2), View(NAMES[:2]))
    assert "choose" not in alt
    assert "Marked" not in alt
