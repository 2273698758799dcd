"""Territories as a picture and in words."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest
from PIL import Image, ImageChops

from render import NO_MARKS, OWNERS, THEMES, Marks, Step, View, picture, renderer_of, replay_gif
from render.games.territories.alt import runs as straight_runs
from render.games.territories.art import field
from render.games.territories.renderer import TerritoriesRenderer
from render.games.territories.words import find_undecided_squares
from render.paint.layout import layout
from render.paint.sprites import sprite
from render.view import YOU
from rules import AgreeDraw, Drop, Record
from rules.squares import Square
from rules.territories import TERRITORIES, BoardName, Node, TerritoriesState
from tests.render.test_gif import frames
from tests.sampling import Sample

RENDERER = TerritoriesRenderer()
NAMES = ("Ada", "Björn")
STRIPES = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]}
ROWS = "A1 A4 B4 B1 C1 C4 D4 D1"
HALVES = "A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3 D2-D3 B2-C2 B1-C1"
"""Two squares of land for seat 0, the rest still mixed."""


def play(texts: str, setup: dict[str, Any] | None = STRIPES, **options: str) -> TerritoriesState:
    state = TERRITORIES.start(2, options, setup)
    for text in texts.split():
        state = state.play_text(text)
    return state


def step(state: TerritoriesState, text: str) -> Step:
    action = state.parse(text)
    return Step(state, action, state.play(action))


def say(state: TerritoriesState, text: str) -> str:
    return RENDERER.describe_step(step(state, text), NAMES)


def random_game(board: BoardName, seed: int) -> list[TerritoriesState]:
    random, states = Random(seed), [TERRITORIES.start(2, {"board": board})]
    while not states[-1].is_over:
        states.append(states[-1].play(random.choice(states[-1].moves())))
    return states


def drawn(state: TerritoriesState, marks: Marks = NO_MARKS, steps: tuple[Step, ...] = (), theme: str = "dark") -> Image.Image:
    return RENDERER.draw(state, View(NAMES, theme, steps, marks)).convert("RGB")


def spot(state: TerritoriesState, image: Image.Image, x: float, y: float, size: float = 0.5) -> Image.Image:
    """What the picture shows around a place, given in squares from the board's top-left corner."""
    place = layout(state.width, state.height, chips=2, line=True)
    left, top = place.left + (x - size / 2) * place.cell, place.top + (y - size / 2) * place.cell
    return image.crop((round(left), round(top), round(left + size * place.cell), round(top + size * place.cell)))


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("L"), other.convert("L")).getextrema()[1] > 40


# ---------------------------------------------------------------------- pictures


def test_the_game_has_its_renderer() -> None:
    assert isinstance(renderer_of("territories"), TerritoriesRenderer)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("board", get_args(BoardName))
def test_every_board_is_drawn_in_every_phase_and_theme(board: BoardName) -> None:
    states = random_game(board, 3)
    seen = set()
    for theme, state in zip([*THEMES] * 2, [states[0], states[5], states[20], states[30], states[-2], states[-1]], strict=True):
        image = RENDERER.draw(state, View(NAMES, theme))
        assert (image.mode, image.width) == ("P", 1024)
        seen.add(image.tobytes())
    assert len(seen) == 6


def test_T2_seat_0_is_yellow_and_seat_1_is_red_and_told_apart_without_colour() -> None:
    state = play(ROWS)
    assert [OWNERS[RENDERER.owner(state, seat)].name for seat in (0, 1)] == ["yellow", "red"]
    image = drawn(state)
    yellow, red = spot(state, image, 0.5, 0.45, 0.4), spot(state, image, 0.5, 3.45, 0.4)
    emblems = [farm.convert("L").point(lambda value: 255 if value > 128 else 0) for farm in (yellow, red)]
    assert ImageChops.difference(*emblems).getbbox()


def test_free_spots_farms_and_grass_differ() -> None:
    state = play("A1")
    image = drawn(state)
    farm, free, grass = spot(state, image, 0.5, 0.5), spot(state, image, 1.5, 0.5), spot(state, image, 1.5, 1.5)
    assert differ(farm, free)
    assert differ(free, grass)


