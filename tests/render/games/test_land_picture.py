"""Land as a picture and in words: sizes, themes, what must differ differs, sentences, the fairness card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import cycle, pairwise
from random import Random
from typing import Any, cast, get_args

import pytest
from PIL import Image, ImageChops, ImageColor

from render import THEMES, Marks, Step, View, picture, renderer_of, replay_gif
from render.art.terrain import terrain
from render.charts.curves import CURVE, Box
from render.games.land.art import beach
from render.games.land.fairness import FairnessReport, report, rule_set
from render.games.land.fairness_card import _lines, fairness_card
from render.games.land.fairness_chart import Chart
from render.games.land.fairness_words import card_words
from render.games.land.options import OPTION_WORDS
from render.games.land.spans import dice
from render.paint.layout import CHIP, EDGE, LINE, layout
from render.paint.sprites import sprite
from render.style.fonts import font
from render.text.option_words import list_unusual
from render.text.words import look
from render.view import YOU
from rules import AgreeDraw, Drop, Record
from rules.land import DONE, LAND, LandOptions, LandState
from rules.land.options import MapName
from rules.squares import Square
from rules.steps import play_steps
from tests.positions import GREEN, begin_land, play
from tests.render.alt_reader import board_of
from tests.render.test_gif import frames

RENDERER = renderer_of("land")
NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Фёдор")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def steps_of(state: LandState, text: str) -> list[Step]:
    """Return the steps of several actions, separated by commas."""
    return play_steps(state, text.split(","))


def start(rows: Sequence[str] = GREEN, seats: int = 2, **options: object) -> LandState:
    return LAND.start(seats, options, {"map": list(rows)})


def random_game(seats: int, seed: int, setup: dict[str, object] | None = None, **options: object) -> list[LandState]:
    """All states of a game in which nobody stops early."""
    random = Random(seed)
    states = [LAND.start(seats, options, setup)]
    while not states[-1].is_over:
        state = states[-1]
        plots = [move for move in state.moves() if move != DONE]
        states.append(state.play(random.choice(plots or [roll for roll, _ in state.outcomes()])))
    return states


def image(
    state: LandState,
    steps: Sequence[Step] = (),
    marks: Marks | None = None,
    theme: str = "dark",
    preview: LandState | None = None,
) -> Image.Image:
    view = View(NAMES[: state.seats], theme, tuple(steps), marks or Marks(), preview=preview)
    drawn = Image.open(BytesIO(picture(state, view).png))
    assert drawn.mode == "P"
    assert drawn.width == 1024
    return drawn.convert("RGB")


def differ(one: Image.Image, other: Image.Image) -> bool:
    return one.size != other.size or ImageChops.difference(one, other).getbbox() is not None


def plot(state: LandState, name: str, **seen: object) -> bytes:
    """The pixels of one plot of a 12 by 12 map without a line of chips above it that differs."""
    drawn = image(state, **seen)
    square, cell = Square.read(name), 70
    left, top = (1024 - 12 * cell) // 2, drawn.height - 44 - 44 - 12 * cell
    box = (left + square.x * cell, top + square.y * cell, left + (square.x + 1) * cell, top + (square.y + 1) * cell)
    return drawn.crop(box).tobytes()


# ------------------------------------------------------------------ the picture


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", get_args(MapName))
def test_every_map_is_drawn(name: str) -> None:
    states = random_game(2 + len(name) % 5, 1, map=name)
    assert differ(image(states[0]), image(states[-1]))


def test_themes_differ() -> None:
    state = random_game(3, 1, map="lake")[-1]
    dark, light, contrast = (image(state, theme=theme) for theme in THEMES)
    assert differ(dark, light)
    assert differ(dark, contrast)
    assert differ(light, contrast)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "seats"), [(6, 6, 3), (6, 24, 6), (24, 6, 6), (18, 12, 4), (24, 24, 6)])
def test_maps_of_every_size_fit(width: int, height: int, seats: int) -> None:
    states = random_game(seats, 2, {"map": ["g" * width] * height})
    for state in (states[0], states[len(states) // 2], states[-1]):
        drawn = picture(state, View(tuple("W" * 40 for _ in range(seats))))
        assert Image.open(BytesIO(drawn.png)).width == 1024
        assert len(drawn.png) < 400_000
        assert len(drawn.alt) <= 1024


def test_every_kind_of_plot_looks_different() -> None:
    rows = ["ggg" + "g" * 9, "g^cg" + "g" * 8, "~:i~" + "g" * 8, *GREEN[3:]]
    state = start(rows)
    looks = {name: plot(state, name) for name in ("B2", "C2", "A3", "B3", "C3", "F6")}
    assert len(set(looks.values())) == len(looks)


def test_every_owner_looks_different() -> None:
    state = play(start(seats=6), "roll 6, roll 5, roll 4, roll 3, roll 2, roll 1")
    for seat in range(6):
        state = play(state, f"roll {seat + 1}, roll 3, {'ACEGIK'[seat]}5")
    assert len({plot(state, f"{column}5") for column in "ACEGIK"}) == 6


def test_plots_just_taken_are_marked() -> None:
    before = begin_land("A1 L12")
    step = steps_of(before, "a2")
    state = step[-1].after
    assert plot(state, "A2", steps=step) != plot(state, "A2")
    assert plot(state, "A1", steps=step) == plot(state, "A1")


def squares_of(state: LandState, drawn: Image.Image) -> dict[Square, Image.Image]:
    """Every plot's pixels in a picture of the position."""
    place = layout(state.width, state.height, chips=state.seats, spans=True, line=True)
    corners = {square: place.corner(square.x, square.y) for square in state.map.squares}
    return {square: drawn.crop((x, y, x + place.cell, y + place.cell)) for square, (x, y) in corners.items()}


