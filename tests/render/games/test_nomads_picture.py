"""Nomads as a picture and in words; and that neither tells what lies face down."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from render import NO_MARKS, THEMES, Marks, Step, View, picture, renderer_of, replay_gif
from render.art.pieces import barbarian
from render.games.nomads.art.tokens import back, drawn_tile, treasure
from render.games.nomads.renderer import NomadsRenderer
from render.games.nomads.strip import EDGE, GAP, LABEL, LETTERS, SIZES, add_strip, size_of, tile_boxes
from render.paint.layout import MARGIN, layout
from render.paint.sprites import rasterize as sprite_of
from render.style.fonts import font
from rules import AgreeDraw, Drop
from rules.nomads import KINDS, NOMADS, NomadsState
from rules.nomads.actions import Road
from rules.squares import Square
from rules.steps import play_steps
from rules.words import count
from tests.positions import choose_kind_first, play, play_at_random
from tests.render.test_gif import frames
from tests.sampling import Sample

RENDERER = NomadsRenderer()
NAMES = ("Ada", "Björn", "Cleo", "Đorđe", "Ewa", "名前")


def start(text: str = "", seats: int = 2, **options: object) -> NomadsState:
    state = NOMADS.start(seats, options)
    return play(state, text) if text else state


def steps(state: NomadsState, text: str) -> tuple[Step, ...]:
    """Return the steps of several actions, separated by commas."""
    return tuple(play_steps(state, text.split(",")))


def news(state: NomadsState, text: str) -> str:
    return RENDERER.news(steps(state, text), NAMES)


def random_game(seats: int, seed: int, **options: object) -> list[Step]:
    """A whole game in which all kinds of moves are about as frequent."""
    return play_at_random(NOMADS.start(seats, options), Random(seed), choose_kind_first)


def drawn(state: NomadsState, marks: Marks = NO_MARKS, done: tuple[Step, ...] = (), theme: str = "dark") -> Image.Image:
    return RENDERER.draw(state, View(NAMES[: state.seats], theme, done, marks)).convert("RGB")


def square_of(state: NomadsState, image: Image.Image, name: str) -> Image.Image:
    """What the picture shows on a square."""
    place = layout(8, 8, chips=state.seats, line=True, caption=True)
    square = Square.read(name)
    left, top = place.corner(square.x, square.y)
    return image.crop((left, top, left + place.cell, top + place.cell))


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("L"), other.convert("L")).getextrema()[1] > 40


# ---------------------------------------------------------------------- pictures


def test_the_game_has_its_renderer() -> None:
    assert isinstance(renderer_of("nomads"), NomadsRenderer)


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_pictures_of_all_numbers_of_seats_in_all_themes(seats: int, theme: str) -> None:
    state = start("discover C4, draw desert, discover D5, draw oasis", seats)
    made = picture(state, View(NAMES[:seats], theme))
    image = Image.open(BytesIO(made.png))
    assert (image.mode, image.width) == ("P", 1024)
    place = layout(8, 8, chips=seats, line=True, caption=True)
    assert image.height == place.height
    assert len(made.png) < 150_000


def test_a_chip_counts_only_what_a_player_has() -> None:
    state = start("discover C4, draw treasure")
    for seat, name in enumerate(NAMES[:2]):
        shown = {counter.icon.art: counter.text for counter in RENDERER._chip(state, seat, name).counters}
        assert shown.get(treasure) == (f"+{20 * state.treasures[seat]}" if state.treasures[seat] else None)
        assert shown.get(barbarian) == (str(state.barbarians[seat]) if state.barbarians[seat] else None)


def test_themes_differ() -> None:
    looks = [drawn(start(), theme=theme) for theme in THEMES]
    assert differ(looks[0], looks[1])
    assert looks[0].getpixel((2, 2)) != looks[2].getpixel((2, 2))


def test_all_terrains_empty_and_face_down_differ() -> None:
    looks = []
    for kind in ("oasis", "city", "mine", "grass", "desert", "mountain"):
        state = start(f"discover C4, draw {kind}")
        looks.append(square_of(state, drawn(state), "C4"))
    state = start("discover B2, draw desert, road B2, draw grass, discover C4, draw grass")
    looks += [square_of(state, drawn(state), name) for name in ("A1", "H5")]
    assert all(differ(one, other) for i, one in enumerate(looks) for other in looks[:i])


def test_every_owner_looks_different() -> None:
    state = start(", ".join(f"discover {name}, draw mountain" for name in ("C3", "E3", "G3", "C6", "E6", "G6")), 6)
    image = drawn(state)
    looks = [square_of(state, image, name) for name in ("C3", "E3", "G3", "C6", "E6", "G6")]
    # The mountains have versions, so compare only where border and badge are.
    edges = [look.crop((0, 0, look.width // 2, look.height // 2)) for look in looks]
    assert all(differ(one, other) for i, one in enumerate(edges) for other in edges[:i])


def test_roads_join_where_they_are_linked() -> None:
    state = start("discover C4, draw desert, discover D4, draw desert, road C4, draw grass")
    before = square_of(state, drawn(state), "C4")
    joined = play(state, "road D4, draw grass")
    after = square_of(joined, drawn(joined), "C4")
    middle = before.height // 2
    east = (before.width - 8, middle - 3, before.width - 2, middle + 3)
    west = (2, middle - 3, 8, middle + 3)
    assert differ(before.crop(east), after.crop(east))
    assert not differ(before.crop(west), after.crop(west))


def test_a_road_reaches_the_city_beside_it() -> None:
    state = start("discover C4, draw desert, discover D4, draw city, discover H8, draw mine")
    linked = play(state, "road C4, draw grass")
    assert differ(square_of(state, drawn(state), "D4"), square_of(linked, drawn(linked), "D4"))


def test_N1_the_entry_is_marked_outside_its_corner() -> None:
    plain = {entry: drawn(start(entry=entry)) for entry in ("A1", "H1", "H8", "A8")}
    corner = {"A1": (0, 0), "H1": (1, 0), "H8": (1, 1), "A8": (0, 1)}
    place = layout(8, 8, chips=2, line=True, caption=True)
    for entry, (right, below) in corner.items():
        x = place.board[2] if right else 0
        y = place.board[3] + 5 if below else place.board[1] - 45
        boxes = {each: image.crop((x, y, x + MARGIN, y + 40)) for each, image in plain.items()}
        assert all(differ(boxes[entry], boxes[other]) for other in plain if other != entry)


def test_N4_the_spirals_next_space_is_marked() -> None:
    state = start("discover C4, draw desert")
    image = drawn(state)
    assert differ(square_of(state, image, "A1"), square_of(state, image, "B1"))
    after = play(state, "road C4, draw grass")
    assert differ(square_of(state, image, "B1"), square_of(after, drawn(after), "B1"))


def test_tokens_and_bands_show_in_the_header() -> None:
    state = start()
    other = start("discover C4, draw treasure")
    place = layout(8, 8, chips=2, line=True, caption=True)
    header = (0, 0, 1024, place.line_top)
    assert differ(drawn(state).crop(header), drawn(other).crop(header))
    bands = (0, place.line_top, 1024, place.board[1] - 45)
    more = start("discover C4, draw barbarian, draw grass")
    assert differ(drawn(state).crop(bands), drawn(more).crop(bands))


def test_the_last_move_is_marked() -> None:
    done = steps(start(), "discover C4, draw desert")
    state = done[-1].after
    assert differ(square_of(state, drawn(state), "C4"), square_of(state, drawn(state, done=done), "C4"))
    done = steps(state, "activate C4 D4, draw mine, draw desert, draw desert")
    state = done[-1].after
    image, marked = drawn(state), drawn(state, done=done)
    changed = {
        str(square)
        for square in (Square(x, y) for x in range(8) for y in range(8))
        if differ(square_of(state, image, str(square)), square_of(state, marked, str(square)))
    }
    assert changed == {"D4", "A1"}


def test_marks_are_drawn() -> None:
    state = start("discover C4, draw desert")
    marks = Marks(legal=frozenset({Square(3, 3)}), chosen=frozenset({Square(2, 3)}))
    image, marked = drawn(state), drawn(state, marks)
    assert all(differ(square_of(state, image, name), square_of(state, marked, name)) for name in ("C4", "D4"))
    assert not differ(square_of(state, image, "E4"), square_of(state, marked, "E4"))


def test_N7_the_tiles_drawn_show_below_the_board() -> None:
    state = start("discover C4, draw oasis, activate C4 D4, draw grass, draw mine, draw city")
    last = play(state, "draw desert")
    assert last.phase == "choice"
    height = drawn(state).height
    image = drawn(last)
    assert image.height > height + 100
    forced = play(state, "draw treasure")
    assert forced.seat != last.seat  # one kind left: nothing to choose, so no strip
    assert drawn(forced).height == height
    other = play(start("discover C4, draw oasis, activate C4 D4, draw grass, draw mine, draw treasure"), "draw barbarian")
    assert differ(drawn(other).crop((0, height, 1024, image.height)), image.crop((0, height, 1024, image.height)))


def test_eight_drawn_tiles_fit() -> None:
    text = "discover C4, draw mine, activate C4 D4, draw grass" + ", draw desert, draw mine" * 4
    state = start(text)
    assert state.phase == "choice"
    assert len(state.drawn) == 8
    size = size_of(8)
    image = drawn(state)
    row = image.crop((0, image.height - EDGE - 2 * LABEL - size // 2, 1024, image.height - EDGE - 2 * LABEL))
    width = 8 * size + 7 * GAP
    left = (1024 - width) // 2
    assert left > 0
    frame = row.getpixel((2, 2))
    for edge in (0, left - GAP, 1023 - left + GAP, 1023):
        assert row.getpixel((edge, 20)) == frame, "nothing is cut off at the sides"
    for tile in range(8):
        inside = row.crop((left + tile * (size + GAP), 0, left + tile * (size + GAP) + size, row.height))
        assert len(inside.getcolors()) > 3, f"tile {tile + 1} is there whole"
    first, last = (row.crop((x, 0, x + size, row.height)) for x in (left, left + 7 * (size + GAP)))
    second, seventh = (row.crop((x, 0, x + size, row.height)) for x in (left + size + GAP, left + 6 * (size + GAP)))
    assert first.tobytes() == seventh.tobytes()
    assert last.tobytes() == second.tobytes()


def test_labels_of_drawn_tiles_have_one_size_and_fit_between_each_other() -> None:
    face = font("SemiBold", LETTERS)
    for _, tile in SIZES:
        assert max(face.getlength(kind) for kind in KINDS) <= 2 * (tile + GAP)


def test_labels_of_drawn_tiles_are_whole() -> None:
    name, above = "barbarian", Image.new("L", (1024, 8))
    end = round(font("SemiBold", LETTERS).getlength(name)) // 2
    for tiles in range(1, 9):
        image = add_strip(above, [name] * tiles, [name] * tiles, "dark")
        labels = image.crop((0, 8 + EDGE + size_of(tiles), 1024, image.height - EDGE))
        lines, frame = labels.height // LABEL, labels.getpixel((0, 0))
        for place, (left, _, right, _) in enumerate(tile_boxes(tiles, 8)):
            top, inset = place % lines * LABEL, EDGE + end
            middle = min(max((left + right) // 2, inset), 1024 - inset)
            for x in (middle - end, middle + end - 12):
                letter = labels.crop((x, top, x + 12, top + LABEL))
                assert {colour for _, colour in letter.getcolors()} > {frame}, (tiles, place)
        for x in (0, 1024 - EDGE + 2):
            assert len(labels.crop((x, 0, x + EDGE - 2, labels.height)).getcolors()) == 1, "there is room at the edges"


def test_labels_of_drawn_tiles_can_be_read_on_a_phone() -> None:
    """A picture is some 300 pixels wide there: capitals are at least 8 pixels high."""
    left, top, right, bottom = font("SemiBold", LETTERS).getbbox("B", anchor="ls")
    assert right > left
    assert (bottom - top) * 300 / 1024 >= 8


def test_N7_the_public_picture_shows_where_the_tile_taken_will_go() -> None:
    state = start("discover C4, draw oasis, activate C4 D4, draw grass, draw mine, draw city, draw desert")
    assert state.phase == "choice"
    image = drawn(state)
    assert differ(square_of(state, image, "D4"), square_of(state, image, "E4"))
    alt = RENDERER.alt(state, View(NAMES[:2]))
    assert "Drawn: mine, city, desert; take city, mine or desert." in alt


def test_N4_the_spirals_next_space_is_marked_and_a_dot_stands_beside_its_mark() -> None:
    state = start("discover C4, draw desert")
    empty, marked = (square_of(state, drawn(state), name) for name in ("H8", "A1"))
    assert differ(empty, marked)
    dotted = square_of(state, drawn(state, Marks(legal=frozenset({Square.read("A1")}))), "A1")
    left, top, *_ = ImageChops.difference(marked, dotted).getbbox() or (0, 0)
    assert min(left, top) > marked.width * 0.65


def test_N13_the_description_names_the_cities_that_are_occupied() -> None:
    state = play(at_attack("discover A8, draw treasure, discover A8, draw treasure"), "placate")
    assert state.phase == "attack"
    assert state.occupied
    (city,) = state.occupied
    row = next(line for line in RENDERER.alt(state, View(NAMES[:2])).splitlines() if line.startswith(f"Row {city.y + 1}"))
    assert f"Ada’s city, occupied {str(city)[0]};" in row
    assert "Barbarian 2 of 2 attacks Ada’s city on C2." in RENDERER.alt(state, View(NAMES[:2]))


def test_the_attack_shows_ruins_occupiers_and_the_target() -> None:
    state = at_attack()
    image = drawn(state)
    assert state.target == Square.read("B2")
    placated, refused = play(state, "placate"), play(state, "refuse")
    looks = [square_of(each, drawn(each), "B2") for each in (state, placated, refused)]
    assert all(differ(one, other) for i, one in enumerate(looks) for other in looks[:i])
    assert not differ(square_of(state, image, "D5"), square_of(placated, drawn(placated), "D5"))


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ("placate placate", "save the cities on B2 and C2 with a treasure each"),
        ("refuse placate", "give up the city on B2, then save the city on C2 with a treasure"),
        ("refuse refuse", "give up the cities on B2 and C2"),
    ],
)
def test_the_same_answer_to_several_bands_is_told_once(answers: str, told: str) -> None:
    state = at_attack("discover A8, draw treasure, discover A8, draw treasure")
    assert RENDERER.to_infinitives(state, state.play_all(answers)[1]) == told


def at_attack(first: str = "discover A8, draw treasure") -> NomadsState:
    """A full board with cities of seat 0 on B2 and C2 and of seat 1 on G7; seat 0, who holds a treasure, decides."""
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, f"{first}, discover B2, draw city, discover G7, draw city, discover C2, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    return state


@pytest.mark.slow
def test_a_game_as_a_gif() -> None:
    done = random_game(3, 4)
    shown = frames(replay_gif(done[:30], NAMES[:3]))
    assert len(shown) > 10
    assert shown[0][0].width == 1024


# ---------------------------------------------------------------------- what is hidden


def test_N4_all_backs_are_the_same_and_no_front() -> None:
    looks = [sprite_of(art, 116, 116) for art in (back(), *(drawn_tile(kind) for kind in KINDS))]
    assert all(differ(one, other) for i, one in enumerate(looks) for other in looks[:i])


def words(state: NomadsState) -> list[str]:
    """All that is said of a position of three seats."""
    scores = [RENDERER.score_words(state, seat) for seat in range(3)]
    choices = [RENDERER.label_move(state, move) for move in state.moves()]
    return [RENDERER.alt(state, View(NAMES[:3])), RENDERER.words(state, View(NAMES[:3])), *scores, *choices]


@pytest.mark.slow
def test_N4_no_picture_and_no_words_tell_what_lies_face_down(sample: Sample) -> None:
    random, compared = Random(3), 0
    for done in random_game(3, 12, tribute=10)[:: 14 if sample.is_full else 28]:
        state = done.after
        other = state.redealt(random)
        compared += other != state
        view = View(NAMES[:3], steps=(done,))
        assert RENDERER.draw(state, view).tobytes() == RENDERER.draw(other, view).tobytes()
        assert words(state) == words(other)
    assert compared > (7 if sample.is_full else 3)


def test_N4_a_tile_drawn_face_down_is_told_the_same_whatever_it_is() -> None:
    told = 0
    for done in random_game(4, 2):
        before = done.before
        if not before.draws_face_down:
            continue
        for outcome, _ in before.outcomes():
            other = Step(before, outcome, before.play(outcome))
            assert RENDERER.describe_step(other, NAMES) == RENDERER.describe_step(done, NAMES)
            view = View(NAMES[:4], steps=(done,)), View(NAMES[:4], steps=(other,))
            if told % 20 == 0:
                looks = [RENDERER.draw(step.after, each).tobytes() for step, each in zip((done, other), view, strict=True)]
                assert looks[0] == looks[1]
            told += 1
    assert told > 50


# ---------------------------------------------------------------------- words


def test_N5_discoveries_in_words() -> None:
    assert news(start(), "discover C4, draw oasis") == "Ada discovered an oasis on C4 (+8)."
    assert news(start(), "discover C4, draw treasure") == "Ada discovered a treasure at C4 (20 at the end) and may move again."
    assert (
        news(start(), "discover C4, draw barbarian, draw mine")
        == "Ada met a barbarian at C4 (+15; one more attacks at the end) and may move again."
    )
    assert news(start(), "discover C4, draw desert") == "Ada discovered a desert on C4 (+1)."


def test_N6_a_city_in_words() -> None:
    assert news(start(), "city C4") == "Ada built a city on C4 (+5)."


def test_N7_activations_in_words() -> None:
    state = start("discover C4, draw desert")
    assert news(state, "activate C4 D4, draw oasis, draw desert, draw desert") == (
        "Björn activated C4, drew 2 deserts; desert on D4 (+1)."
    )
    two = start("discover C4, draw oasis, activate C4 D4, draw grass, draw treasure, draw treasure, draw barbarian")
    assert news(two, "take treasure") == "Björn took a treasure."
    assert news(state, "activate C4 D4, draw oasis, draw city, draw mine") == (
        "Björn activated C4, drew city, mine (a desert gives no city or mine); all went back."
    )
    assert news(state, "activate C4 D4, draw oasis, draw grass, draw mountain") == "Björn activated C4, drew grass, mountain."
    assert news(state, "activate C4 D4, draw oasis, draw grass, draw mountain, take mountain") == (
        "Björn activated C4, drew grass, mountain; mountain on D4 (+0)."
    )
    assert news(state, "activate C4 D4, draw oasis, draw barbarian, draw mine, draw city") == (
        "Björn activated C4, drew barbarian, mine (a desert gives no mine); took the barbarian (+15): "
        "one more attacks at the end."
    )
    oasis = start("discover C4, draw oasis")
    assert news(oasis, "activate C4 D4, draw oasis, draw treasure, draw mine, draw city").endswith(
        "drew treasure, mine, city (it had to be treasure); took the treasure."
    )


def test_N8_roads_in_words() -> None:
    state = start("discover C4, draw desert, discover D4, draw city, discover H8, draw grass")
    assert news(state, "road C4, draw oasis") == "Björn built a road on C4: Ada +1 for a road and Björn +2 for linking 1 city."
    assert news(state, "road H8, draw oasis") == "Björn built a road on H8: no points, as it meets no city or road."


@pytest.mark.parametrize("seats", [2, 4])
def test_N10_the_parts_of_a_road_add_up_to_what_each_player_gets(seats: int) -> None:
    def add(words: str) -> int:
        return sum(map(int, re.findall(r"(\d+)(?: for|$)", words)))

    scored, done = 0, random_game(seats, 5)
    for road, laid in pairwise(done):
        if not isinstance(road.action, Road):
            continue
        state, seat = road.before, road.before.seat or 0
        points = [now - before for now, before in zip(laid.after.points, state.points, strict=True)]
        preview = RENDERER.label_move(state, road.action).partition(" · ")[2]
        own, others = re.split(", (?:your opponent|the others) |$", preview, maxsplit=1)
        assert (add(own), add(others)) == (points[seat], sum(points) - points[seat])
        assert re.match(rf"you get {points[seat] or 'none'}\b" if any(points) else "no points", preview)
        told = news(state, f"{road.action},{laid.action}")
        assert add(told) == sum(points)
        assert all(f"{name} +{gain} " in told for name, gain in zip(NAMES, points, strict=False) if gain)
        scored += any(points)
    assert scored > 3


def test_all_tiles_laid_face_down_in_several_turns_are_told_in_one_sentence() -> None:
    state = start("discover C4, draw desert")
    assert RENDERER.describe_face_down(steps(state, "activate C4 D4, draw oasis, draw barbarian, draw mine, draw city")) == (
        "Barbarians moved to A1, then B1."
    )
    begun = start("discover C4, draw desert", entry="H8")
    other_way = steps(begun, "discover D4, draw barbarian, draw mine, road C4, draw oasis")
    assert RENDERER.describe_face_down(other_way) == "Barbarians moved to H8, then G8.", "in the order of their way"
    assert not RENDERER.describe_face_down(steps(state, "discover E5, draw mine"))


def test_single_actions_in_words_say_who_laid_a_tile_face_down() -> None:
    def lines(state: NomadsState, text: str) -> list[str]:
        return [line for line in (RENDERER.describe_step(step, NAMES) for step in steps(state, text)) if line]

    state = start("discover C4, draw desert")
    assert lines(state, "activate C4 D4, draw oasis, draw barbarian, draw grass, take barbarian, draw mine") == [
        "Björn activated the desert on C4 (a tile was laid face down on A1).",
        "Björn drew a barbarian and grass.",
        "Björn took the barbarian (+15): one more attacks at the end.",
        "Björn laid a tile face down on B1 for the barbarian.",
    ]
    assert lines(state, "activate C4 D4, draw oasis, draw city, draw mine")[1] == (
        "Björn drew a city and a mine: all of it went back."
    )
    assert lines(state, "discover E5, draw barbarian, draw mine") == [
        "Björn met a barbarian at E5 (+15; one more attacks at the end).",
        "Björn laid a tile face down on A1 for the barbarian and may move again.",
    ]
    assert lines(state, "road C4, draw mine") == [
        "Björn built a road on C4 (a tile was laid face down on A1): no points, as it meets no city or road."
    ]


def test_N1_the_entry_in_words() -> None:
    assert news(start(entry="random"), "entry H8") == "The trail of the barbarians begins in the corner H8."


def test_N13_the_attack_is_told_band_by_band_in_one_text() -> None:
    state = at_attack()
    assert news(state, "refuse") == ("Barbarian 1 razes B2: Ada gave up the city.\nBarbarian 2 of 2 attacks Ada’s city on C2.")
    assert news(state, "placate") == (
        "Barbarian 1 spares B2 and stays there: Ada gave a treasure. Barbarian 2 razes C2: Ada could give nothing.\n"
        "Final points: Ada 10, Björn 5."
    )
    empty = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20}})
    for square in empty.empty[:-1]:
        empty = play(empty, f"discover {square}, draw {'city' if str(square) in ('B2', 'G7') else 'mountain'}")
    assert {RENDERER.label_move(empty, move) for move in empty.moves() if str(move) == "activate G8 H8"} == {
        "activate G8 → H8 · draw 4, take 1, which only scores: barbarians fill H8"
    }
    assert news(empty, "discover H8, draw mountain") == (
        "Björn discovered a mountain on H8 (+0).\n**The board is full, and 2 barbarians set out from A1.** "
        "Barbarians 1 and 2 raze B2 and G7: their owners could give nothing.\n"
        "No city stands: **nobody wins**. Points before the attack: Ada 5, Björn 5."
    )


def test_N7_a_tile_taken_for_the_last_space_only_scores_and_the_news_says_so() -> None:
    state = NOMADS.start(2, {}, {"bag": {"desert": 100}})
    for square in state.empty[:-1]:
        state = play(state, f"discover {square}, draw desert")
    assert "took a desert (+1), but no space was left for it." in news(
        state, "activate G8 H8, draw desert, draw desert, draw desert"
    )


def test_N14_that_the_occupiers_leave_is_told() -> None:
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover B2, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    assert news(state, "placate") == (
        "Barbarian 1 spares B2: Ada gave a treasure. "
        "No other city stands: this barbarian goes home, and the city can be attacked again. "
        "Barbarian 2 razes B2: Ada could give nothing.\n"
        "No city stands: **nobody wins**. Points before the attack: Ada 5, Björn 0."
    )
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20, "barbarian": 1}})
    state = play(state, "discover A8, draw treasure, discover A7, draw treasure, discover A6, draw barbarian, draw mountain")
    state = play(state, "discover B2, draw city, discover C3, draw mountain, discover G7, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    assert news(state, "placate, placate").endswith(
        "gave a treasure. Now every city has a barbarian, so these barbarians go home, and every city can be attacked again. "
        "Barbarian 3 razes G7: Ada could give nothing.\nFinal points: Ada 25, Björn 0."
    )


def test_N14_a_city_that_is_attacked_twice_in_a_row_is_attacked_again() -> None:
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover A7, draw treasure, discover B2, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    assert "Barbarian 1 of 2 attacks Ada’s city on B2." in RENDERER.alt(state, View(NAMES[:2]))
    again = play(state, "placate")
    assert "Barbarian 2 of 2 attacks Ada’s city on B2 again." in RENDERER.alt(again, View(NAMES[:2]))
    assert "Barbarian 2 spares B2 again and stays there: Ada gave a treasure." in news(again, "placate")


def test_giving_up_and_draws_in_words() -> None:
    state = start(seats=3)
    assert RENDERER.describe_step(Step(state, Drop(1), state.play(Drop(1))), NAMES) == "Björn is out of the game."
    told = RENDERER.describe_step(Step(state, AgreeDraw(), state.play(AgreeDraw())), NAMES)
    assert told == "All remaining players agreed on a draw."


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 6])
def test_every_decision_is_told_and_no_text_is_too_long(seats: int) -> None:
    names = tuple(f"{'W' * 30}{seat}" for seat in range(seats))
    turn = list[Step]()
    for done in random_game(seats, 7, tribute=5, entry="random"):
        turn.append(done)
        alt = RENDERER.alt(done.after, View(names))
        assert len(alt) <= 1024
        assert not alt.endswith("…")
        choices = [RENDERER.label_move(done.after, move) for move in done.after.moves()]
        assert all(len(words) <= 100 and not words.endswith("…") for words in choices)
        if done.after.seat is not None or done.after.is_over:
            assert RENDERER.news(turn, names)
            assert len(RENDERER.news(turn, NAMES)) < 1200
            turn = []


def test_moves_as_choices() -> None:
    state = start("discover C4, draw desert, discover D4, draw city, discover H8, draw oasis")
    words = {str(move): RENDERER.label_move(state, move) for move in state.moves()}
    assert words["discover E4"] == "discover E4 · draws a tile"
    assert words["discover F1"] == "discover F1 · draws a tile"
    assert words["city F1"] == "city F1 · +5"
    assert words["activate H8 G8"] == "activate H8 → G8 · draw 3, take 1: must be treasure or barbarian if drawn"
    assert words["road C4"] == "road C4 · you get 2 for linking 1 city, your opponent 1 for a road"
    paved = play(state, "road C4, draw grass, discover B4, draw desert, discover B8, draw grass, discover B5, draw desert")
    why = {text: RENDERER.label_move(paved, paved.parse(text)) for text in ("road B4", "road B8")}
    assert why == {
        "road B4": "road B4 · no points: D4 is linked to the road on C4 already",
        "road B8": "road B8 · no points: it meets no city or road",
    }
    lone = start("discover C4, draw desert, road C4, draw grass, discover B4, draw desert")
    assert RENDERER.label_move(lone, lone.parse("road B4")) == "road B4 · no points: it only makes a road longer"
    row = "".join(f"discover {column}4, draw city, " for column in "DEFG")
    long = start(f"{row}discover C4, draw desert, discover H4, draw desert, road C4, draw grass")
    assert RENDERER.label_move(long, long.parse("road H4")) == (
        "road H4 · no points: all 4 cities that it reaches are linked to the road on C4 already"
    )
    choice = play(state, "activate C4 C5, draw grass, draw mountain, draw barbarian")
    assert [RENDERER.label_move(choice, move) for move in choice.moves()] == [
        "take mountain · 0 points; draws 4 when activated",
        "take barbarian · 15 points, but one more attacks at the end",
    ]
    assert [RENDERER.find_piece(choice, move) is None for move in choice.moves()] == [False, True], "laid or kept"
    assert [RENDERER.label_move(at_attack(), move) for move in at_attack().moves()] == [
        "give a treasure · costs 20 points, saves B2; 1 barbarian follows, next C2",
        "lose the city · costs no points; you also have C2; 1 barbarian follows, next C2",
    ]


def test_labels_of_answers_may_be_typed() -> None:
    state = at_attack()
    for move in state.moves():
        typed = RENDERER.label_move(state, move).partition(" · ")[0]
        assert state.parse(typed) == move, typed


def test_what_is_left_counts_bag_and_face_down_tiles_together() -> None:
    state = start("discover C4, draw desert")
    after = play(state, "road C4, draw oasis")
    left = "6 oases, 8 cities, 8 mines, 20 grass, 25 deserts, 12 mountains, 10 treasures, 6 barbarians"
    assert all(left in RENDERER.alt(each, View(NAMES[:2])) for each in (state, after))
    assert "62 spaces left, then 2 barbarians attack (now from A1)." in RENDERER.alt(after, View(NAMES[:2]))


def test_the_description_says_the_board() -> None:
    state = start("discover C4, draw desert, discover D4, draw city, road C4, draw oasis")
    alt = RENDERER.alt(state, View(NAMES[:2]))
    assert alt.startswith("Nomads. Björn’s turn.")
    assert alt.split("\n")[2] == "Row 1: face down A."
    assert alt.split("\n")[3] == "Row 4: Ada’s desert with a road C; Björn’s city D."
    assert "1 Ada (blue disc): 4 points, 1 barbarian (attacks at the end), city in hand" in alt


def test_scores_in_words() -> None:
    state = start("discover C4, draw treasure, discover C4, draw barbarian, draw grass")
    assert RENDERER.score_words(state, 0) == "15 points, 1 treasure (+20 at the end), 2 barbarians (attack at the end)"
    assert RENDERER.score_words(state, 1) == "0 points, 1 barbarian (attacks at the end)"


def test_N16_treasures_that_will_not_score_are_only_counted() -> None:
    state = NOMADS.start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover B2, draw city, discover H8, draw treasure")
    given_up = state.play(Drop(1))
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    told = [("+20", "1 treasure (+20 at the end)"), ("1", "1 treasure"), ("1", "1 treasure"), ("1", "1 treasure")]
    cases = [(state, 0), (state, 1), (given_up, 0), (given_up, 1)]
    for (each, seat), (shown, words) in zip(cases, told, strict=True):
        counters = RENDERER._chip(each, seat, NAMES[seat]).counters
        assert [counter.text for counter in counters if counter.icon.art == treasure] == [shown]
        assert f", {words}" in RENDERER.score_words(each, seat)


def test_N16_after_the_end_treasures_are_told_as_part_of_the_points() -> None:
    state = at_attack()
    kept = play(state, "refuse, refuse")
    assert kept.is_over
    assert kept.treasures[0] == 1
    assert RENDERER.score_words(kept, 0) == f"{count(kept.scores[0], 'point')}, 1 treasure", "it does not count"
    told = "Final points: Ada 10 → 0 (no city), Björn 5."
    assert news(state, "refuse, refuse").endswith(told), "nor do the final points have any"
    (winner,) = {0, 1} - {0} if kept.scores[1] else {0}
    assert "treasure" not in RENDERER.score_words(kept, winner)