def test_T4_a_trunk_lies_on_its_side_and_the_last_one_stands_out() -> None:
    before, last = play(ROWS), step(play(ROWS), "A2-A3")
    bare, plain, lit = drawn(before), drawn(last.after), drawn(last.after, steps=(last,))
    middle = (0.5, 2.0, 0.2)
    assert differ(spot(before, bare, *middle), spot(before, plain, *middle))
    assert not differ(spot(before, bare, 0.5, 2.5, 0.3), spot(before, plain, 0.5, 2.5, 0.3))
    core = [spot(before, shown, 0.5, 2.0, 0.05).convert("L").resize((1, 1)).getpixel((0, 0)) for shown in (lit, plain)]
    assert core[0] > core[1] + 100


def test_T5_the_open_end_is_marked() -> None:
    state = play(f"{ROWS} A2-A3")
    closed = drawn(play(ROWS))
    assert state.open_end == Node(1, 2)
    assert differ(spot(state, drawn(state), 1, 2, 0.3), spot(state, closed, 1, 2, 0.3))


def test_T13_finished_areas_show_their_owner_and_mixed_ones_do_not() -> None:
    state = play(HALVES)
    image = drawn(state)
    mixed = drawn(play(ROWS))
    assert state.scores == (2, 0)
    assert differ(spot(state, image, 0.5, 1.5), spot(state, mixed, 0.5, 1.5))
    assert not differ(spot(state, image, 3.5, 2.6, 0.3), spot(state, mixed, 3.5, 2.6, 0.3))
    yellow = tuple(bytes.fromhex(OWNERS[2].colour[1:]))
    assert yellow in {colour for _, colour in spot(state, image, 0.5, 1.5, 0.1).getcolors(10_000)}


def test_scores_in_the_header_count_no_mixed_area() -> None:
    """Seat 0 is to move in all three, so that only its score can change its chip."""
    scores = [drawn(play(texts)).crop((80, 55, 300, 105)) for texts in (ROWS, f"{ROWS} A2-A3 B2-B3", HALVES)]
    assert not differ(scores[0], scores[1])
    assert differ(scores[1], scores[2])


@pytest.mark.parametrize("farms", ["none", "land"])
def test_T13_points_and_what_is_still_open_make_all_the_land(farms: str) -> None:
    state = play("", farms=farms)
    random, seen = Random(1), set()
    while True:
        assert sum(state.scores) + find_undecided_squares(state) == 16 - (0 if farms == "land" else len(state.farms))
        seen.add(state.phase)
        if state.is_over:
            break
        state = state.play(random.choice(state.moves()))
    assert find_undecided_squares(state) == 0
    assert "farms" in seen


def test_the_line_above_the_board_counts_what_is_open() -> None:
    """8 of the 16 squares are land, two of them Ada's."""
    state = play(HALVES)
    assert find_undecided_squares(state) == 6
    line = (0, 105, 1024, 160)
    one, other = drawn(state).crop(line), drawn(play(HALVES, farms="land")).crop(line)
    assert differ(one, other)


def test_private_marks_show_where_they_point() -> None:
    state = play(f"{ROWS} A2-A3")
    plain = drawn(state)
    marked = drawn(state, Marks(nodes=((4, 2, "k"),), edges=((Square(1, 1), Square(1, 2), "→"),)))
    assert differ(spot(state, marked, 4, 2, 0.3), spot(state, plain, 4, 2, 0.3))
    assert differ(spot(state, marked, 1.5, 2, 0.3), spot(state, plain, 1.5, 2, 0.3))
    assert not differ(spot(state, marked, 2.5, 1.5, 0.5), spot(state, plain, 2.5, 1.5, 0.5))
    farms = play("A1")
    first, *others = sorted(farms.free_spots)
    dotted = drawn(farms, Marks(legal=frozenset(others)))
    for square in farms.free_spots:
        corner = (square.x + 0.83, square.y + 0.83, 0.15)
        assert differ(spot(farms, dotted, *corner), spot(farms, drawn(farms), *corner)) == (square != first)


@pytest.mark.slow
def test_a_game_becomes_a_gif() -> None:
    states = random_game("classic", 7)
    actions = [*(str(square) for square in states[-1].farms), *(str(laid.trunk) for laid in states[-1].trunks)][:16]
    assert len(frames(replay_gif(Record(game="territories", seats=2, actions=actions), NAMES))) > 10