def share(plot: Image.Image, *colours: str) -> float:
    """How much of a plot has about one of these colours, from 0 to 1."""
    wanted = [ImageColor.getrgb(colour) for colour in colours]
    pixels = [plot.getpixel((x, y)) for x in range(plot.width) for y in range(plot.height)]
    near = [
        any(sum(abs(a - b) for a, b in zip(cast("Any", pixel), other, strict=True)) < 60 for other in wanted)
        for pixel in pixels
    ]
    return sum(near) / len(near)


def yellow_on_a_large_map() -> tuple[LandState, list[Step]]:
    """The third seat, yellow, owns A1, which is grass, and has just taken the mountain B1 and B2; 24 by 24 plots."""
    rows = ["g^" + "g" * 22, *["g" * 24] * 23]
    state = play(start(rows, 3, herd="equal"), "roll 6, roll 5, roll 4, roll 6, roll 6, x24, roll 1, roll 6, a24")
    state = play(state, "roll 1, roll 1, a1, w24, x23, b24, a23")
    steps = steps_of(state, "b1, a2")
    return cast("LandState", steps[-1].after), steps


def test_last_plots_of_yellow_show_on_a_large_map() -> None:
    state, steps = yellow_on_a_large_map()
    plain, marked = (squares_of(state, image(state, done)) for done in ((), steps))
    fresh, old = Square.read("A2"), Square.read("A1")
    assert marked[old].tobytes() == plain[old].tobytes()
    cased = ("#1F1B16", "#FFFFFF")
    assert share(marked[fresh], *cased) > share(plain[fresh], *cased) + 0.15


def test_on_a_large_map_terrain_and_dash_show_around_a_head() -> None:
    state, _ = yellow_on_a_large_map()
    looks = squares_of(state, image(state))
    grey = ("#A9ACB7", "#666A78", "#CDD0D9")
    assert share(looks[Square.read("B1")], *grey) > 0.05
    assert share(looks[Square.read("A1")], *grey) < 0.02
    one, two = (play(start([("g" * 24)] * 24, 2), text) for text in ("roll 6, roll 1", "roll 1, roll 6"))
    for state, owner in ((one, 0), (two, 1)):
        alone = play(state, "roll 1, roll 1, b2")
        plot_there = squares_of(alone, image(alone))[Square.read("B2")]
        edge = plot_there.crop((0, 1, plot_there.width, 5))
        colour = ("#0067B1", "#D3430E")[owner]
        assert share(edge, colour) > 0.2, "the outline is not hidden by the head"
        assert share(edge, ("#D3430E", "#0067B1")[owner]) == 0


