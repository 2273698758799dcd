"""The board that all games draw on: size, palette, caches, marks, header, fonts."""

from __future__ import annotations

import math
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from typing import Any, cast

import pytest
from PIL import Image, ImageChops

from render.art.colours import CHOSEN, GROUNDS, PARCHMENT
from render.art.marks import last_move
from render.art.pieces import castle, cow, die, farm, log, points, road
from render.art.terrain import VARIANTS, parchment, shore, terrain
from render.encode.png import png
from render.paint import cells, frame, header
from render.paint.areas import outlines
from render.paint.board import MOST_DOTS, Board, side_towards
from render.paint.cache import Cache
from render.paint.cells import Layers, cell
from render.paint.frame import Span, Spans
from render.paint.header import Chip, Counter
from render.paint.layout import WIDTH, layout
from render.paint.sprites import sprite, stamp
from render.style import palette
from render.style.fonts import can_draw, fit, font, picture_name
from render.style.owners import OWNERS
from render.style.themes import THEMES
from render.view import Marks
from rules.files import DATA
from rules.squares import Square, squares

A1, B2, C3 = Square(0, 0), Square(1, 1), Square(2, 2)


def board(width: int = 4, height: int = 4, theme: str = "dark", chips: int = 2) -> Board:
    result = Board(width, height, theme)
    result.chips([Chip(seat, f"Player {seat + 1}", "7", to_move=seat == 0) for seat in range(chips)])
    for square in squares(width, height):
        result.ground(square, stamp(terrain, "plains", 0))
    return result


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def colours_of(image: Image.Image) -> set[str]:
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return {"#{:02X}{:02X}{:02X}".format(*cast("Any", colour)) for _, colour in counted}


# ---------------------------------------------------------------- sizes


def test_every_board_fits_the_frame_with_square_squares() -> None:
    for width, height in [(4, 4), (5, 16), (8, 8), (12, 6), (16, 16), (24, 24), (26, 5)]:
        place = layout(width, height, chips=2)
        left, top, right, bottom = place.board
        assert (right - left) * height == (bottom - top) * width, width
        assert left >= 44, width
        assert right <= WIDTH - 44, width
        assert bottom <= place.height - 40, width
        assert place.cell >= 35, width
        assert WIDTH - right - left in (0, 1), width


def test_chips_of_2_to_6_players_lie_side_by_side_and_above_the_board() -> None:
    for chips in range(2, 7):
        place = layout(8, 8, chips=chips)
        boxes = [place.chip(i) for i in range(chips)]
        for i, (left, top, width) in enumerate(boxes):
            assert left >= 0, chips
            assert left + width <= WIDTH, chips
            assert width >= 230, chips
            assert top + 98 < place.top, chips
            for other_left, other_top, other_width in boxes[:i]:
                assert top != other_top or left >= other_left + other_width or other_left >= left + width, chips


def test_squares_of_tall_boards_are_large_enough_to_be_read() -> None:
    for width, height, least in [(12, 24, 60), (4, 12, 100), (4, 16, 75), (24, 24, 35), (16, 16, 57)]:
        place = layout(width, height, chips=2, line=True, spans=width % 12 == 0)
        assert place.cell >= least, width
        assert place.height <= 2000, width


def test_a_second_row_of_chips_that_is_not_full_stands_in_the_middle() -> None:
    place = layout(8, 8, chips=5)
    boxes = [place.chip(i) for i in range(5)]
    assert [top for _, top, _ in boxes[:3]] == [boxes[0][1]] * 3
    assert boxes[3][1] == boxes[4][1] > boxes[0][1]
    for row in (boxes[:3], boxes[3:]):
        assert row[0][0] - 0 == pytest.approx(WIDTH - row[-1][0] - row[-1][2], abs=2)


def test_a_picture_is_1024_wide_and_in_the_fixed_palette() -> None:
    image = board().draw()
    assert image.mode == "P"
    assert image.width == 1024
    assert bytes(image.getpalette("RGB")) == palette.colours()


# ---------------------------------------------------------------- palette