# ---------------------------------------------------------------------- words


@pytest.mark.sample(2)
@pytest.mark.parametrize("board", get_args(BoardName))
def test_alt_text_and_choices_keep_to_the_limits(board: BoardName) -> None:
    names = ("N" * 80, "M" * 80)
    for state in random_game(board, 5):
        alt = RENDERER.alt(state, View(names))
        assert len(alt) <= 1024
        assert "\nFence" in alt or not state.trunks
        assert all(str(move) in RENDERER.label_move(state, move) for move in state.moves())
        assert all(len(RENDERER.label_move(state, move)) <= 100 for move in state.moves())


@pytest.mark.slow
def test_alt_text_of_the_largest_board_never_loses_the_newest_trunks(sample: Sample) -> None:
    """12 by 12, every trunk told while there is room; where there is none, those that are left out are the oldest, counted."""
    setup = {"width": 12, "height": 12, "spots": ["B2", "K2", "F3", "G10", "B6", "K7", "B11", "K11"]}
    random, told, cut = Random(2), 0, 0
    for _ in sample(range(3), 1):
        state = TERRITORIES.start(2, {}, setup)
        while not state.is_over:
            state = state.play(random.choice(state.moves()))
            alt = RENDERER.alt(state, View(("N" * 80, "M" * 80)))
            assert len(alt) <= 1024
            if not state.trunks or state.is_over:
                continue
            named = re.search(r"^Fences? between (.+)\.$", alt, re.MULTILINE)
            assert named is not None, alt
            runs = straight_runs([laid.trunk for laid in state.trunks])
            assert state.trunks[-1].trunk in runs[0]
            assert sorted(trunk for run in runs for trunk in run) == sorted(laid.trunk for laid in state.trunks)
            more = re.search(r" and (\d+) more$", named[1])
            left = int(more[1]) if more else 0
            assert named[1].count("between") + 1 == len(runs) - left
            assert named[1].startswith(f"{runs[0][0].first} and {runs[0][0].second}")
            told, cut = told + (not more), cut + bool(more)
    assert told
    assert cut


def test_alt_text_tells_turn_open_end_scores_and_board() -> None:
    alt = picture(play(f"{HALVES} B3-C3"), View(NAMES)).alt
    assert alt.startswith("Territories. Björn’s turn. The fence in progress ends at the corner of B3 and C4.")
    assert "Ada (yellow square): 2 squares of land, 4 farms." in alt
    assert "Björn (red triangle): 0 squares of land, 4 farms." in alt
    assert "\nFences between B1 and C1 down to B3 and C3 and between A2 and A3 along to D2 and D3.\n" in alt
    assert "\nRow 1: Ada’s farm A to B, D; Björn’s farm C.\nRow 2: Ada’s land A to B.\nRow 4: " in alt
    assert "Row 1: Ada’s farm A" in RENDERER.alt(play("A1"), View(NAMES))
    assert "no farm yet" in RENDERER.alt(play("A1"), View(NAMES))
    assert "free farm spot" in RENDERER.alt(play("A1"), View(NAMES))
    assert "The game is over" in RENDERER.alt(play(f"{ROWS} A2-A3 B2-B3 C2-C3 D2-D3"), View(NAMES))