def test_a_preview_shows_the_board_as_chosen_and_the_header_as_it_is() -> None:
    state = begin_land("A1 L12", herd="equal")
    for chosen in (play(state, "a2"), play(state, "a2, b1")):
        shown = image(state, preview=chosen)
        assert plot(state, "A2", preview=chosen) == plot(chosen, "A2")
        assert plot(state, "A2", preview=chosen) != plot(state, "A2")
        header = (0, 0, 1024, EDGE + CHIP)
        assert not differ(shown.crop(header), image(state).crop(header))
        line = (0, EDGE + CHIP, 1024, EDGE + CHIP + LINE)
        assert differ(shown.crop(line), image(state).crop(line)), "it says how many cows are left"
    made = picture(state, View(NAMES[:2], preview=play(state, "a2, b1")))
    assert "1 of 3 cows left" in made.alt
    assert "The board shows what you have chosen and not sent yet." in made.alt


def line_words(state: LandState, shown: LandState) -> str:
    return " ".join(part for part in RENDERER._line(state, shown, NAMES) if isinstance(part, str))


def test_L9_the_line_of_a_preview_counts_the_cows_left_also_where_the_choice_ends_the_turn() -> None:
    rows = ["g^" + "g" * 10, *GREEN[1:]]
    state = begin_land("A1 L12", rows, herd="equal")
    assert line_words(state, state) == "Ada 3 cows this turn"
    assert line_words(state, play(state, "a2")) == "Ada 2 of 3 cows left"
    ended = play(state, "a2, b1")
    assert ended.turn == 1
    assert line_words(state, ended) == "Ada 0 of 3 cows left"


@pytest.mark.parametrize("order", ["rotate", "poorest"])
def test_L14_seats_stand_in_the_order_of_the_round(order: str) -> None:
    states = random_game(4, 5, order=order)
    changed = next(state for state in states if state.round > 1 and state.line != state.order and not state.is_over)
    assert tuple(RENDERER.seats(changed)) == changed.line
    alt = RENDERER.alt(changed, View(NAMES[:4]))
    players = [f"{number} {NAMES[seat]} (" for number, seat in enumerate(changed.line, 1)]
    assert sorted(players, key=alt.index) == players, "numbered and told in the order of play"
    assert tuple(RENDERER.seats(states[-1])) == states[-1].order


def test_what_is_chosen_and_what_may_be_is_marked() -> None:
    state = begin_land("A1 L12")
    marks = Marks(legal=frozenset([Square.read("A2")]), chosen=frozenset([Square.read("B1")]))
    assert plot(state, "A2", marks=marks) != plot(state, "A2")
    assert plot(state, "B1", marks=marks) != plot(state, "B1")
    assert plot(state, "A2", marks=marks) != plot(state, "A2", marks=Marks(chosen=marks.legal))


def test_the_block_that_was_rolled_is_framed_and_its_dice_are_lit() -> None:
    waiting = play(start(), "roll 6, roll 1")
    steps = steps_of(waiting, "roll 3, roll 5")
    state = steps[-1].after
    for name in ("E9", "F10"):
        assert plot(state, name) != plot(waiting, name)
    assert plot(state, "G9") == plot(waiting, "G9")
    lit = dice(state.map, (3, 5))
    assert [span.lit for span in lit.columns] == [False, False, True, False, False, False]
    assert [span.lit for span in lit.rows] == [False, False, False, False, True, False]
    assert [(span.start, span.length) for span in lit.columns] == [(i * 2, 2) for i in range(6)]
    done = play(state, "e9")
    assert plot(done, "F10", steps=steps) != plot(done, "F10"), "it stays framed on the board after the turn"


def test_the_map_shows_whose_turn_it_is_and_who_gave_up() -> None:
    state = begin_land("A1 L12")
    assert differ(image(state), image(play(state, "a2")))
    three = play(start(seats=3), "roll 6, roll 5, roll 4, roll 1, roll 1, a1, roll 6, roll 6, l12, roll 6, roll 1, l1")
    assert differ(image(three), image(three.play(Drop(2))))


def test_a_game_as_a_gif() -> None:
    states = random_game(2, 3, reach="chain")[:20]
    actions = [next(str(a) for a in [*s.moves(), *(o for o, _ in s.outcomes())] if s.play(a) == t) for s, t in pairwise(states)]
    gif = replay_gif(Record(game="land", seats=2, options={"reach": "chain"}, actions=actions), NAMES[:2])
    assert len(frames(gif)) > states[-1].round


# ------------------------------------------------------------------ words