def test_every_important_colour_is_exact() -> None:
    important = (
        {owner.colour for owner in OWNERS} | {colour for ground in GROUNDS.values() for colour in ground} | {CHOSEN, PARCHMENT}
    )
    for theme in THEMES.values():
        important |= {theme.frame, theme.panel, theme.edge, theme.turn, theme.text, theme.dim, theme.rim}
    flat = palette.colours()
    for colour in important:
        number = palette.index(colour)
        assert "#{:02X}{:02X}{:02X}".format(*flat[3 * number : 3 * number + 3]) == colour


def test_a_flat_colour_comes_out_as_it_went_in() -> None:
    image = palette.attach_palette(palette.to_indices(Image.new("RGB", (3, 2), OWNERS[1].colour)))
    assert colours_of(image) == {OWNERS[1].colour}


def test_any_colour_gets_the_nearest_one_and_never_the_unused_entry() -> None:
    """As near as the table's steps of four levels a channel allow."""
    levels = range(0, 256, 36)
    points = [(r, g, b) for r in levels for g in levels for b in levels]
    image = Image.frombytes("RGB", (len(points), 1), bytes(v for point in points for v in point))
    numbers = palette.to_indices(image).tobytes()
    flat = palette.colours()
    entries = [tuple(flat[3 * n : 3 * n + 3]) for n in range(palette.UNUSED)]
    assert palette.UNUSED not in numbers
    for point, number in zip(points, numbers, strict=True):
        assert math.dist(point, entries[number]) <= min(math.dist(point, entry) for entry in entries) + 7


def test_a_picture_shows_the_owners_colour_exactly() -> None:
    for seat, owner in enumerate(OWNERS):
        shown = board()
        shown.put(B2, stamp(castle, seat))
        assert owner.colour in colours_of(shown.draw())


def test_png_is_what_pillow_reads_back() -> None:
    image = board().draw()
    back = Image.open(BytesIO(png(image)))
    assert back.mode == "P"
    assert same(back.convert("RGB"), image.convert("RGB"))


# ---------------------------------------------------------------- what must differ differs


def _differ(pictures: dict[object, Image.Image], least: int) -> None:
    """Each pair differs in at least ``least`` pixels."""
    items = [(name, image.convert("RGB")) for name, image in pictures.items()]
    first = items[0][1]
    boxes = [ImageChops.difference(first, image).getbbox() for _, image in items]
    found = [box for box in boxes if box is not None]  # whatever differs lies where one differs from the first
    box = tuple(choose(box[side] for box in found) for side, choose in enumerate((min, min, max, max)))
    parts = [(name, image.crop(cast("tuple[int, int, int, int]", box))) for name, image in items]
    for i, (name, image) in enumerate(parts):
        for other_name, other in parts[:i]:
            changed = ImageChops.difference(image, other).convert("L").histogram()
            assert sum(changed[1:]) >= least, (name, other_name)


