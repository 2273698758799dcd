"""Pictures and words of Pastures New."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any, cast

import pytest
from PIL import Image

from render import NO_MARKS, OWNERS, THEMES, Marks, Step, View, picture, renderer_of
from render.art.pieces import points
from render.games.pastures.renderer import _line
from render.paint.layout import layout
from render.text.describe import name_blocks
from render.text.words import join_words
from rules import GAMES, AgreeDraw, Drop
from rules.pastures import PasturesState
from rules.squares import Square
from tests.positions import play_at_random

NAMES = ("Ada", "Björn")
PASTURES = renderer_of("pastures")


def game(seed: int = 1, **options: object) -> list[Step]:
    """A whole game of random moves."""
    return play_at_random(GAMES["pastures"].start(2, options), Random(seed))


def after(*moves: str, **options: object) -> PasturesState:
    state = GAMES["pastures"].start(2, options)
    for move in moves:
        state = state.play_text(move)
    return state


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(4, 4), (4, 16), (8, 8), (13, 9), (16, 16)])
def test_P1_every_size_is_drawn_in_every_theme(size: tuple[int, int], theme: str) -> None:
    steps = game(width=size[0], height=size[1])
    for step in (steps[2], steps[-1]):
        shown = picture(step.after, View(NAMES, theme, (step,)))
        image = Image.open(BytesIO(shown.png))
        image.load()
        assert (image.format, image.mode, image.width) == ("PNG", "P", 1024)
        assert len(shown.png) < 400_000
        assert 0 < len(shown.alt) <= 1024


def test_an_8_by_8_picture_takes_120_kilobytes_at_most() -> None:
    assert max(len(picture(step.after, View(NAMES, steps=(step,))).png) for step in game()[::9]) <= 120 * 1024


def test_what_must_differ_differs() -> None:
    start = after(width=4, height=4)
    filled = after("B2 P", "C3 W", width=4, height=4)
    views = [
        (start, View(NAMES)),
        (filled, View(NAMES)),
        (after("B2 P", "C3 M", width=4, height=4), View(NAMES)),
        (filled, View(("Ada", "Bea"))),
        (filled, View(NAMES, "light")),
        (filled, View(NAMES, "contrast")),
        (filled, View(NAMES, steps=(Step(after("B2 P", width=4, height=4), filled.parse("C3 W"), filled),))),
        (filled, View(NAMES, marks=Marks(legal=frozenset({Square(0, 0)})))),
        (filled, View(NAMES, marks=Marks(chosen=frozenset({Square(0, 0)})))),
    ]
    assert len({picture(state, view).png for state, view in views}) == len(views)


def test_castles_of_the_two_seats_differ_and_outline_their_areas() -> None:
    steps = game(3)
    first = next(step for step in steps if step.before.phase == "claim")
    assert first.before.seat is not None
    second = next(step for step in steps if step.before.castles and step.before.seat != first.before.seat)
    both = PASTURES.draw(second.after, View(NAMES)).convert("RGB")
    without = PASTURES.draw(first.before, View(NAMES)).convert("RGB")
    for step in (first, second):
        seat, square = step.before.seat, step.action.square
        own, other = (OWNERS[PASTURES.owner(step.after, each)].colour for each in (seat, 1 - seat))
        assert own in colours(inside(both, square))
        assert other not in colours(inside(both, square))
        area = step.after.area(square)
        left, top = min(area)[0], min(y for _, y in area)
        corner = Square(left, top)
        assert own in colours(inside(both, corner, (0, 0, 20, 20))), "the corner of the area"
        assert own not in colours(inside(without, corner, (0, 0, 20, 20)))


def test_two_areas_of_one_player_that_meet_keep_a_line_between_them() -> None:
    for step in (step for seed in range(20) for step in game(seed) if len(step.after.castles) > 1):
        state, castles = step.after, step.after.castles
        pairs = [(one, other) for one in castles for other in castles if one < other and castles[one] == castles[other]]
        for one, other in pairs:
            first, second = set(state.area(one)), set(state.area(other))
            meeting = [s for s in first - second if Square(s.x + 1, s.y) in second - first]
            if not meeting:
                continue
            image, own = PASTURES.draw(state, View(NAMES)).convert("RGB"), OWNERS[castles[one]].colour
            left, right = meeting[0], Square(meeting[0].x + 1, meeting[0].y)
            assert own in colours(inside(image, left, (100, 0, 116, 116)))
            assert own in colours(inside(image, right, (0, 0, 16, 116)))
            return
    raise AssertionError("no two areas meet in these games")


def inside(image: Image.Image, square: Square, box: tuple[int, int, int, int] = (30, 30, 86, 100)) -> Image.Image:
    """A part of what an 8 by 8 board shows on a square, in pixels from its corner."""
    x, y = layout(8, 8, chips=2, line=True).corner(*square)
    return image.crop((x + box[0], y + box[1], x + box[2], y + box[3]))


def colours(image: Image.Image) -> set[str]:
    return {"#{:02X}{:02X}{:02X}".format(*colour) for _, colour in cast("Any", image.getcolors(10_000))}


def header(image: Image.Image) -> bytes:
    """What stands above the board."""
    return image.crop((0, 0, 1024, layout(8, 8, chips=2, line=True).top)).tobytes()


def test_a_preview_shows_the_chosen_terrain_under_the_header_of_the_game_as_it_is() -> None:
    state, square = after("B2 P"), Square(2, 2)
    ahead = state.play_text("C3 D")
    marks = Marks(chosen=frozenset({square}), legal=frozenset({Square(5, 5)}))
    plain, shown = picture(state, View(NAMES, marks=marks)), picture(state, View(NAMES, marks=marks, preview=ahead))
    assert "Row 3: desert C." in shown.alt
    assert shown.alt.splitlines()[0] == plain.alt.splitlines()[0].replace(
        "Chosen: C3. You", "The board shows what you have chosen and not sent yet. Chosen: C3. You"
    )
    one, other, then = (PASTURES.draw(s, View(NAMES, marks=m, preview=p)).convert("RGB")
                        for s, m, p in ((state, marks, None), (state, marks, ahead), (ahead, NO_MARKS, None)))  # fmt: skip
    assert header(other) == header(one) != header(then)
    assert inside(other, square).tobytes() != inside(one, square).tobytes()
    low = (30, 60, 90, 90)
    assert inside(other, square, low).tobytes() == inside(then, square, low).tobytes()
    assert inside(other, square, (4, 40, 12, 80)).tobytes() != inside(then, square, (4, 40, 12, 80)).tobytes(), "the mark"
    assert inside(other, Square(5, 5)).tobytes() == inside(one, Square(5, 5)).tobytes()


def test_a_preview_shows_the_chosen_castle_with_its_area() -> None:
    state = next(step.after for step in game(3) if step.after.castles)
    move = state.moves()[0]
    ahead, own = state.play(move), OWNERS[PASTURES.owner(state, state.seat)].colour
    view = View(NAMES, marks=Marks(chosen=frozenset({move.square})))
    one, other = (PASTURES.draw(state, replace(view, preview=preview)).convert("RGB") for preview in (None, ahead))
    assert header(one) == header(other)
    assert own not in colours(inside(one, move.square))
    assert own in colours(inside(other, move.square))
    corner = next(square for square in ahead.area(move.square) if square != move.square)
    assert inside(one, corner, (0, 0, 116, 116)).tobytes() != inside(other, corner, (0, 0, 116, 116)).tobytes()


def test_each_castle_shows_its_points() -> None:
    state = game()[-1].after
    board = PASTURES._compose(state, View(NAMES))
    shown = {square: layer.args for square, layers in board.layers() for layer in layers if layer.art is points}
    assert shown == {square: (str(state.points(square)),) for square in state.castles}


def test_the_same_position_gives_the_same_picture() -> None:
    state = game()[30].after
    assert picture(state, View(NAMES)) == picture(state, View(NAMES))


def test_the_line_above_the_board_keeps_its_height_through_the_game() -> None:
    assert len({PASTURES.draw(step.after, View(NAMES)).size for step in game()[::7]}) == 1


# ---------------------------------------------------------------- words


def test_alt_tells_turn_scores_bans_and_rows() -> None:
    alt = PASTURES.alt(after("B2 P", "C3 W", width=4, height=4), View(NAMES))
    assert "Ada’s turn" in alt
    assert "No plains or wasteland this turn" in alt
    assert "Ada (blue disc): 0 points" in alt
    assert alt.endswith("everything else is empty.\nRow 2: plains B.\nRow 3: wasteland C.")


def test_alt_of_the_largest_board_with_the_longest_names_says_where_the_rest_is() -> None:
    state, view = game(5, width=16, height=16, claim="offer")[-1].after, View(("W" * 32, "M" * 32))
    alt = PASTURES.alt(state, view)
    assert len(alt) <= 1024
    assert "Row 5: " in alt
    assert alt.endswith("\nThe rest is on /board: press In words there.")
    assert "\nRow 16: " in PASTURES.words(state, view)


def test_P15_line_alt_and_news_tell_of_the_offer() -> None:
    steps = game(claim="offer")
    offer, answer = [step for step in steps if step.before.phase in ("offer", "answer")]
    assert _line(offer.before, NAMES) == ["An offer comes first: points for building second"]
    points = f"{offer.action.points} points"
    assert _line(answer.before, NAMES) == [f"The offer: {points} for building second"]
    assert f"Björn’s turn. Ada offers {points} for building second." in PASTURES.alt(answer.before, View(NAMES))
    assert PASTURES.describe_step(offer, NAMES) == f"Ada offered {points} for building second."
    told = {}
    for place in ("first", "second"):
        after = answer.before.play_text(place)
        told[place] = PASTURES.describe_step(Step(answer.before, answer.before.parse(place), after), NAMES)
        seat = 1 if place == "second" else 0
        assert PASTURES.score_words(after, seat) == f"{points}, 0 castles, {offer.action.points} by the offer"
        assert f"): {points}, {offer.action.points} of them by the offer." in PASTURES.alt(after, View(NAMES))
    assert told == {
        "first": f"Björn chose to build the first castle. Ada got {points}.",
        "second": f"Björn took {points}. Ada builds the first castle.",
    }


def test_P15_offers_and_answers_in_a_list_tell_what_they_do() -> None:
    offer = next(step for step in game(claim="offer") if step.before.phase == "offer").before
    assert PASTURES.label_move(offer, offer.moves()[12]) == "offer 12 · 12 points for building second"
    answer = offer.play_text("offer 1")
    assert [PASTURES.label_move(answer, move) for move in answer.moves()] == [
        "first · build the first castle",
        "second · take 1 point",
    ]


def test_alt_and_line_know_one_from_many() -> None:
    steps = game(3)
    first, second = [step.after for step in steps if step.before.phase == "claim"][:2]
    assert re.search(r"\nAda’s castle [A-H]\d\.\n", PASTURES.alt(first, View(NAMES)))
    last = steps[-1].after
    own = name_blocks(square for square, seat in last.castles.items() if seat == 0)
    assert f"\nAda’s castles {join_words(own)}.\n" in PASTURES.words(last, View(NAMES))
    assert _line(second, NAMES) == [f"{len(second.moves())} squares to build on"]
    claims = (step.before for seed in range(30) for step in game(seed) if step.before.phase == "claim")
    one = next(state for state in claims if len(state.moves()) == 1)
    assert _line(one, NAMES) == ["1 square to build on"]


def test_alt_tells_the_winner() -> None:
    state = game()[-1].after
    winners = [NAMES[seat] for seat in state.winners]
    assert all(name in PASTURES.alt(state, View(NAMES)).split(".")[2] for name in winners)


def test_every_action_of_a_game_is_said_with_name_and_square() -> None:
    for step in game():
        said = PASTURES.describe_step(step, NAMES)
        assert said.startswith(NAMES[step.before.seat])
        assert str(step.action.square) in said
        assert said.endswith(".")


def test_news_of_several_actions_names_them_all() -> None:
    steps = game()[:3]
    news = PASTURES.news(steps, NAMES)
    assert all(str(step.action.square) in news for step in steps)


def test_G1_G2_giving_up_and_drawing_are_said() -> None:
    state = after("B2 P")
    assert PASTURES.describe_step(Step(state, Drop(1), state.play(Drop(1))), NAMES) == "Björn is out of the game."
    assert PASTURES.describe_step(Step(state, AgreeDraw(), state.play(AgreeDraw())), NAMES) == "Ada and Björn agreed on a draw."


def test_moves_in_a_list_fit_and_tell_what_they_do() -> None:
    steps = game()
    fill, claim = steps[0], next(step for step in steps if step.before.phase == "claim")
    for step in (fill, claim):
        for move in step.before.moves():
            assert len(PASTURES.label_move(step.before, move)) <= 100
    assert PASTURES.label_move(fill.before, fill.before.parse("C4 F")) == "C4 F · forest on C4"
    move = claim.action
    assert PASTURES.label_move(claim.before, move).endswith(f"{claim.before.points(move.square)} points")


def test_score_words_tell_castles_once_there_can_be_any() -> None:
    steps = game()
    assert PASTURES.score_words(steps[0].after, 0) == "0 points"
    over = steps[-1].after
    castles = list(over.castles.values()).count(0)
    assert PASTURES.score_words(over, 0) == f"{over.scores[0]} points, {castles} castle{'s' if castles != 1 else ''}"
