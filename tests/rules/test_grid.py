"""Masks of squares: their neighbours and connected squares agree with a count square by square."""

from __future__ import annotations

from rules.grid import Grid
from rules.land import LAND
from rules.nomads import NOMADS, NomadsState
from rules.squares import Square, squares


def test_neighbours_by_masks_are_those_of_the_squares() -> None:
    for width, height, stride in [(4, 4, 4), (4, 6, 5), (8, 8, 8), (11, 5, 16)]:
        grid = Grid(width, height, stride)
        assert list(grid.squares_of(grid.board)) == list(squares(width, height)), width
        for square in squares(width, height):
            bit = grid.bit(square)
            assert bit == 1 << grid.number(square), width
            assert list(grid.squares_of(bit)) == [square], width
            assert set(grid.squares_of(grid.beside(bit))) == set(square.beside(width, height)), width
            assert set(grid.squares_of(grid.around(bit))) == set(square.around(width, height)), width
        assert grid.bit(Square(width, 0)) == grid.bit(Square(0, height)) == grid.bit(Square(-1, 0)) == 0, width


def test_connected_squares_are_reached_over_sides_only() -> None:
    grid = Grid(3, 3, 3)
    corner, edge, middle = grid.mask([Square(0, 0)]), grid.mask([Square(1, 0)]), grid.mask([Square(1, 1)])
    assert grid.connected(corner, corner | middle) == corner
    assert grid.connected(corner, corner | edge | middle) == corner | edge | middle


def test_the_grid_of_land_is_its_map() -> None:
    state = LAND.start(2)
    assert state.grid is state.map


def test_N10_linked_squares_are_told() -> None:
    state: NomadsState = NOMADS.start(2)
    for text in ("discover C4", "draw oasis", "discover D4", "draw grass", "discover C5", "draw mine"):
        state = state.play(state.parse(text))
    assert state.links(Square(2, 3)) == (Square(2, 4),)
    assert state.links(Square(3, 3)) == ()
    assert state.links(Square(7, 7)) == ()