@pytest.mark.parametrize("size", [38, 116])
@pytest.mark.parametrize("art", [castle, farm, cow])
def test_pieces_of_two_owners_differ(art: Any, size: int) -> None:
    pictures: dict[object, Image.Image] = {
        owner: cell(size, (stamp(terrain, "plains", 0), stamp(art, owner))) for owner in range(6)
    }
    _differ({owner: palette.attach_palette(numbers) for owner, numbers in pictures.items()}, size * size // 60)


def test_emblems_tell_owners_apart_without_colour() -> None:
    """With every fill painted grey, the six emblems still differ."""
    from render.art.emblems import emblem_shape
    from render.paint.sprites import rasterize

    pictures: dict[object, Image.Image] = {
        owner.name: Image.alpha_composite(
            Image.new("RGBA", (40, 40), "#808080"), rasterize([emblem_shape(owner.emblem, 0.5, 0.5, 0.36, "#FFFFFF")], 40, 40)
        )
        for owner in OWNERS
    }
    _differ(pictures, 60)


def test_terrains_their_variants_and_the_empty_square_differ() -> None:
    pictures: dict[object, Image.Image] = {
        (name, version): sprite(terrain, (name, version), 58) for name in GROUNDS for version in range(VARIANTS)
    }
    _differ({**pictures, "empty": sprite(parchment, (), 58)}, 150)


@pytest.mark.parametrize("around", [frozenset(), frozenset({"W", "E", "SE", "S", "SW"})], ids=["alone", "upper edge"])
def test_outlines_of_owners_differ_in_their_dash(around: frozenset[str]) -> None:
    """What is drawn, without a look at its colour: the stretches of the line between its dashes."""
    from render.art.outline import outline
    from render.paint.sprites import rasterize

    pictures: dict[object, Image.Image] = {}
    for number, owner in enumerate(OWNERS):
        line = [
            cast("Any", shape)._replace(fill=OWNERS[0].colour)
            for shape in outline(number, around)
            if shape.fill == owner.colour
        ]
        mask = rasterize(line, 116, 116).getchannel("A")
        pictures[owner.name] = mask.point(lambda value: 255 if value > 127 else 0)
        assert mask.getbbox() is not None
    _differ(pictures, 60)


@pytest.mark.slow
def test_marks_show_and_differ() -> None:
    plain = board()
    pictures: dict[object, Image.Image] = {"none": plain.draw()}
    for name, marks in {
        "legal": Marks(legal=frozenset({B2})),
        "chosen": Marks(chosen=frozenset({B2})),
        "compared": Marks(compared=frozenset({B2})),
        "chosen side": Marks(chosen_sides=((B2, Square(2, 1)),)),
        "compared side": Marks(compared_sides=((B2, Square(2, 1)),)),
        "node": Marks(nodes=((1, 1, "A"),)),
        "other node": Marks(nodes=((1, 1, "B"),)),
        "edge": Marks(edges=((B2, Square(2, 1), "A"),)),
    }.items():
        marked = board()
        marked.marks(marks)
        pictures[name] = marked.draw()
    last = board()
    last.last([B2])
    pictures["last"] = last.draw()
    _differ(pictures, 200)
    for name in ("chosen", "compared", "chosen side", "compared side"):
        assert CHOSEN in colours_of(pictures[name]), name
    assert CHOSEN not in colours_of(pictures["none"]) | colours_of(pictures["last"])


@pytest.mark.parametrize("side", [8, 24])
def test_the_dot_of_a_legal_square_can_be_seen_on_boards_of_every_size(side: int) -> None:
    """On a phone the picture is 400 pixels wide; the dot is five of those across at least."""
    plain, marked = Board(side, side), Board(side, side)
    for shown in (plain, marked):
        for square in squares(side, side):
            shown.ground(square, stamp(terrain, "forest", 0))
    marked.marks(Marks(legal=frozenset({B2})))
    place = marked.place()
    x, y = place.corner(1, 1)
    middle = (x, y + place.cell // 2, x + place.cell, y + place.cell // 2 + 1)
    one, other = (shown.draw().convert("RGB").crop(middle) for shown in (plain, marked))
    left, _, right, _ = ImageChops.difference(one, other).getbbox() or (0, 0, 0, 0)
    assert (right - left) * 400 / 1024 >= 5


def test_a_dot_keeps_clear_of_what_stands_on_its_square() -> None:
    free, taken = board(), board()
    taken.put(B2, stamp(castle, 0))
    for shown in (free, taken):
        shown.marks(Marks(legal=frozenset({B2})))
    (_, *_, in_the_middle), (_, *_, in_the_corner) = (dict(shown.layers())[B2] for shown in (free, taken))
    assert (in_the_middle.args[0], in_the_corner.args[0]) == (True, False)


def test_squares_are_marked_up_to_sixteen_and_not_where_they_are_the_free_ones() -> None:
    many = list(islice(squares(8, 8), MOST_DOTS + 1))

    def shows_dots(legal: list[Square], waiting: list[Square]) -> bool:
        plain, marked = board(8, 8), board(8, 8)
        marked.marks(Marks(legal=frozenset(legal)), frozenset(waiting))
        return not same(plain.draw(), marked.draw())

    assert shows_dots(many[1:], [])
    assert not shows_dots(many, [])
    assert not shows_dots(many[1:], many[1:])


def test_a_road_that_leads_nowhere_is_not_taken_for_a_mark() -> None:
    """It is longer than high, where the dot of a legal square is round, and reaches no side of its square."""
    from render.art.marks import legal

    lone, dot = (sprite(art, args, 100).getchannel("A").point(lambda v: 255 if v > 127 else 0)
                 for art, args in ((road, ("",)), (legal, (True,))))  # fmt: skip
    left, top, right, bottom = lone.getbbox() or (0, 0, 0, 0)
    assert right - left > 2 * (bottom - top)
    assert left >= 15
    assert right <= 85
    left, top, right, bottom = dot.getbbox() or (0, 0, 0, 0)
    assert right - left == bottom - top


def test_an_empty_square_does_not_look_like_the_last_move() -> None:
    """The sign of the last move stands in the corners; the paper has nothing there that is much darker than its own ground."""
    paper, marked = (cell(116, (stamp(parchment), *more)) for more in ((), (stamp(last_move),)))
    corner = (0, 0, 40, 40)
    lightness = [palette.attach_palette(image).convert("L").crop(corner).getextrema() for image in (paper, marked)]
    base = Image.new("RGB", (1, 1), PARCHMENT).convert("L").getpixel((0, 0))
    assert lightness[0][0] >= base - 20
    assert lightness[1][0] < base - 100


def test_the_sign_of_the_last_move_leaves_room_for_the_points_of_a_castle() -> None:
    plate, brackets = sprite(points, ("15",), 116), sprite(last_move, (1.0, True), 116)
    assert not any(ImageChops.multiply(plate.getchannel("A"), brackets.getchannel("A")).histogram()[128:])


def test_the_header_shows_who_moves_who_won_and_who_gave_up() -> None:
    looks = [
        Chip(0, "Ada", "7"),
        Chip(1, "Ada", "7"),
        Chip(0, "Ada", "7", to_move=True),
        Chip(0, "Ada", "7", crowned=True),
        Chip(0, "Ada", "7", dropped=True),
        Chip(0, "Ada", "8"),
        Chip(0, "Bea", "7"),
        Chip(0, "Ada", "7", (Counter(stamp(castle, 0), "2"),)),
    ]
    pictures: dict[object, Image.Image] = {}
    for i, look in enumerate(looks):
        shown = board()
        shown.chips([look])
        pictures[i] = shown.draw()
    _differ(pictures, 100)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_colours_the_frame(theme: str) -> None:
    image = board(theme=theme).draw().convert("RGB")
    assert "#{:02X}{:02X}{:02X}".format(*cast("Any", image.getpixel((2, image.height - 2)))) == THEMES[theme].frame


def test_lines_and_spans_take_their_room_and_show() -> None:
    plain = board()
    full = board()
    full.line("Ada rolls", stamp(die, 3))
    full.caption("3 bands to come")
    full.spans(Spans((Span(0, 2, "1"), Span(2, 2, stamp(die, 2), lit=True)), (Span(0, 4, "1"),)))
    image = full.draw()
    assert image.height > plain.draw().height
    assert not same(*(frame.bar(Span(0, 2, "1", lit=lit), "dark", 80, 30) for lit in (False, True)))


# ---------------------------------------------------------------- areas and edges


def test_areas_that_share_a_border_get_lanes_side_by_side() -> None:
    area = {Square(x, y) for x in range(2) for y in range(2)}
    layers = list(outlines([(0, area), (1, area)]))
    lanes = {layer.args[0]: layer.args[2] for square, layer in layers if square == A1}
    assert lanes == {0: 0, 1: 1}


def test_areas_that_only_touch_need_no_second_lane() -> None:
    layers = list(outlines([(0, {A1}), (1, {Square(1, 0)})]))
    assert [layer.args[2] for _, layer in layers] == [0, 0]


def test_a_square_inside_an_area_has_no_outline() -> None:
    layers = dict(outlines([(0, set(squares(3, 3)))]))
    assert B2 not in layers
    assert len(layers) == 8


def test_the_square_at_an_inner_corner_has_a_part_of_the_outline() -> None:
    bent = set(squares(3, 3)) - {A1}
    assert B2 in dict(outlines([(0, bent)]))


def test_an_edge_piece_lies_half_in_each_square() -> None:
    plain, fenced = board(), board()
    fenced.edge(B2, Square(2, 1), log)
    box = ImageChops.difference(plain.draw().convert("RGB"), fenced.draw().convert("RGB")).getbbox()
    place = layout(4, 4, chips=2)
    seam = place.corner(2, 1)[0]
    assert box is not None
    assert seam - box[0] == pytest.approx(box[2] - seam, abs=3)


def test_only_squares_that_share_a_side_have_an_edge() -> None:
    assert side_towards(B2, Square(1, 2)) == "S"
    with pytest.raises(ValueError, match="share no side"):
        side_towards(A1, B2)


def test_roads_and_banks_differ_by_side() -> None:
    for art in (road, shore):
        _differ({side: sprite(art, (side,), 58) for side in ("N", "E", "S", "W", "NS")}, 40)


# ---------------------------------------------------------------- caches


def test_a_turn_draws_only_the_squares_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, paint_layers = list[Layers](), cells.paint_layers

    def paint(size: int, layers: Layers) -> Image.Image:
        drawn.append(layers)
        return paint_layers(size, layers)

    before = board(9, 7)
    before.draw()
    monkeypatch.setattr(cells, "paint_layers", paint)
    again = board(9, 7)
    again.put(B2, stamp(castle, 3))
    again.last([C3])
    again.draw()
    assert len(drawn) == 2
    board(9, 7).draw()
    assert len(drawn) == 2


def test_a_cache_is_bounded_by_bytes_and_forgets_what_was_not_used() -> None:
    kept: Cache[bytes] = Cache(10, len)
    kept.get("a", lambda: b"1234")
    kept.get("b", lambda: b"1234")
    kept.get("a", lambda: b"never made")
    kept.get("c", lambda: b"1234")
    assert (kept.held, len(kept)) == (8, 2)
    assert kept.get("a", lambda: b"new") == b"1234"
    assert kept.get("b", lambda: b"new") == b"new"


# ---------------------------------------------------------------- fonts


def test_names_in_latin_greek_and_cyrillic_are_shown() -> None:
    for name in ["Ada", "Björn", "Đorđe", "Фёдор", "Ελένη", "Nguyễn", "O’Neil", "a-b_c.d"]:
        assert picture_name(name, 0) == name, name


def test_names_of_which_the_font_draws_no_letter_become_player_2() -> None:
    for name in ["小明", "עדה", "🐄", "🐄 !", "", "   ", "\u200b"]:
        assert picture_name(name, 1) == "Player 2", name


def test_a_name_loses_only_what_the_font_cannot_draw() -> None:
    cases: list[tuple[str, str]] = [
        ("Ada 🐄", "Ada"),
        ("🐄 Ada 🐎 L.", "Ada L."),
        ("A\u200bda", "Ada"),
        ("x\u0336", "x"),
        ("𝐌𝐚𝐱 小", "Max"),
        ("!?", "!?"),
    ]
    for name, shown in cases:
        assert picture_name(name, 1) == shown, name


def test_a_decomposed_name_is_put_together() -> None:
    assert picture_name("Bjo\u0308rn", 0) == "Björn"


def test_every_weight_draws_everything_that_is_said_to_be_covered() -> None:
    """No character of the list comes out as the font's sign for a missing one."""
    from render.style.fonts import _coverage

    for weight in (file.stem.removeprefix("Inter-") for file in (DATA / "fonts").glob("Inter-*.otf")):
        face = font(weight, 16)
        missing = bytes(face.getmask("\U0010ffff"))
        sample = sorted(_coverage())[1::7]
        assert not [hex(code) for code in sample if bytes(face.getmask(chr(code))) == missing]
    assert not can_draw("\U0010ffff")


def test_a_long_name_is_cut_with_an_ellipsis() -> None:
    short = fit("Cleopatra the Seventh Philopator", "SemiBold", 28, 200)
    assert short.endswith("…")
    assert font("SemiBold", 28).getlength(short) <= 200


def test_coordinates_leave_the_rim_whole() -> None:
    """The line around the board is of one colour along each side, next to every label too."""
    for rows in (4, 16):
        shown = board(rows, rows)
        place = shown.place()
        image = shown.draw().convert("RGB")
        left, top, right, bottom = place.board
        for x in (left - 4, left - 1, right, right + 3):
            assert {image.getpixel((x, y)) for y in range(top, bottom)} == {image.getpixel((left - 2, top - 2))}
        for y in (top - 4, top - 1, bottom, bottom + 3):
            assert {image.getpixel((x, y)) for x in range(left, right)} == {image.getpixel((left - 2, top - 2))}


def parts_made(draw: Callable[[], object]) -> int:
    """How many parts of the header ``draw`` had to make."""
    before = header._parts.made
    draw()
    return header._parts.made - before


@pytest.mark.slow
def test_a_name_never_seen_before_is_all_that_a_header_draws_anew() -> None:
    def chips(name: str, score: str) -> None:
        for seat in range(2):
            header.chip(Chip(seat, f"{name} {seat}", score, (Counter(stamp(castle, seat), "3"),), seat == 0), "dark", 492)

    chips("First", "7")
    assert parts_made(lambda: chips("Second", "7")) == 2
    assert parts_made(lambda: chips("Second", "7")) == 0
    for number in range(200):
        chips(f"Player {number}", str(number % 30))
    assert parts_made(lambda: chips("Player 3", "3")) == 0, "the names of hundreds of players are kept side by side"


def test_a_roll_of_the_dice_keeps_the_backdrop() -> None:
    def rolled(value: int) -> Image.Image:
        spans = Spans(tuple(Span(2 * i, 2, stamp(die, i + 1), i + 1 == value) for i in range(6)), ())
        board = Board(12, 12)
        board.spans(spans)
        return board.draw()

    pictures = [rolled(value) for value in range(7)]
    made = frame._kept.made
    assert len({picture.tobytes() for picture in pictures}) == 7
    assert [rolled(value).tobytes() for value in range(7)] == [picture.tobytes() for picture in pictures]
    assert frame._kept.made == made
    bare = ImageChops.difference(pictures[0].convert("RGB"), pictures[3].convert("RGB")).getbbox()
    assert bare is not None
    assert bare[2] - bare[0] < 160, "the third bar alone has changed"


def test_corners_of_an_outline_that_nobody_sees_make_no_square_of_its_own() -> None:
    """A square whose upper side is on the border looks the same whatever lies across its upper corners."""
    row = {Square(1, 1), Square(0, 1), Square(2, 1)}
    layers = [dict(outlines([(0, row | more)]))[Square(1, 1)] for more in (set(), {Square(0, 0)}, {Square(2, 0), Square(0, 2)})]
    assert len(set(layers)) == 1


@pytest.mark.parametrize("score", ["5", "85", "128", "98 → 98", "128 → 128"])
def test_counters_never_cover_the_score(score: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, tuple[float, float]] = {}

    def write(_: Image.Image, at: tuple[int, int], text: str, weight: str, size: int, ink: str, ground: str) -> None:
        written[text] = (at[0], at[0] + font(weight, size).getlength(text))

    monkeypatch.setattr(header, "_write", write)
    icons: list[int] = []

    def icon(_: object, size: int, __: str) -> Image.Image:
        icons.append(size)
        return Image.new("L", (size, size))

    monkeypatch.setattr(header, "_icon", icon)
    counters = (Counter(stamp(castle, 0), "3"), Counter(stamp(castle, 1), "12"))[: 1 if "→" in score else 2]
    header.chip(Chip(0, "Ada", score, counters), "dark", 324)
    assert written[score][1] < written["3"][0] - icons[0]