def test_the_description_says_turn_scores_and_map() -> None:
    rows = ["^c" + "g" * 10, "~:i" + "g" * 9, *GREEN[2:]]
    state = begin_land("B1 L12", rows)
    alt = RENDERER.alt(state, View(NAMES[:2]))
    assert "Ada’s turn" in alt
    assert "1 Ada (blue disc): 1 plot, 2 cows" in alt
    assert "\nRow 1: mountain A; Ada’s land B; grass C to L.\nRow 2: grass D to L.\n" in alt
    assert alt.endswith("Row 12: grass A to K; Björn’s land L.")


@pytest.mark.parametrize("size", [12, 24])
def test_the_description_fits_and_has_the_whole_map(size: int) -> None:
    state = random_game(6, 4, {"map": ["g" * size] * size})[-1]
    alt = RENDERER.alt(state, View(("Bartholomew the Unreasonably Long",) * 6))
    assert len(alt) <= 1024
    read, whole = board_of(alt, size, size)
    assert whole
    assert len(set(read.values())) == 6


def test_L4_rolls_for_the_order_in_words() -> None:
    steps = steps_of(start(seats=3), "roll 4, roll 5, roll 4, roll 6, roll 2")
    assert RENDERER.describe_step(steps[0], NAMES) == "Ada rolled 4 for the order of play."
    assert RENDERER.describe_step(steps[-1], NAMES).endswith("Order of play: Björn, Ada, Cleo.")
    assert RENDERER.news(steps, NAMES) == "Order of play (by dice): Björn, Ada, Cleo."
    assert RENDERER.news(steps, ["Ada", YOU, "Cleo"]) == "Order of play (by dice): you, Ada, Cleo."
    two = steps_of(start(seats=2), "roll 4, roll 5")
    assert [RENDERER.news(two, ["Ada", name]) for name in ("Björn", YOU)] == ["Björn begins (by dice).", "You begin (by dice)."]


def test_L5_dice_in_words() -> None:
    steps = steps_of(play(start(), "roll 6, roll 1"), "roll 3, roll 5, e9")
    assert [RENDERER.describe_step(step, NAMES) for step in steps] == ["", "Ada rolled 3 and 5: E9–F10.", "Ada started on E9."]
    assert RENDERER.label_move(steps[-1].before, Square.read("E9")) == "E9 · first plot, where the dice fell"
    assert RENDERER.news(steps, NAMES) == "Ada rolled 3 and 5 (E9–F10) and started on E9."


def test_L6_a_seat_whose_block_is_full_is_told_so() -> None:
    rows = ["~~" + "g" * 10, "~^" + "g" * 10, *GREEN[2:]]
    steps = steps_of(play(start(rows), "roll 6, roll 1"), "roll 1, roll 1")
    assert RENDERER.describe_step(steps[1], NAMES).endswith(": A1–B2 has no free plot to start on. A new roll next round.")
    rows = ["~g" + "g" * 10, "~^" + "g" * 10, *GREEN[2:]]
    steps = steps_of(play(start(rows), "roll 6, roll 1, roll 1, roll 1, b1"), "roll 1, roll 1")
    assert "A new roll next round." in RENDERER.describe_step(steps[1], NAMES)


def test_L6_who_never_hits_a_free_plot_is_told_why_each_time_and_at_the_end() -> None:
    state = play(start(["gggggg"] * 5 + ["~gggg^"]), "roll 6, roll 1, roll 1, roll 1, a1")
    misses = {"1, roll 1": "A1 is taken", "6, roll 6": "F6 is a mountain, where nobody starts"}
    misses["1, roll 6"] = "A6 is water, where nobody starts"
    rolls, told = cycle(misses), list[str]()
    while not state.is_over:
        steps = steps_of(state, f"roll {next(rolls)}" if state.is_chance else str(state.moves()[0]))
        told.append(RENDERER.news(steps, NAMES))
        state = cast("LandState", steps[-1].after)
    for why in misses.values():
        assert any(each.endswith(f": {why}. A new roll next round.") for each in told)
    assert told[-1].endswith(" Björn’s dice never hit a free plot.")
    assert RENDERER.news(steps, ["Ada", YOU]).endswith(" Your dice never hit a free plot.")
    assert "never" not in " ".join(told[:-1])