def test_actions_are_told_in_sentences() -> None:
    assert say(play(""), "A1") == "Ada built a farm on A1."
    one, two, three, *_ = spots = ROWS.split()
    states = [play(" ".join(spots[:number])) for number in range(4)]
    steps = [Step(state, state.parse(spot), after) for (state, after), spot in zip(pairwise(states), spots, strict=False)]
    assert RENDERER.news(steps, NAMES) == f"Ada built a farm on {one}. Björn built farms on {two} and {three}."
    assert say(play(ROWS), "A2-A3") == "Ada began the first fence between A2 and A3."
    assert say(play(f"{ROWS} A2-A3"), "B2-B3") == "Björn extended the fence between B2 and B3."
    mixed = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3")
    assert say(mixed, "D2-D3") == "Björn closed the fence between D2 and D3: no land, both colours on both sides."
    assert say(play(" ".join(HALVES.split()[:-2])), "B2-C2") == "Björn began a new fence between B2 and C2."
    assert say(play(" ".join(HALVES.split()[:-1])), "B1-C1") == "Ada closed the fence between B1 and C1: Ada +2 squares."
    whole = say(play(f"{ROWS} C1-D1 C1-C2 B1-C1"), "D1-D2")
    assert whole == "Ada laid a whole fence between D1 and D2: no land, only farms inside."
    both = play(f"{ROWS} A2-A3 B2-B3 C2-C3")
    over = " Every area has farms of one colour: the game is over."
    assert say(both, "D2-D3").endswith(f": Ada +4 squares, Björn +4.{over}")
    assert RENDERER.describe_step(step(both, "D2-D3"), (YOU, "Björn")).endswith(f": you +4 squares, Björn +4.{over}")
    state = play(ROWS)
    assert RENDERER.describe_step(Step(state, Drop(1), state.play(Drop(1))), NAMES) == "Björn is out of the game."
    assert RENDERER.describe_step(Step(state, AgreeDraw(), state.play(AgreeDraw())), NAMES) == "Ada and Björn agreed on a draw."


def test_moves_are_told_as_choices() -> None:
    def choices(state: TerritoriesState) -> set[str]:
        return {RENDERER.label_move(state, move) for move in state.moves()}

    assert "B1 · farm on B1" in choices(play("A1"))
    assert "A2-A3 · the first fence begins here" in choices(play(ROWS))
    assert "B2-B3 · the fence stays open" in choices(play(f"{ROWS} A2-A3"))
    (begins,) = choices(play("A1 B1 C1 B4 A4 D4 C4 D1 A3-A4 A4-B4"))
    assert begins == "A3-B3 · a new fence begins at an old fence, not beside their farms", "why there is no other"
    given = play(" ".join(HALVES.split()[:-1]))
    assert "B1-C1 · you get 2 squares, farms not counted. You move again" in choices(given)
    mixed = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3")
    both = [mixed.parse("D2-D3"), mixed.parse("B2-C2")]
    pieces = "lay a piece of fence between D2 and D3, which closes the fence, then one between B2 and C2"
    assert RENDERER.to_infinitives(mixed, both) == pieces
    first = play("A1")
    assert RENDERER.to_infinitives(first, [first.parse("A4"), first.parse("B4")]) == "build farms on A4 and B4"
    farm = play("A1 A4 B4 B1 D1 C1 D4")
    begun = [farm.parse("C4"), farm.play_text("C4").parse("A2-A3")]
    assert RENDERER.to_infinitives(farm, begun) == "build a farm on C4, then lay a piece of fence between A2 and A3"
    assert "D2-D3 · closes the fence: no land, both colours on both sides. You move again" in choices(mixed)
    ends = choices(play(f"{ROWS} A2-A3 B2-B3 C2-C3"))
    assert "D2-D3 · ends the game: a tie, 4 to 4" in ends
    only = play("B1 C1 B4 A4 D1 A1 D4 C4 D1-D2 C1-C2 B2-C2 C2-C3")
    assert choices(only) == {"C3-D3 · elsewhere a part would have no farm"}, "the other free sides are barred by T10 and T11"


def test_scores_are_told_in_squares() -> None:
    state = play(HALVES)
    assert [RENDERER.score_words(state, seat) for seat in (0, 1)] == ["2 squares of land", "0 squares of land"]


def test_fields_of_the_two_colours_differ_in_lightness_and_in_the_way_of_their_rows() -> None:
    """Without any colour the land of yellow is told from that of red at a glance."""
    yellow, red = (sprite(field, (owner,), 100).convert("L") for owner in (2, 1))
    assert yellow.resize((1, 1)).getpixel((0, 0)) >= red.resize((1, 1)).getpixel((0, 0)) + 50
    upright, level = yellow.crop((0, 50, 100, 51)), red.crop((50, 0, 51, 100))
    assert len(set(upright.tobytes())) > 1
    assert len(set(level.tobytes())) > 1
    assert len(set(yellow.crop((50, 0, 51, 100)).tobytes())) == len(set(red.crop((0, 50, 100, 51)).tobytes())) == 1
