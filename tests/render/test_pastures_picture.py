"""Pictures and words of Pastures New."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render import RENDERERS, THEMES, Marks, Step, View, picture
from rules import GAMES, AgreeDraw, Drop
from rules.pastures import PasturesState
from rules.squares import Square

NAMES = ("Ada", "Björn")
PASTURES = RENDERERS["pastures"]


def game(seed: int = 1, **options: object) -> list[Step]:
    """A whole game of random moves."""
    dice = Random(seed)
    state = GAMES["pastures"].start(2, options)
    steps = []
    while not state.is_over:
        move = dice.choice(state.moves())
        after = state.play(move)
        steps.append(Step(state, move, after))
        state = after
    return steps


def after(*moves: str, **options: object) -> PasturesState:
    state = GAMES["pastures"].start(2, options)
    for move in moves:
        state = state.play_text(move)
    return state


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


def test_an_8_by_8_picture_takes_115_kilobytes_at_most() -> None:
    assert max(len(picture(step.after, View(NAMES, steps=(step,))).png) for step in game()[::9]) <= 115 * 1024


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
    square = first.action.square
    with_castle = PASTURES.draw(first.after, View(NAMES))
    without = PASTURES.draw(first.before, View(NAMES))
    assert with_castle.tobytes() != without.tobytes()
    assert square in first.after.castles


def test_the_same_position_gives_the_same_picture() -> None:
    state = game()[30].after
    assert picture(state, View(NAMES)) == picture(state, View(NAMES))


def test_the_line_above_the_board_keeps_its_height_through_the_game() -> None:
    assert len({PASTURES.draw(step.after, View(NAMES)).size for step in game()[::7]}) == 1


# ---------------------------------------------------------------- words


def test_alt_tells_turn_scores_bans_and_rows() -> None:
    alt = PASTURES.alt(after("B2 P", "C3 W", width=4, height=4), NAMES)
    assert "Ada’s turn" in alt
    assert "No plains or wasteland this turn" in alt
    assert "Ada (blue disc): 0 points" in alt
    assert alt.endswith("1 ....\n2 .P..\n3 ..W.\n4 ....")


def test_alt_of_the_largest_board_with_the_longest_names_has_the_whole_board() -> None:
    state = game(5, width=16, height=16)[-1].after
    alt = PASTURES.alt(state, ("W" * 32, "M" * 32))
    assert len(alt) <= 1024
    assert alt.splitlines()[-1].startswith("16 ")
    assert len(alt.splitlines()[-1]) == 3 + 16


def test_alt_tells_the_winner() -> None:
    state = game()[-1].after
    winners = [NAMES[seat] for seat in state.winners]
    assert all(name in PASTURES.alt(state, NAMES).split(".")[2] for name in winners)


def test_every_action_of_a_game_is_said_with_name_and_square() -> None:
    for step in game():
        said = PASTURES.say(step, NAMES)
        assert said.startswith(NAMES[step.before.seat])
        assert str(step.action.square) in said
        assert said.endswith(".")


def test_news_of_several_actions_names_them_all() -> None:
    steps = game()[:3]
    news = PASTURES.news(steps, NAMES)
    assert all(str(step.action.square) in news for step in steps)


def test_G1_G2_giving_up_and_drawing_are_said() -> None:
    state = after("B2 P")
    assert PASTURES.say(Step(state, Drop(1), state.play(Drop(1))), NAMES) == "Björn gave up."
    assert PASTURES.say(Step(state, AgreeDraw(), state.play(AgreeDraw())), NAMES) == "Ada and Björn agreed on a draw."


def test_moves_in_a_list_fit_and_tell_what_they_do() -> None:
    steps = game()
    fill, claim = steps[0], next(step for step in steps if step.before.phase == "claim")
    for step in (fill, claim):
        for move in step.before.moves():
            assert len(PASTURES.say_move(step.before, move)) <= 100
    assert PASTURES.say_move(fill.before, fill.before.parse("C4 F")) == "C4 F · forest on C4"
    move = claim.action
    assert PASTURES.say_move(claim.before, move).endswith(f"{claim.before.points(move.square)} points")


def test_score_words_tell_castles_once_there_can_be_any() -> None:
    steps = game()
    assert PASTURES.score_words(steps[0].after, 0) == "0 points"
    over = steps[-1].after
    castles = list(over.castles.values()).count(0)
    assert PASTURES.score_words(over, 0) == f"{over.scores[0]} points, {castles} castle{'s' if castles != 1 else ''}"