def test_moves_in_words() -> None:
    rows = ["g^c" + "g" * 9, "gggc" + "g" * 8, *GREEN[2:]]
    steps = steps_of(begin_land("C2 A1", rows), "c1")
    assert RENDERER.describe_step(steps[0], NAMES) == "Ada took C1 (1 spotted cow: 1 more next turn)."
    assert RENDERER.label_move(steps[0].before, Square.read("C1")) == "C1 · spotted cow, one more cow next turn"
    state = play(steps[0].after, "a2")
    assert state.seat == 0
    assert RENDERER.label_move(state, Square.read("B1")) == "B1 · mountain, 2 cows"
    assert RENDERER.label_move(state, Square.read("D1")) == "D1 · grass"
    assert RENDERER.news(steps_of(state, "d1, d2"), NAMES) == "Ada took D1 and D2 (2 plots, 1 spotted cow: 1 more next turn)."
    assert RENDERER.news(steps_of(state, "b1, d1"), NAMES) == "Ada took B1 and D1 (2 plots, 1 mountain for 2 cows)."
    steps = steps_of(state, "b1, done")
    assert [RENDERER.describe_step(step, NAMES) for step in steps] == [
        "Ada took the mountain B1.",
        "Ada stopped: 1 unused cow is lost.",
    ]
    assert RENDERER.label_move(steps[1].before, DONE) == "done · stop here, 1 cow unused"
    assert RENDERER.news(steps, NAMES) == "Ada took the mountain B1 and stopped: 1 unused cow is lost."
    assert RENDERER.score_words(state, 0) == "2 plots, 3 cows"


def test_the_news_of_a_long_turn_are_short() -> None:
    state, random = begin_land("F6 L12", herd="plots"), Random(2)
    while state.seat != 0 or state.cows < 40:
        seat = state.seat
        state = state.play(
            random.choice([move for move in state.moves() if move != DONE]) if seat == 0 or not state.taken else DONE
        )
    steps = []
    while state.seat == 0 and not state.is_over:
        action = state.moves()[0]
        steps.append(Step(state, action, state.play(action)))
        state = cast("LandState", steps[-1].after)
        if not state.taken:
            break
    news = RENDERER.news(steps, NAMES)
    assert len(steps) > 15
    assert f"{len(steps)} plots" in news
    assert "–" in news
    assert len(news) < 160


def test_L11_who_can_take_nothing_any_more_is_told_once() -> None:
    rows = ["g" * 12, "~~" + "g" * 10, *GREEN[2:]]
    state = play(start(rows), "roll 6, roll 1, roll 2, roll 1, c1, roll 1, roll 1, a1")
    steps = steps_of(state, "b1, c2, done")
    assert RENDERER.describe_step(steps[0], NAMES) == "Ada took B1. Björn can take no more plots."
    assert RENDERER.news(steps[:1], NAMES) == "Ada took B1. Björn can take no more plots."
    assert "no more plots" not in RENDERER.news(steps[1:], NAMES)


def test_L12_the_last_turn_says_why_the_game_is_over() -> None:
    before, after = random_game(2, 3)[-2:]
    (last,) = (Step(before, move, after) for move in before.moves() if before.play(move) == after)
    assert RENDERER.news([last], NAMES).endswith("Nobody can take another plot.")


def test_leaving_in_words() -> None:
    state = begin_land("A1 L12")
    assert RENDERER.describe_step(Step(state, Drop(1), state.play(Drop(1))), NAMES) == "Björn is out of the game."


# ------------------------------------------------------------------ the fairness card


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", [2, 6])
def test_the_fairness_card(theme: str, seats: int) -> None:
    told = report(random_game(seats, seats, herd="equal"))
    card = fairness_card(told, NAMES[:seats], theme)
    drawn = Image.open(BytesIO(card.png))
    assert (drawn.mode, drawn.width) == ("P", 1024)
    assert drawn.height < 480, "board and card are read together on a phone"
    assert len(card.alt) <= 1024
    assert f"Gini index of plots {told.gini:.2f}" in card.alt
    assert "Herd: three cows for everybody" in card.alt
    first = told.order[0]
    assert f"{NAMES[first]} " in card.alt
    assert "plays first" in card.alt
    assert " ".join(str(plots[first]) for plots in told.rounds) in card.alt


def test_the_fairness_card_of_a_game_that_ended_before_it_began() -> None:
    state = start()
    card = fairness_card(report([state, state.play(Drop(0))]), NAMES[:2])
    assert "plays" not in card.alt
    assert Image.open(BytesIO(card.png)).width == 1024


def test_the_words_of_the_card_keep_a_limit() -> None:
    told = report(random_game(6, 6))
    assert len(card_words(told, ["x" * 24] * 6, 256)) <= 256


