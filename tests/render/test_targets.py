"""The places of parts of moves on the pictures, over which a page lays its buttons."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from PIL import ImageChops

from render import renderer_of
from render.targets import Box, Target
from render.view import Marks, View
from rules import GAMES, State
from rules.squares import Square
from tests.rules.walks import Case, cases, walk
from tests.sampling import Sample

MOST_POSITIONS = 12
"""Positions of each random game."""
PLACES = ({"column", "row"}, {"one", "other"}, {"explored"}, {"kind"})
"""Parts that together name a place, if the picture has one for them."""


def view_of(state: State, marks: Marks | None = None) -> View:
    return View(("Ada", "Björn", "Chidi", "Dana", "Emil", "Fatou")[: state.seats], marks=marks or Marks())


def targets_of(state: State) -> list[Target]:
    return list(renderer_of(state.game, state.rules).targets(state, view_of(state)))


def positions(case: Case) -> list[State]:
    states = [state for state in walk(case).states if state.seat is not None]
    return Random(str(case)).sample(states, min(MOST_POSITIONS, len(states)))


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.sample(3)
@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=str)
def test_no_tap_is_ambiguous(case: Case) -> None:
    """No two boxes overlap, and two of the same name choose the same."""
    for state in positions(case):
        found = targets_of(state)
        assert found
        assert all(box[0] < box[2] and box[1] < box[3] for box in (target.box for target in found))
        assert not [(a.name, b.name) for a, b in combinations(found, 2) if overlap(a.box, b.box)]
        by_name = {(target.name, str(target.choices)) for target in found}
        assert len(by_name) == len({name for name, _ in by_name})


@pytest.mark.sample(3)
@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=str)
def test_each_place_that_a_legal_move_names_has_a_target(case: Case) -> None:
    for state in positions(case):
        offered = [choice for target in targets_of(state) for choice in target.choices]
        parts = GAMES[state.game].parts
        for move in state.moves():
            for described in parts.describe(state, move):
                for place in PLACES:
                    if place <= set(described):
                        assert {name: described[name] for name in place} in offered, (str(move), place)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_boxes_lie_in_the_picture(game: str, sample: Sample) -> None:
    for case in sample([case for case in cases() if case.game == game], 1):
        state = positions(case)[0]
        image = renderer_of(game).draw(state, view_of(state))
        for target in targets_of(state):
            left, top, right, bottom = target.box
            assert left >= 0, target
            assert top >= 0, target
            assert right <= image.width, target
            assert bottom <= image.height, target


def is_open(target: Target) -> bool:
    """Return whether a target is a square that can be chosen."""
    return bool(target.choices) and "-" not in target.name and target.name[1:].isdigit()


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_marked_on_a_square_is_drawn_in_its_box(game: str, sample: Sample) -> None:
    """Held against the picture itself: it differs by the mark, and nowhere else than in the box."""
    for case in sample([case for case in cases() if case.game == game], 1):
        states = (state for state in walk(case).states if state.seat is not None)
        found_in = ((state, [target for target in targets_of(state) if is_open(target)]) for state in states)
        state, squares = next((state, squares) for state, squares in found_in if squares)
        renderer = renderer_of(game)
        bare = renderer.draw(state, view_of(state)).convert("RGB")
        for target in Random(game).sample(squares, min(3, len(squares))):
            marks = Marks(legal=frozenset({Square.read(target.name)}))
            marked = renderer.draw(state, view_of(state, marks)).convert("RGB")
            found = ImageChops.difference(bare, marked).getbbox()
            assert found is not None, target
            assert overlap(found, target.box), target
            middle = (found[0] + found[2]) / 2, (found[1] + found[3]) / 2
            assert target.box[0] < middle[0] < target.box[2], target
            assert target.box[1] < middle[1] < target.box[3], target


def test_a_label_on_a_side_is_drawn_around_its_box() -> None:
    state = next(state for state in walk(Case("territories", 2, ())).states if state.phase != "farms" and state.moves())
    renderer = renderer_of("territories")
    bare = renderer.draw(state, view_of(state)).convert("RGB")
    sides = [target for target in targets_of(state) if "-" in target.name]
    assert sides
    for target in sides[:5]:
        one, other = map(Square.read, target.name.split("-"))
        marked = renderer.draw(state, view_of(state, Marks(edges=((one, other, "x"),)))).convert("RGB")
        found = ImageChops.difference(bare, marked).getbbox()
        assert found is not None
        for low, high in ((0, 2), (1, 3)):
            assert abs((found[low] + found[high]) - (target.box[low] + target.box[high])) <= 4, target


def test_targets_say_what_is_there() -> None:
    """In words that can be read aloud, with the players' names."""
    start = GAMES["pastures"].start(2)
    after = start.play(start.parse("C4 F"))
    words = {target.name: target.words for target in targets_of(after)}
    assert words["C4"] == "forest"
    assert words["D4"] == "empty"
    farms = GAMES["territories"].start(2)
    first = farms.moves()[0]
    words = {target.name: target.words for target in targets_of(farms.play(first))}
    assert words[str(first)] == "Ada’s farm"
