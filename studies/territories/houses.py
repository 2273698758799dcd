"""Make the table of houses: ``python -m studies.territories.houses --work 20000 > players/territories/openings.py``.

For each shipped board every way to share out the eight spots is searched with so many trunks tried, and its value is noted.
A half-turn maps a board onto itself, so two ways that it leads to each other are searched once. The same work, the same table.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import get_args

from players.budget import Budget
from players.territories.ground import Ground
from players.territories.houses import Sides, sharings
from players.territories.search import FenceSearch
from rules.squares import Square
from rules.territories import BoardName
from rules.territories.grid import TerritoriesGrid, grid_of
from rules.territories.setup import shipped_board

A_LINE = 14
"""Values in a line of the table."""


def values_of(name: BoardName, work: int) -> list[int]:
    """Return the value of each sharing of a shipped board for seat 0, in tenths of a point."""
    board, known = shipped_board(name), dict[Sides, int]()
    grid = grid_of(board.width, board.height)
    every = sharings(grid.mask(board.squares), (0, 0))
    for farms in every:
        if farms not in known:
            ground = Ground(grid, farms)
            value = FenceSearch(ground, Budget(work=work)).run(ground.start()).value
            first, second = (half_turn(grid, spots) for spots in farms)
            known[farms] = known[first, second] = round(10 * value)
    return [known[farms] for farms in every]


def half_turn(grid: TerritoriesGrid, squares: int) -> int:
    """Return where some squares come to lie when the board is turned by half."""
    return grid.mask(Square(grid.width - 1 - x, grid.height - 1 - y) for x, y in grid.squares_of(squares))


def module_of(tables: Mapping[str, Sequence[int]], work: int) -> str:
    """Return the module that has the tables."""
    lines = [
        '"""What each way to share out the spots of a shipped board is worth to seat 0, in tenths of a point.',
        "",
        f"Made by ``python -m studies.territories.houses --work {work}``, in the order of ``houses.sharings``.",
        '"""',
        "",
        "TENTHS = {",
    ]
    for name, values in tables.items():
        lines.append(f'    "{name}": (')
        rows = [values[start : start + A_LINE] for start in range(0, len(values), A_LINE)]
        lines += [*(f'        "{" ".join(map(str, row))} "' for row in rows), "    ),"]
    return "\n".join([*lines, "}"])


def main() -> None:
    """Search and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--work", type=int, default=20_000, help="trunks tried for each way")
    options.add_argument("--jobs", type=int, default=1, help="processes")
    given = options.parse_args()
    names: tuple[BoardName, ...] = get_args(BoardName)
    with ProcessPoolExecutor(given.jobs) as pool:
        tables = dict[str, list[int]](zip(names, pool.map(partial(values_of, work=given.work), names), strict=True))
    print(module_of(tables, given.work))


if __name__ == "__main__":
    main()