def test_the_words_of_the_card_have_how_all_ended_and_as_many_rounds_as_there_is_room_for() -> None:
    rounds = tuple(tuple(20 + number + seat for seat in range(6)) for number in range(39))
    told = FairnessReport(rule_set(LandOptions()), rounds, (5, 4, 3, 2, 1, 0), (5,), complete=True)
    names = [f"{letter}{'x' * 23}" for letter in "ABCDEF"]
    words = card_words(told, names)
    assert 800 < len(words) <= 1024
    for seat, name in enumerate(names):
        ending = f"plays {ORDINALS[5 - seat]}, comes {ORDINALS[5 - seat]} with {58 + seat} plots."
        assert f"{name} ({look(seat)}) {ending}" in words
        assert words.count(name) == 2, "once for the end, once for the rounds"
    assert words.endswith(f"{58}.")
    few = FairnessReport(told.rules, rounds[:10], told.order, (5,), complete=True)
    assert "Plots by round: " in card_words(few, NAMES)
    assert f"Ada {' '.join(str(20 + number) for number in range(10))}." in card_words(few, NAMES)


@pytest.mark.slow
def test_a_seat_that_gave_up_comes_last_on_the_card_and_is_said_to_have_given_up() -> None:
    state = begin_three()
    states, random = [state, state.play(Drop(2))], Random(1)
    while not states[-1].is_over:
        plots = [move for move in states[-1].moves() if move != DONE]
        states.append(states[-1].play(random.choice(plots or [roll for roll, _ in states[-1].outcomes()])))
    card = RENDERER.card(states, NAMES[:3], "dark")
    assert card is not None
    assert "Cleo (yellow square) plays third, out of the game, comes third with 1 plot." in card.alt
    stayed = fairness_card(replace(report(states), dropped=()), NAMES[:3])
    assert differ(Image.open(BytesIO(card.png)).convert("RGB"), Image.open(BytesIO(stayed.png)).convert("RGB"))


def test_no_card_of_a_game_that_was_left_to_one_or_drawn() -> None:
    state = begin_three()
    assert RENDERER.card([state, state.play(AgreeDraw())], NAMES[:3], "dark") is None
    assert RENDERER.card([state, state.play(Drop(1)), state.play(Drop(1)).play(Drop(0))], NAMES[:3], "dark") is None


def begin_three() -> LandState:
    """Three seats with their first plots."""
    return play(start(seats=3), "roll 6, roll 5, roll 4, roll 1, roll 1, a1, roll 6, roll 6, l12, roll 6, roll 1, l1")


def test_curves_of_equal_plots_lie_side_by_side() -> None:
    told = FairnessReport(rule_set(LandOptions()), ((1, 1, 1), (2, 2, 3), (5, 5, 6)), (0, 1, 2), (2,), complete=True)
    chart = Chart(told, Box(0, 0, 300, 300))
    one, two, three = (chart.points(seat) for seat in range(3))
    assert all(abs(a[1] - b[1]) > CURVE for a, b in zip(one, two, strict=True))
    assert all(a[0] == b[0] for a, b in zip(one, three, strict=True))
    assert three[3] == chart.at(3, 6), "alone it stands where it belongs"


def test_the_house_rules_on_the_card_are_broken_into_lines_that_fit() -> None:
    changed = LandOptions(reach="chain", herd="equal", order="rotate", mountain=1, resident="none")
    face = font("SemiBold", 27)
    lines = _lines(list_unusual(OPTION_WORDS, "land", dict(rule_set(changed))), face, 980)
    assert len(lines) == 2
    assert all(face.getlength(line) <= 980 for line in lines)
    assert " ".join(lines).endswith("resident cows never help")


def test_L2_a_beach_is_mostly_water() -> None:
    """It cannot be taken, so it must not look like land."""
    sea = sprite(terrain, ("river", 0), 60).convert("RGB")
    for sides in ("N", "NE"):
        shown = sea.copy()
        strip = sprite(beach, (sides, 0), 60)
        shown.paste(strip, (0, 0), strip)
        blue = sum(pixel[2] > pixel[0] for pixel in zip(*[iter(shown.tobytes())] * 3, strict=True))
        assert blue / (60 * 60) > 0.55
        assert sprite(beach, (sides, 0), 60).getbbox() is not None, "there is sand along the land"
