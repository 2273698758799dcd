"""The parts of a trunk in Territories: where a fence starts (T8) and in which direction the trunk leads."""

from __future__ import annotations

from rules.squares import Square
from rules.territories import TERRITORIES, House, Node, TerritoriesState, Trunk
from rules.territories.parts import TerritoriesParts, arrow, direction_from, labelled_starts

PARTS = TerritoriesParts()


def settled() -> TerritoriesState:
    """A board with more than 26 starts, all houses placed."""
    spots = ["B2", "D2", "F2", "H2", "B8", "D8", "F8", "H8"]
    state = TERRITORIES.start(2, None, {"width": 12, "height": 10, "spots": spots})
    for spot in spots:
        state = state.play_text(spot)
    return state


def test_T8_starts_have_the_labels_a_to_z_then_aa_and_ab() -> None:
    state = settled()
    labels = labelled_starts(state)
    assert list(labels)[:3] == ["a", "b", "c"]
    assert list(labels)[25:28] == ["z", "aa", "ab"]
    assert list(labels.values()) == list(state.starts)


def test_T6_a_trunk_leads_away_from_the_node_where_it_begins() -> None:
    cases: list[tuple[Node, str, str, str]] = [
        (Node(3, 3), "C4-D4", "down", "↓"),
        (Node(3, 4), "C4-D4", "up", "↑"),
        (Node(2, 4), "C4-C5", "right", "→"),
        (Node(3, 4), "C4-C5", "left", "←"),
    ]
    for node, other, direction, mark in cases:
        trunk = Trunk(*map(Square.read, other.split("-")))
        assert node in trunk.ends, other
        assert direction_from(node, trunk) == direction, other
        assert arrow(direction) == mark, other


def test_T4_two_squares_make_a_trunk_and_one_square_a_house() -> None:
    state = settled()
    assert PARTS.build(state, {"one": "C4", "other": "D4"}) == Trunk.between(Square.read("C4"), Square.read("D4"))
    assert PARTS.build(state, {"one": "C4"}) is None
    assert PARTS.build(state, {"other": "D4"}) is None
    assert PARTS.build(state, {"column": "C", "row": "4"}) == House(Square.read("C4"))


def test_T4_a_trunk_is_found_by_either_square_whether_whole_or_begun() -> None:
    state = settled()
    trunk = next(move for move in state.moves() if isinstance(move, Trunk))
    name = str(trunk.first)
    assert list(PARTS.meanings(state, name.lower(), begun=False)) == [{"one": name}, {"other": name}]
    assert {"one": name} not in PARTS.meanings(state, name[0].lower(), begun=False)
    assert {"one": name} in PARTS.meanings(state, name[0].lower(), begun=True)
    assert {"direction": "left"} in PARTS.meanings(state, "left", begun=False)
    assert {"direction": "left"} in PARTS.meanings(state, "l", begun=True)
    assert {"direction": "left"} not in PARTS.meanings(state, "l", begun=False)
